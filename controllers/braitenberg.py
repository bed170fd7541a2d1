"""Three of Valentino Braitenberg's vehicles: two light sensors, two motors, two wires.

`ambient` reads about 500 in the dark and about 50 beside a lamp, so `brightness` turns it round.
Run one of them: python main.py run braitenberg:Vehicle2b --maze beacons
"""

from wsusim import Controller

DARK = 500
CLOSE = 7 / 3  # times near: bumping into things would end the fun, so it turns away


class Vehicle(Controller):
    """What the vehicles share: two eyes, two wheels, and care for their bumpers."""

    period = 0.05

    def step(self):
        eyes = [self.sensors.toward(bearing) for bearing in (45, 0, -45)]
        left, ahead, right = [self.brightness(eye) for eye in eyes]
        if max(eye.proximity for eye in eyes) > CLOSE * self.sensors.near:
            self.motors.set_speeds_mm_s(-48, 48)
        else:
            left, right = self.wires(max(left, ahead), max(right, ahead))
            less = min(1, self.motors.top_speed_mm_s / max(left, right, 1))  # if that is too fast
            self.motors.set_speeds_mm_s(less * left, less * right)

    def brightness(self, eye):
        """Return 0 in the dark to 1 beside a lamp."""
        return max(0, DARK - eye.ambient) / (DARK - 50)

    def wires(self, left, right):
        """Return the wheels' speeds in mm/s, left and right, from the two eyes."""
        raise NotImplementedError


class Vehicle2a(Vehicle):
    """Fear: each eye drives the wheel on its own side, so the vehicle turns away and flees."""

    def wires(self, left, right):
        return 32 + 128 * left, 32 + 128 * right


class Vehicle2b(Vehicle):
    """Aggression: each eye drives the wheel on the other side, so it turns to the light, faster."""

    def wires(self, left, right):
        return 32 + 128 * right, 32 + 128 * left


class Vehicle3a(Vehicle):
    """Love: each eye slows the wheel on its own side, so it turns to the light and rests there."""

    def wires(self, left, right):
        return 112 - 128 * left, 112 - 128 * right

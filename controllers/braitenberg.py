"""Three of Valentino Braitenberg's vehicles: two light sensors, two motors, two wires.

`ambient` reads about 500 in the dark and about 50 beside a lamp, so `brightness` turns it round.
Run one of them: python main.py run braitenberg:Vehicle2b --maze beacons
"""

from wsusim import Controller

DARK = 500
NEAR = 700  # bumping into things would end the fun: turn away from a wall this near


class Vehicle(Controller):
    """What the vehicles share: two eyes, two wheels, and care for their bumpers."""

    period = 0.05

    def step(self):
        left = self.brightness(self.sensors.left_45, self.sensors.front_left)
        right = self.brightness(self.sensors.right_45, self.sensors.front_right)
        ahead = max(sensor.proximity for sensor in self.sensors[1:5])
        if ahead > NEAR:
            self.motors.set_speeds(-6, 6)
        else:
            self.motors.set_speeds(*self.wires(left, right))

    def brightness(self, *sensors):
        """Return 0 in the dark to 1 beside a lamp."""
        return max(0, DARK - min(sensor.ambient for sensor in sensors)) / (DARK - 50)

    def wires(self, left, right):
        """Return the wheels' speeds, left and right, from the two eyes."""
        raise NotImplementedError


class Vehicle2a(Vehicle):
    """Fear: each eye drives the wheel on its own side, so the vehicle turns away and flees."""

    def wires(self, left, right):
        return 4 + 16 * left, 4 + 16 * right


class Vehicle2b(Vehicle):
    """Aggression: each eye drives the wheel on the other side, so it turns to the light, faster."""

    def wires(self, left, right):
        return 4 + 16 * right, 4 + 16 * left


class Vehicle3a(Vehicle):
    """Love: each eye slows the wheel on its own side, so it turns to the light and rests there."""

    def wires(self, left, right):
        return 14 - 16 * left, 14 - 16 * right

"""Love: each eye brakes the wheel on its own side, so the vehicle turns to the light and rests there."""

from wsusim import Controller

DARK = 500


class Love(Controller):
    period = 0.05

    def step(self):
        left = self.brightness(self.sensors.left_45, self.sensors.front_left)
        right = self.brightness(self.sensors.right_45, self.sensors.front_right)
        self.motors.set_speeds(14 - 16 * left, 14 - 16 * right)

    def brightness(self, *eyes):
        """Return 0 in the dark to 1 beside a lamp."""
        darkest = min(eye.ambient for eye in eyes)
        return max(0, DARK - darkest) / (DARK - 50)

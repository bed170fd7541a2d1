"""A vehicle with two eyes and two wheels. This one is afraid of light."""

from wsusim import Controller

DARK = 500


class Love(Controller):
    period = 0.05

    def step(self):
        left = self.brightness(self.sensors.left_45, self.sensors.front_left)
        right = self.brightness(self.sensors.right_45, self.sensors.front_right)
        # The wires: which eye drives which wheel, and does it push or brake?
        self.motors.set_speeds(4 + 16 * left, 4 + 16 * right)

    def brightness(self, *eyes):
        """Return 0 in the dark to 1 beside a lamp."""
        darkest = min(eye.ambient for eye in eyes)
        return max(0, DARK - darkest) / (DARK - 50)

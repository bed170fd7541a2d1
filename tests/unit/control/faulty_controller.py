"""A controller that asks for too much, for the tests of failure reports."""

from wsusim import Controller


class Faulty(Controller):
    """Drives too fast."""

    def run(self):
        """Fail."""
        self.motors.set_speeds(1000, 0)

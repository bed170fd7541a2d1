"""Controllers that ask and order in the usual ways."""

from __future__ import annotations

DRIVER = """
    class Driver(Controller):
        def run(self):
            while self.active:
                near = self.sensors[2].proximity
                self.motors.set_speeds(near % 50, self.motors.left_position % 20)
                self.sleep(0.03)
"""

STEPPER = """
    class Stepper(Controller):
        period = 0.05

        def setup(self):
            self.count = 0

        def step(self):
            self.count += 1
            self.motors.set_speeds(self.count % 9, self.sensors[7].ambient % 13)
            self.leds[0].toggle()
"""

BUSY = """
    class Busy(Controller):
        def run(self):
            while self.active:
                self.motors.set_speeds(self.sensors[0].proximity % 40, 3)
"""

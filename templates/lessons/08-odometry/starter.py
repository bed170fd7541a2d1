"""Drive a square of 600 mm. Right now by the clock: the robot doesn't know where it is."""

import math

from wsusim import Controller

CORNERS = [(900, 300), (900, 900), (300, 900), (300, 300)]


class Odometry(Controller):
    def run(self):
        self.x_mm, self.y_mm, heading_deg = self.start_pose
        self.heading = math.radians(heading_deg)
        self.left = self.motors.left_position
        self.right = self.motors.right_position

        for corner in CORNERS:
            self.motors.set_speeds(8, 8)
            self.sleep(9.4)
            self.motors.set_speeds(-5, 5)
            self.sleep(1.1)
            self.reckon()
        self.motors.stop()
        self.say(f"I believe I am at {self.x_mm:.0f}, {self.y_mm:.0f}")

    def reckon(self):
        """Work out from the wheels' counters where the robot has got to since last time."""
        left, right = self.motors.left_position, self.motors.right_position
        left_mm = (left - self.left) * self.motors.pulse_mm
        right_mm = (right - self.right) * self.motors.pulse_mm
        self.left, self.right = left, right
        # What do left_mm and right_mm do to self.heading, self.x_mm and self.y_mm?

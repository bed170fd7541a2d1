"""Drive a square by counting wheel pulses, and draw the path that the wheels believe they took.

On a perfect robot the drawing would end where it began. Noise, and a wheel base that is not known
to the last tenth of a millimetre, make it end elsewhere: that is dead reckoning.
There is room for it in this maze: python main.py run odometry_square --maze field
"""

import math

from wsusim import Controller

SIDE_MM = 150
PATIENCE = 100  # checks of the counters, 0.05 s each: no move takes longer than 5 seconds


class OdometrySquare(Controller):
    def run(self):
        self.x_mm, self.y_mm, heading_deg = self.start_pose
        self.heading = math.radians(heading_deg)
        self.counters = (self.motors.left_position, self.motors.right_position)
        for corner in range(1, 5):
            if not self.drive(SIDE_MM, SIDE_MM):
                break
            self.say(f"corner {corner}: I believe x {self.x_mm:.1f}, y {self.y_mm:.1f} mm")
            quarter_mm = self.motors.wheel_base_mm * math.pi / 4
            if not self.drive(quarter_mm, -quarter_mm):  # a quarter turn to the right
                break

    def drive(self, left_mm, right_mm):
        """Turn the wheels this far and keep track of the position; return whether it got there."""
        left, right = self.counters
        pulse_mm = self.motors.pulse_mm
        self.motors.move_to(left + left_mm / pulse_mm, right + right_mm / pulse_mm)
        for _ in range(PATIENCE):
            if not self.active:
                return False
            if self.motors.is_on_target:
                return True
            self.sleep(0.05)
            self.reckon()
        self.motors.stop()
        self.say("Something is in my way.")
        return False

    def reckon(self):
        """Update the believed position by how far the wheels have turned since last time."""
        before, here = self.counters, (self.x_mm, self.y_mm)
        self.counters = (self.motors.left_position, self.motors.right_position)
        left_mm = (self.counters[0] - before[0]) * self.motors.pulse_mm
        right_mm = (self.counters[1] - before[1]) * self.motors.pulse_mm
        turn = (right_mm - left_mm) / self.motors.wheel_base_mm
        self.x_mm += (left_mm + right_mm) / 2 * math.cos(self.heading + turn / 2)
        self.y_mm += (left_mm + right_mm) / 2 * math.sin(self.heading + turn / 2)
        self.heading += turn
        self.draw.line([here, (self.x_mm, self.y_mm)], colour="green")

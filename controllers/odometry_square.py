"""Drive a square by counting wheel pulses, and draw the way the wheels believe they went.

On a perfect robot the drawing would end where it began. Noise, and a wheel base that is not known
to the last tenth of a millimetre, make it end elsewhere: that is dead reckoning.
"""

import math

from wsusim import Controller

PULSE_MM = 0.08
WHEEL_BASE_MM = 52.5
SIDE_MM = 150


class OdometrySquare(Controller):
    def run(self):
        self.x_mm, self.y_mm, self.heading = 0.0, 0.0, 0.0
        self.last = (self.motors.left_position, self.motors.right_position)
        for corner in range(4):
            self.drive(SIDE_MM, SIDE_MM)
            quarter_mm = WHEEL_BASE_MM * math.pi / 4
            self.drive(quarter_mm, -quarter_mm)  # a quarter turn to the right
            self.say(f"corner {corner + 1}: I believe x {self.x_mm:.0f}, y {self.y_mm:.0f} mm")

    def drive(self, left_mm, right_mm):
        """Turn each wheel by so many millimetres, and follow it in thought."""
        self.motors.move_to(
            self.motors.left_position + round(left_mm / PULSE_MM),
            self.motors.right_position + round(right_mm / PULSE_MM),
        )
        while self.active and not self.motors.is_on_target:
            self.sleep(0.05)
            self.reckon()

    def reckon(self):
        """Move the believed pose by what the wheels have turned since the last time."""
        now = (self.motors.left_position, self.motors.right_position)
        left_mm, right_mm = ((b - a) * PULSE_MM for a, b in zip(self.last, now, strict=True))
        self.last = now
        middle = self.heading + (right_mm - left_mm) / WHEEL_BASE_MM / 2
        self.x_mm += (left_mm + right_mm) / 2 * math.cos(middle)
        self.y_mm += (left_mm + right_mm) / 2 * math.sin(middle)
        self.heading += (right_mm - left_mm) / WHEEL_BASE_MM

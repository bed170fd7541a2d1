"""Drive a square by counting wheel pulses, and draw the way that the wheels believe they went.

On a perfect robot the drawing would end where it began. Noise, and a wheel base that is not known
to the last tenth of a millimetre, make it end elsewhere: that is dead reckoning.
Run it in the maze whose start it knows: python main.py run odometry_square --maze field
"""

import math

from wsusim import Controller

START_MM = (380.0, 400.0)  # where the first robot of `field` begins, looking right
PULSE_MM = 0.08  # way of a wheel for each pulse of its counter
WHEEL_BASE_MM = 52.5  # between the wheels
SIDE_MM = 150


class OdometrySquare(Controller):
    def run(self):
        self.x_mm, self.y_mm = START_MM
        self.heading = 0.0
        self.counters = (self.motors.left_position, self.motors.right_position)
        for corner in range(1, 5):
            self.drive(SIDE_MM, SIDE_MM)
            self.say(f"corner {corner}: I believe x {self.x_mm:.1f}, y {self.y_mm:.1f} mm")
            quarter_mm = WHEEL_BASE_MM * math.pi / 4
            self.drive(quarter_mm, -quarter_mm)  # a quarter turn to the right

    def drive(self, left_mm, right_mm):
        """Turn each wheel by so many millimetres, and follow it in thought."""
        left, right = self.counters
        self.motors.move_to(left + left_mm / PULSE_MM, right + right_mm / PULSE_MM)
        while self.active and not self.motors.is_on_target:
            self.sleep(0.05)
            self.reckon()

    def reckon(self):
        """Move the believed place by what the wheels have turned since the last time."""
        before, here = self.counters, (self.x_mm, self.y_mm)
        self.counters = (self.motors.left_position, self.motors.right_position)
        left_mm = (self.counters[0] - before[0]) * PULSE_MM
        right_mm = (self.counters[1] - before[1]) * PULSE_MM
        turn = (right_mm - left_mm) / WHEEL_BASE_MM
        self.x_mm += (left_mm + right_mm) / 2 * math.cos(self.heading + turn / 2)
        self.y_mm += (left_mm + right_mm) / 2 * math.sin(self.heading + turn / 2)
        self.heading += turn
        self.draw.line([here, (self.x_mm, self.y_mm)], colour="green")

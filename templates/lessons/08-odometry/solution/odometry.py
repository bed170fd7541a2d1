"""Drive a square by odometry: know where you are, and steer to where you want to be."""

import math

from wsusim import Controller

CORNERS = [(900, 300), (900, 900), (300, 900), (300, 300)]
THERE_MM = 6


class Odometry(Controller):
    def run(self):
        self.x_mm, self.y_mm, heading_deg = self.start_pose
        self.heading = math.radians(heading_deg)
        self.left = self.motors.left_position
        self.right = self.motors.right_position

        for corner in CORNERS:
            self.go_to(*corner)
        self.motors.stop()
        self.say(f"I believe I am at {self.x_mm:.0f}, {self.y_mm:.0f}")

    def go_to(self, x_mm, y_mm):
        """Turn to a point, drive there, and keep correcting on the way."""
        while self.active:
            self.reckon()
            away_mm = math.hypot(x_mm - self.x_mm, y_mm - self.y_mm)
            if away_mm < THERE_MM:
                return
            wanted = math.atan2(y_mm - self.y_mm, x_mm - self.x_mm)
            turn = math.remainder(wanted - self.heading, 2 * math.pi)
            if abs(turn) > 0.3:
                speed = 3 if turn > 0 else -3
                self.motors.set_speeds(-speed, speed)
            else:
                self.motors.set_speeds(8 - 10 * turn, 8 + 10 * turn)
            self.sleep(0.02)

    def reckon(self):
        """Work out from the wheels' counters where the robot has got to since last time."""
        left, right = self.motors.left_position, self.motors.right_position
        left_mm = (left - self.left) * self.motors.pulse_mm
        right_mm = (right - self.right) * self.motors.pulse_mm
        self.left, self.right = left, right
        middle_mm = (left_mm + right_mm) / 2
        self.heading += (right_mm - left_mm) / self.motors.wheel_base_mm
        self.x_mm += middle_mm * math.cos(self.heading)
        self.y_mm += middle_mm * math.sin(self.heading)
        self.draw.dots([(self.x_mm, self.y_mm)], colour="green")

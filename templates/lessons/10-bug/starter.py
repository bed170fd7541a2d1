"""Go to the goal. Right now straight ahead only: a wall in the way is the end of it."""

import math

from wsusim import Controller

NEAR = 500


class Bug(Controller):
    period = 0.02

    def step(self):
        self.go_to_goal()

    def look(self):
        """Note how far the goal is, and how far the robot would have to turn to it (in radians, left positive)."""
        x_mm, y_mm = self.goal.x_mm - self.pose.x_mm, self.goal.y_mm - self.pose.y_mm
        self.distance_mm = math.hypot(x_mm, y_mm)
        heading = math.radians(self.pose.heading_deg)
        self.turn = math.remainder(math.atan2(y_mm, x_mm) - heading, 2 * math.pi)

    def go_to_goal(self):
        self.look()
        if abs(self.turn) > 0.5:
            speed = 4 if self.turn > 0 else -4
            self.motors.set_speeds(-speed, speed)
        else:
            self.motors.set_speeds(8 - 8 * self.turn, 8 + 8 * self.turn)

    def follow_wall(self):
        """Keep the wall on the left (lesson 5)."""
        left, left_45, front_left, front_right, right_45, right = self.sensors.proximities[:6]
        if max(front_left, front_right) > NEAR:
            self.motors.set_speeds(4, -4)
        elif left_45 > 200 or left > 900:
            self.motors.set_speeds(8, 2)
        elif left > NEAR:
            self.motors.set_speeds(8, 8)
        else:
            self.motors.set_speeds(4, 8)

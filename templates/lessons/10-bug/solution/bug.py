"""Go to the goal; at a wall, follow it until the goal is nearer than where the wall was met."""

import math

from wsusim import Controller

NEAR = 500


class Bug(Controller):
    period = 0.02

    def setup(self):
        self.at_wall = False
        self.met_mm = 0.0

    def step(self):
        self.look()
        if self.at_wall:
            self.follow_wall()
            nearer = self.distance_mm < self.met_mm - 20
            # The wall is on the left: the goal has to lie ahead, or on the free side.
            if nearer and -2.0 < self.turn < 0.2 and not self.wall_ahead():
                self.at_wall = False
                self.say("On to the goal")
        else:
            self.go_to_goal()
            if self.wall_ahead() and abs(self.turn) < 0.5:
                self.at_wall = True
                self.met_mm = self.distance_mm
                self.say(f"A wall, {self.met_mm:.0f} mm from the goal")

    def wall_ahead(self):
        return max(self.sensors.proximities[1:5]) > NEAR

    def look(self):
        """Note how far the goal is, and how far the robot would have to turn to it (in radians, left positive)."""
        x_mm, y_mm = self.goal.x_mm - self.pose.x_mm, self.goal.y_mm - self.pose.y_mm
        self.distance_mm = math.hypot(x_mm, y_mm)
        heading = math.radians(self.pose.heading_deg)
        self.turn = math.remainder(math.atan2(y_mm, x_mm) - heading, 2 * math.pi)

    def go_to_goal(self):
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

"""Soccer: stand in the goal where the ball will come, and kick away what comes near."""

from math import dist

from soccer import Player

FREE_MM = 22  # between the goal's line and me
REACH_MM = 100  # to either side of the goal's middle


class Goalkeeper(Player):
    def play(self):
        out = 1 if self.is_left else -1
        ball_x, ball_y = self.ball
        goal_x, goal_y = self.own_goal
        if dist(self.ball, self.own_goal) < 260 and (ball_x - self.x_mm) * out > 20:
            self.drive_to(ball_x, ball_y, speed_mm_s=400)  # it is before me: kick it away
            return
        line_mm = FREE_MM + self.radius_mm
        share = line_mm / max(abs(ball_x - goal_x), line_mm)
        y_mm = ball_y + share * (goal_y - ball_y)  # on the way from the ball to the goal
        y_mm = max(goal_y - REACH_MM, min(goal_y + REACH_MM, y_mm))
        if dist(self.here, (goal_x + out * line_mm, y_mm)) > 12:
            self.drive_to(goal_x + out * line_mm, y_mm, speed_mm_s=320)
        else:
            self.motors.stop()
            self.stuck_steps = 0

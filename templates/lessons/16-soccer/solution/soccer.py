"""Score a goal. Get behind the ball, as seen from the goal, and push it there."""

import math

from wsusim import Controller

GOAL = (1130, 340)  # the middle of the goal on the right
BEHIND_MM = 90  # so far behind the ball a shot begins


class Soccer(Controller):
    period = 0.06

    def setup(self):
        self.ball = (605, 340)

    def step(self):
        self.find_ball()
        ball_x, ball_y = self.ball
        way = math.dist(self.ball, GOAL)
        to_goal_x, to_goal_y = (GOAL[0] - ball_x) / way, (GOAL[1] - ball_y) / way
        # Where is the robot, seen from the ball? So far behind it, so far beside the line.
        from_x, from_y = self.pose.x_mm - ball_x, self.pose.y_mm - ball_y
        behind = -(from_x * to_goal_x + from_y * to_goal_y)
        aside = from_y * to_goal_x - from_x * to_goal_y

        if behind > 0 and abs(aside) < 0.2 * behind + 8:
            self.drive_to(ball_x + 100 * to_goal_x, ball_y + 100 * to_goal_y, speed=30)  # shoot
        elif behind > 40:
            self.drive_to(ball_x - BEHIND_MM * to_goal_x, ball_y - BEHIND_MM * to_goal_y, speed=20)
        else:  # on the wrong side: round the ball
            side = 1 if aside > 0 else -1
            self.drive_to(
                ball_x - 60 * to_goal_x - side * 100 * to_goal_y,
                ball_y - 60 * to_goal_y + side * 100 * to_goal_x,
                speed=20,
            )

    def find_ball(self):
        """Find the orange pixels in the picture of the camera above the field."""
        picture = self.arena_camera.picture.astype(int)
        red, green, blue = picture[:, :, 0], picture[:, :, 1], picture[:, :, 2]
        is_orange = (red > 150) & (red > 3 * blue) & (green < 0.8 * red)
        rows, columns = is_orange.nonzero()
        if len(rows) > 5:  # otherwise the robot hides it: it is where it was
            self.ball = self.arena_camera.point_at(rows.mean(), columns.mean())

    def drive_to(self, x_mm, y_mm, speed):
        """Turn to a point and drive towards it: one step of it."""
        x_mm = max(125, min(1085, x_mm))  # not into the walls
        y_mm = max(45, min(635, y_mm))
        wanted = math.atan2(y_mm - self.pose.y_mm, x_mm - self.pose.x_mm)
        turn = math.remainder(wanted - math.radians(self.pose.heading_deg), 2 * math.pi)
        ahead = speed * max(0, math.cos(turn)) ** 2
        turn = max(-20, min(20, 16 * turn))
        self.motors.set_speeds(ahead - turn, ahead + turn)

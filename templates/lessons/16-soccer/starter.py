"""Score a goal. Right now the robot runs straight at the ball, wherever the goal is."""

import math

from wsusim import Controller

GOAL = (1130, 340)  # the middle of the goal on the right


class Soccer(Controller):
    period = 0.06

    def setup(self):
        self.ball = (605, 340)

    def step(self):
        self.find_ball()
        self.drive_to(*self.ball, speed=30)

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

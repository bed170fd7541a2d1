"""What every soccer player needs: where everything is, and how to get somewhere.

It works for every kind of robot: speeds are in mm/s, and the picture tells how large a robot is.
"""

from math import atan2, cos, dist, pi, remainder, sin

import numpy as np

from wsusim import Controller

LENGTH_MM, WIDTH_MM, GOAL_DEPTH_MM = 1050, 680, 80
FREE_MM = 15  # between body and wall
LARGEST_MM = 80  # so far from its middle a robot's body reaches at most


class Player(Controller):
    """Knows ``ball``, ``here``, ``others``, ``goal``, ``own_goal``; write ``play``."""

    period = 0.06

    def setup(self):
        self.is_left = self.start_pose.x_mm < GOAL_DEPTH_MM + LENGTH_MM / 2
        left, right = (GOAL_DEPTH_MM, WIDTH_MM / 2), (GOAL_DEPTH_MM + LENGTH_MM, WIDTH_MM / 2)
        self.own_goal, self.goal = (left, right) if self.is_left else (right, left)
        self.ball, self.others = (GOAL_DEPTH_MM + LENGTH_MM / 2, WIDTH_MM / 2), []
        self.stuck_steps = self.back_steps = 0
        self.radius_mm = 0  # until the first picture
        self.stand_at_start()

    def stand_at_start(self):
        self.x_mm, self.y_mm, heading_deg = self.start_pose
        self.heading = heading_deg * pi / 180
        self.counters = self.motors.left_position, self.motors.right_position

    @property
    def here(self):
        return self.x_mm, self.y_mm

    def step(self):
        before = self.here
        self.look()
        self.stuck_steps = self.stuck_steps + 1 if dist(before, self.here) < 1.5 else 0
        if self.back_steps:
            self.back_steps -= 1
        else:
            self.play()

    def drive_to(self, x_mm, y_mm, speed_mm_s):
        """Drive towards a point; who can't get on goes back a little, to try again from there."""
        margin_mm = self.radius_mm + FREE_MM
        x_mm = min(max(x_mm, GOAL_DEPTH_MM + margin_mm), GOAL_DEPTH_MM + LENGTH_MM - margin_mm)
        y_mm = min(max(y_mm, margin_mm), WIDTH_MM - margin_mm)
        error = remainder(atan2(y_mm - self.y_mm, x_mm - self.x_mm) - self.heading, 2 * pi)
        if self.stuck_steps > 10 and abs(error) < 0.6:
            self.stuck_steps, self.back_steps = 0, 8
            turn = self.random.choice((-100, 100))
            self.go(-200, turn)
            return
        turn = max(-200, min(200, 160 * error))
        self.go(speed_mm_s * max(0, cos(error)) ** 2, turn)

    def go(self, ahead, turn):
        """Turn the wheels; a robot that is not so fast does all of it more slowly."""
        share = min(1, self.motors.top_speed_mm_s / (abs(ahead) + abs(turn) or 1))
        self.motors.set_speeds_mm_s(share * (ahead - turn), share * (ahead + turn))

    def look(self):
        """Find the ball, the other team and myself in the picture of the camera above."""
        self.reckon()
        picture = self.arena_camera.picture
        red, green, blue = (picture[:, :, k].astype(np.int16) for k in range(3))
        is_orange = (red > 150) & (3 * blue < red) & (10 * green < 8 * red)
        is_yellow = (red > 150) & (2 * blue < red) & (10 * green > 8 * red)
        is_blue = (blue > 120) & (4 * red < blue)
        rows, columns = np.nonzero(is_orange)
        if len(rows) > 5:  # else a robot hides it: it is where it was
            self.ball = self.arena_camera.point_at(rows.mean(), columns.mean())
        mine, theirs = (is_blue, is_yellow) if self.is_left else (is_yellow, is_blue)
        self.find_myself(mine, blue > 200)
        middles = blobs(theirs, self.pixels_of(self.radius_mm))
        self.others = [self.arena_camera.point_at(*middle) for middle in middles]

    def reckon(self):
        """Work out from the wheels' counters where the last step has led."""
        before = self.counters
        self.counters = self.motors.left_position, self.motors.right_position
        pulse_mm, base_mm = self.motors.pulse_mm, self.motors.wheel_base_mm
        left, right = (pulse_mm * (b - a) for a, b in zip(before, self.counters, strict=True))
        self.heading += (right - left) / base_mm
        self.x_mm += (left + right) / 2 * cos(self.heading)
        self.y_mm += (left + right) / 2 * sin(self.heading)

    def find_myself(self, is_mine, is_white):
        """Put right where I am: a body in my colour, and the white mark on it is in front."""
        row, column = self.arena_camera.pixel_at(*self.here)
        reach = self.pixels_of(self.radius_mm or LARGEST_MM)
        rows, columns = pixels_near(is_mine, row, column, reach + 1.5)
        if len(rows) < (reach**2 / 2 if self.radius_mm else 20):
            self.stand_at_start()  # I have been put back: kick-off
            return
        if not self.radius_mm:  # at the first kick-off no robot is near me
            across = rows.max() - rows.min() + columns.max() - columns.min() + 2
            reach = across / 4
            self.radius_mm = reach / self.pixels_of(1)
        row, column = (rows.min() + rows.max()) / 2, (columns.min() + columns.max()) / 2
        self.x_mm, self.y_mm = self.arena_camera.point_at(row, column)
        rows, columns = pixels_near(is_white, round(row), round(column), 0.75 * reach)
        if len(rows):
            ahead = atan2(row - rows.mean(), columns.mean() - column)  # rows count downwards
            self.heading += 0.4 * remainder(ahead - self.heading, 2 * pi)

    def pixels_of(self, length_mm):
        """Return how many pixels of the picture a length has."""
        return length_mm * self.arena_camera.picture.shape[1] / (LENGTH_MM + 2 * GOAL_DEPTH_MM)


def pixels_near(is_it, row, column, reach):
    """Return rows and columns of the pixels around one that are what is looked for."""
    reach = round(reach)
    low, left = max(row - reach, 0), max(column - reach, 0)
    rows, columns = np.nonzero(is_it[low : row + reach + 1, left : column + reach + 1])
    near = (rows + low - row) ** 2 + (columns + left - column) ** 2 <= reach**2
    return rows[near] + low, columns[near] + left


def blobs(is_it, radius):
    """Return row and column of the middle of each robot of a colour; its radius is in pixels."""
    rows, columns = np.nonzero(is_it)
    found = []
    while len(rows) > radius**2 / 2 and len(found) < 5:
        near = (abs(rows - rows[0] - radius) < radius + 3) & (
            abs(columns - columns[0]) < radius + 3
        )
        found.append((rows[near].mean(), columns[near].mean()))
        rows, columns = rows[~near], columns[~near]
    return found

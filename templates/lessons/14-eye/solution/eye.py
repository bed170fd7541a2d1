"""Follow the red robot: turn to it, and keep a distance."""

from wsusim import Controller

WIDTH, HEIGHT = 160, 120  # of a picture, in pixels
WANTED = 70  # so many pixels wide it looks at a good distance


class Eye(Controller):
    def run(self):
        self.eye.size = (WIDTH, HEIGHT)
        lost_turn = 3
        while self.active:
            columns = self.red_columns()
            if len(columns) > 0:
                aside = 1 - 2 * columns.mean() / WIDTH  # 1 at the left border, -1 at the right one
                looks_wide = columns.max() - columns.min() + 1
                ahead = max(-8, min(10, 4 + (WANTED - looks_wide) / 5))
                self.motors.set_speeds(ahead - 6 * aside, ahead + 6 * aside)
                lost_turn = 3 if aside > 0 else -3  # it went out of sight on that side
            else:
                self.motors.set_speeds(-lost_turn, lost_turn)
            self.sleep(0.04)

    def red_columns(self):
        """Return the column of each red pixel, 0 (left) to 159 (right)."""
        picture = self.eye.picture.astype(int)
        red, green, blue = picture[:, :, 0], picture[:, :, 1], picture[:, :, 2]
        is_red = (red > 80) & (red > 2 * green) & (red > 2 * blue)
        _rows, columns = is_red.nonzero()
        return columns

"""Follow the red robot. Right now the robot takes all that is bright for red."""

from wsusim import Controller

WIDTH, HEIGHT = 160, 120  # of a picture, in pixels


class Eye(Controller):
    def run(self):
        self.eye.size = (WIDTH, HEIGHT)
        while self.active:
            columns = self.red_columns()
            if len(columns) > 0:
                self.motors.set_speeds(5, 5)
            else:
                self.motors.set_speeds(-3, 3)  # nothing red in sight: look round
            self.sleep(0.04)

    def red_columns(self):
        """Return the column of each red pixel, 0 (left) to 159 (right)."""
        picture = self.eye.picture.astype(int)
        red = picture[:, :, 0]  # green is number 1, and blue number 2
        is_red = red > 80  # so are white and yellow! What is different about them?
        _rows, columns = is_red.nonzero()
        return columns

"""Follow whatever is red: turn to it, drive up to it, and keep a distance.

It looks with the robot's eye, a colour camera that only simulated robots have. Try it in the
window, and drag the red ball with the mouse: python main.py run follow_red --maze red
"""

from wsusim import Controller

WIDTH, HEIGHT = 160, 120  # of a picture, in pixels
NEAR = 50  # a ball of 40 mm that is so many pixels wide is 60 mm away from the robot
CRUISE = 80  # mm/s


class FollowRed(Controller):
    def run(self):
        self.eye.size = (WIDTH, HEIGHT)
        lost_turn = 32  # to turn left while nothing red is in sight
        while self.active:
            columns = self.red_columns()
            if len(columns) == 0:
                self.motors.set_speeds_mm_s(-lost_turn, lost_turn)
            else:
                turn = 48 * (WIDTH / 2 - columns.mean()) / (WIDTH / 2)  # to the left if above 0
                missing = NEAR - (columns.max() - columns.min() + 1)
                ahead = max(-CRUISE, min(CRUISE, 4 * missing))
                self.motors.set_speeds_mm_s(ahead - turn, ahead + turn)
                lost_turn = 32 if turn > 0 else -32  # it went out of sight on that side
            self.sleep(0.04)

    def red_columns(self):
        """Return the column of each red pixel, 0 (left) to 159 (right)."""
        picture = self.eye.picture.astype(int)  # numbers that don't overflow beyond 255
        red, green, blue = picture[:, :, 0], picture[:, :, 1], picture[:, :, 2]
        is_red = (red > 80) & (red > 2 * green) & (red > 2 * blue)
        _rows, columns = is_red.nonzero()
        return columns

"""Drive forward and turn away from anything near: the smallest useful program in step style."""

from wsusim import Controller

NEAR = 250  # a front sensor that reads more has something in its way
CRUISE = 10  # pulses per 10 ms: 80 mm/s


class AvoidObstacles(Controller):
    period = 0.05

    def setup(self):
        self.side = 1  # 1 turns left, -1 turns right
        self.turning = 0  # how many more steps to turn
        self.extra = 0  # extra steps it turned last time after the way was free

    def step(self):
        left = max(self.sensors.left_45.proximity, self.sensors.front_left.proximity)
        right = max(self.sensors.right_45.proximity, self.sensors.front_right.proximity)
        if max(left, right) > NEAR:
            if self.turning == 0:  # keep to one side, or a corner would trap it forever
                self.side = 1 if right > left else -1
                self.extra = (self.extra + 7) % 16  # different each time: no driving in circles
            self.turning = self.extra + 1
        if self.turning > 0:
            self.turning -= 1
            self.motors.set_speeds(-6 * self.side, 6 * self.side)
        else:
            self.motors.set_speeds(CRUISE, CRUISE)

"""Drive forward and turn away from anything near: the smallest useful program in step style.

It drives every kind of robot: each says for itself which reading is `near`, sensors are asked for
by their bearing, and speeds are in millimetres per second.
"""

from wsusim import Controller

CRUISE = 64  # mm/s
TURN = 48  # mm/s: one wheel forwards, the other one backwards


class AvoidObstacles(Controller):
    period = 0.05

    def setup(self):
        self.ahead = self.sensors.toward(0)
        self.left = self.sensors.toward(45)
        self.right = self.sensors.toward(-45)
        self.side = 1  # 1 turns left, -1 turns right
        self.turning = 0  # how many more steps to turn
        self.extra = 0  # extra steps it turned last time after the way was free

    def step(self):
        left, right = self.left.proximity, self.right.proximity
        if max(self.ahead.proximity, left, right) > self.sensors.near:
            if self.turning == 0:  # keep to one side, or a corner would trap it forever
                self.side = 1 if right > left else -1
                self.extra = (self.extra + 7) % 16  # different each time: no driving in circles
            self.turning = self.extra + 1
        if self.turning > 0:
            self.turning -= 1
            self.motors.set_speeds_mm_s(-TURN * self.side, TURN * self.side)
        else:
            self.motors.set_speeds_mm_s(CRUISE, CRUISE)

"""Roam about with any robot: sensors by bearing, speeds in millimetres per second."""

from wsusim import Controller

NEAR = 130  # a reading above this means that something is in the way, on every robot
CRUISE = 60  # mm/s
TURN = 40  # mm/s, one wheel forward, the other one back


class AnyRobot(Controller):
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
        if max(self.ahead.proximity, left, right) > NEAR:
            if self.turning == 0:  # keep to one side, or a corner would trap it forever
                self.side = 1 if right > left else -1
                self.extra = (self.extra + 7) % 16  # different each time: no driving in circles
            self.turning = self.extra + 1
        if self.turning > 0:
            self.turning -= 1
            self.motors.set_speeds_mm_s(-TURN * self.side, TURN * self.side)
        else:
            self.motors.set_speeds_mm_s(CRUISE, CRUISE)

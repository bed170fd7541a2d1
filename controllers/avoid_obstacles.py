"""Drive ahead and turn away from whatever comes near: the smallest useful program in step style."""

from wsusim import Controller

NEAR = 250  # a front sensor that reads more has something in its way
CRUISE = 10  # pulses per 10 ms: 80 mm/s


class AvoidObstacles(Controller):
    period = 0.05

    def setup(self):
        self.turning = 0  # +1 turns left, -1 turns right, 0 drives ahead

    def step(self):
        left = max(self.sensors.left_45.distance, self.sensors.front_left.distance)
        right = max(self.sensors.right_45.distance, self.sensors.front_right.distance)
        if max(left, right) < NEAR:
            self.turning = 0
            self.motors.set_speeds(CRUISE, CRUISE)
            return
        if self.turning == 0:  # keep to one side, or a corner would hold the robot for ever
            self.turning = 1 if right > left else -1
        self.motors.set_speeds(-6 * self.turning, 6 * self.turning)

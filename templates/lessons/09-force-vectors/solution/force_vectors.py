"""The lamp pulls, walls push: the sum says where to go."""

import math

from wsusim import Controller

PULL = 1.0  # of the lamp
PUSH = 1.2  # of a wall that is very near


class ForceVectors(Controller):
    period = 0.05

    def step(self):
        ahead, left = 0.5, 0.0  # an arrow: a little ahead, even in the dark
        for sensor in self.sensors:
            angle = math.radians(sensor.bearing)
            light = max(0, 500 - sensor.ambient) / 450  # 0 in the dark to 1 beside the lamp
            wall = sensor.proximity / 1023  # 0 nothing there to 1 very near
            ahead += (PULL * light - PUSH * wall) * math.cos(angle)
            left += (PULL * light - PUSH * wall) * math.sin(angle)
        length = math.hypot(ahead, left)
        ahead, left = ahead / length, left / length  # the direction is enough
        self.motors.set_speeds(7 * ahead - 7 * left, 7 * ahead + 7 * left)

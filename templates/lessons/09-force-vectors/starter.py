"""The lamp pulls, walls push. Right now only the lamp counts."""

import math

from wsusim import Controller

PULL = 1.0  # of the lamp
PUSH = 0.0  # of a wall that is very near


class ForceVectors(Controller):
    period = 0.05

    def step(self):
        ahead, left = 0.2, 0.0  # an arrow: a little ahead, even in the dark
        for sensor in self.sensors:
            angle = math.radians(sensor.bearing)
            light = max(0, 500 - sensor.ambient) / 450  # 0 in the dark to 1 beside the lamp
            ahead += PULL * light * math.cos(angle)
            left += PULL * light * math.sin(angle)
            # And the wall that this sensor sees?
        self.motors.set_speeds(8 * ahead - 8 * left, 8 * ahead + 8 * left)

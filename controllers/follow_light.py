"""Go from lamp to lamp: turn to the brightest side, drive, and leave a lamp that was reached.

Walls are turned away from. A lamp that has been reached is left behind with its back to the robot,
so that the next one is brighter.
"""

from wsusim import Controller

NEAR = 350
REACHED = 100  # light this bright: the lamp is under the robot's nose
LEAVE_S = 3.0


class FollowLight(Controller):
    period = 0.05

    def setup(self):
        self.leaving_until = 0.0

    def step(self):
        lights, distances = self.sensors.lights, self.sensors.distances
        if min(lights[1:5]) < REACHED and self.time > self.leaving_until:
            self.say("reached a lamp")
            self.leaving_until = self.time + LEAVE_S
        if max(distances[1:5]) > NEAR:
            side = 1 if sum(distances[3:6]) > sum(distances[:3]) else -1
            self.motors.set_speeds(-6 * side, 6 * side)
        elif self.time < self.leaving_until:
            self.motors.set_speeds(9, 7)
        else:
            # Bright is low: a darker right side means that the lamp is on the left.
            left = min(lights[0], lights[1], lights[2])
            right = min(lights[3], lights[4], lights[5])
            turn = max(-6, min(6, (right - left) / 8))
            self.motors.set_speeds(8 - turn, 8 + turn)

"""Roam about with any robot: curve away from what comes into sight, turn away from what is near.

Every kind of robot says for itself which readings are `far` and `near`.
"""

from wsusim import Controller

CRUISE = 80  # mm/s
TURN = 48  # mm/s: one wheel forwards, the other one backwards


class AnyRobot(Controller):
    period = 0.05

    def setup(self):
        self.ahead = self.sensors.toward(0)
        self.left = self.sensors.toward(45)
        self.right = self.sensors.toward(-45)
        self.side = 1  # 1 turns left, -1 turns right
        self.turning = 0  # how many more steps to turn

    def step(self):
        left, right = self.left.proximity, self.right.proximity
        if max(self.ahead.proximity, left, right) > self.sensors.near:
            if self.turning == 0:  # keep to one side, or a corner would trap it forever
                self.side = 1 if right > left else -1
            self.turning = self.random.randint(1, 16)  # or it would drive in circles
        if self.turning > 0:
            self.turning -= 1
            self.motors.set_speeds_mm_s(-TURN * self.side, TURN * self.side)
        else:  # what is on one side slows the wheel on the other side
            self.motors.set_speeds_mm_s(CRUISE * self.free(right), CRUISE * self.free(left))

    def free(self, reading):
        """Return how free the way is on a side: 1 up to `far`, 0 from `near` on."""
        far, near = self.sensors.far, self.sensors.near
        return 1 - max(0, min(1, (reading - far) / (near - far)))

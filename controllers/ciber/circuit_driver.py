"""Drives round a circuit between walls: challenge 1 of the course on walls."""

from wsusim.ciber import CiberController

NEAR_AHEAD = 1.3  # 1 / distance: about three quarters of a robot
FAST, TURNING = 0.15, 0.1


class CircuitDriver(CiberController):
    def setup(self):
        self.way = 0  # turning on the spot: 1 to the left, -1 to the right
        self.front = 0.0  # smoothed: one noisy reading must not end a turn

    def step(self):
        see = self.sensors.obstacle
        self.front = (self.front + see.front) / 2
        if self.front < NEAR_AHEAD:
            self.way = 0
        elif not self.way:  # turn to where there is more room, until the way ahead is free
            self.way = 1 if see.left < see.right else -1
        if self.way:
            self.motors.set_powers(-TURNING * self.way, TURNING * self.way)
            return
        turn = 0.02 * (min(see.right, 4) - min(see.left, 4))  # away from the nearer wall
        self.motors.set_powers(
            max(-0.15, min(0.15, FAST - turn)), max(-0.15, min(0.15, FAST + turn))
        )

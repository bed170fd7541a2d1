"""Keeps a wall on its right; stops on the target. An agent for the CiberMouse arena."""

from wsusim.ciber import CiberController

NEAR_WALL = 1.6  # 1 / distance: about 0.6 robots away


class WallFollower(CiberController):
    def step(self):
        see = self.sensors.obstacle
        self.request("IRSensor0", "IRSensor2", "Ground")
        if self.sensors.ground is not None and self.sensors.ground >= 0:
            self.set_visiting_led()
            self.motors.stop()
        elif see.front > NEAR_WALL:
            self.motors.set_powers(-0.08, 0.08)
        elif see.right > NEAR_WALL:
            self.motors.set_powers(0.08, 0.12)
        else:
            self.motors.set_powers(0.13, 0.08)

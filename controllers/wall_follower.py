"""Follow the wall on the left: the example from the 2002 paper, rewritten.

The robot drives ahead to the first wall, turns until the wall is on its left, and stays beside it:
too near, it turns away; too far, it turns back. In a maze without islands this finds the goal.
"""

from wsusim import Controller

NEAR = 600  # a sensor that reads more has a wall close by
TOO_NEAR = 1000  # less than 20 mm away
NEAR_45 = 150  # below this, the slanting sensor looks past the wall


class WallFollower(Controller):
    def run(self):
        self.find_wall()
        while self.active:
            self.follow_wall()
            self.sleep(0.02)

    def find_wall(self):
        """Drive forward until there is a wall ahead, then turn right until it is on the left."""
        self.motors.set_speeds(8, 8)
        while self.active and max(self.sensors.proximities[1:5]) < NEAR:
            self.sleep(0.02)
        self.motors.set_speeds(4, -4)
        while self.active and self.sensors.left.proximity < NEAR:
            self.sleep(0.02)

    def follow_wall(self):
        """Choose the wheel speeds from what the left and front sensors see."""
        left, left_45, front_left, front_right, right_45, _right = self.sensors.proximities[:6]
        if front_left > NEAR or front_right > NEAR or right_45 > NEAR:
            self.motors.set_speeds(4, -4)  # blocked: turn right on the spot
        elif left_45 > NEAR_45 or left > TOO_NEAR:
            self.motors.set_speeds(8, 2)  # too near: steer away
        elif left > NEAR:
            self.motors.set_speeds(8, 8)  # just right
        else:
            self.motors.set_speeds(4, 8)  # the wall is gone: steer towards it

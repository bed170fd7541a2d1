"""Follow the wall on the left: the example from the 2002 paper, rewritten.

The robot drives ahead to the first wall and turns once round before it: so it learns what each of
its sensors reads beside a wall, for no two robots see alike. Then it keeps the wall on its left:
too near, it turns away; too far, it turns back. In a maze without islands this finds the goal.
"""

from wsusim import Controller

CLOSE = 5 / 3  # times what this robot calls near: there is a wall close by
BESIDE = 0.6  # 1 is what a sensor read beside the first wall
TOO_NEAR = 1.4
NEAR_45 = 0.3  # below this, the slanting sensor looks past the wall
ROUND = 3.65  # so many wheel bases each wheel rolls: once round is pi, and a little more


class WallFollower(Controller):
    def run(self):
        self.directions = [self.sensors.toward(bearing).numbers for bearing in (90, 45, 0, -45)]
        self.find_wall()
        self.learn_wall()
        while self.active:
            self.follow_wall()
            self.sleep(0.02)

    def find_wall(self):
        """Drive forward until there is a wall ahead."""
        self.highest = [CLOSE * self.sensors.near] * len(self.sensors)
        self.motors.set_speeds_mm_s(64, 64)
        while self.active and max(self.look()[1:]) < 1:
            self.sleep(0.02)

    def learn_wall(self):
        """Turn once round and note each sensor's highest reading; then turn to the wall's side."""
        self.highest = [1] * len(self.sensors)
        self.motors.set_speeds_mm_s(32, -32)
        end = self.time + ROUND * self.motors.wheel_base_mm / 32
        while self.active and self.time < end:
            self.highest = [max(pair) for pair in zip(self.highest, self.sensors.proximities)]
            self.sleep(0.02)
        while self.active and self.look()[0] < BESIDE:
            self.sleep(0.02)

    def look(self):
        """Return what is seen in each direction, as a share of what was seen at the first wall."""
        pairs = zip(self.sensors.proximities, self.highest)
        shares = [reading / highest for reading, highest in pairs]
        return [max(shares[number] for number in numbers) for numbers in self.directions]

    def follow_wall(self):
        """Choose the wheel speeds from what is seen on the left and ahead."""
        left, left_45, ahead, right_45 = self.look()
        if max(left_45, ahead, right_45) > BESIDE:
            self.motors.set_speeds_mm_s(32, -32)  # blocked: turn right on the spot
        elif left_45 > NEAR_45 or left > TOO_NEAR:
            self.motors.set_speeds_mm_s(64, 16)  # too near: steer away
        else:  # just right, or the wall is gone: steer towards it
            self.motors.set_speeds_mm_s(64 if left > BESIDE else 32, 64)

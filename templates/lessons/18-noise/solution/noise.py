"""Follow the wall on the left: the robot first learns what its sensors read at a wall."""

from wsusim import Controller

NEAR = 500  # a sensor that reads more has a wall close by
BESIDE = 0.6  # 1 is what a sensor read beside the first wall
TOO_NEAR = 1.4
NEAR_45 = 0.3  # below this, the slanting sensor looks past the wall
TURN_S = 6.0  # a little more than once round


class Noise(Controller):
    def run(self):
        self.find_wall()
        self.learn_wall()
        while self.active:
            self.follow_wall()
            self.sleep(0.02)

    def find_wall(self):
        """Drive forward until there is a wall ahead."""
        self.motors.set_speeds(8, 8)
        while self.active and max(self.sensors.proximities[1:5]) < NEAR:
            self.sleep(0.02)

    def learn_wall(self):
        """Turn once round and note each sensor's highest reading; then turn to the wall's side."""
        self.highest = [1] * 6
        self.motors.set_speeds(4, -4)
        end = self.time + TURN_S
        while self.active and self.time < end:
            pairs = zip(self.highest, self.sensors.proximities[:6], strict=True)
            self.highest = [max(pair) for pair in pairs]
            self.sleep(0.02)
        while self.active and self.look()[0] < BESIDE:
            self.sleep(0.02)

    def look(self):
        """Return what the sensors read, as shares of what they read beside the first wall."""
        pairs = zip(self.sensors.proximities[:6], self.highest, strict=True)
        return [reading / highest for reading, highest in pairs]

    def follow_wall(self):
        """Choose the wheel speeds from what the left and front sensors see."""
        left, left_45, front_left, front_right, right_45, _right = self.look()
        if max(left_45, front_left, front_right, right_45) > BESIDE:
            self.motors.set_speeds(4, -4)  # blocked: turn right on the spot
        elif left_45 > NEAR_45 or left > TOO_NEAR:
            self.motors.set_speeds(8, 2)  # too near: steer away
        elif left > BESIDE:
            self.motors.set_speeds(8, 8)  # just right
        else:
            self.motors.set_speeds(4, 8)  # the wall is gone: steer towards it

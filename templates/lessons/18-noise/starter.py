"""Follow the wall on the left to the goal, with thresholds that fit some robots only."""

from wsusim import Controller

NEAR = 500  # a sensor that reads more has a wall close by


class Noise(Controller):
    def run(self):
        self.find_wall()
        while self.active:
            self.follow_wall()
            self.sleep(0.02)

    def find_wall(self):
        """Drive ahead until there is a wall; then turn until it is on the left."""
        self.motors.set_speeds(8, 8)
        while self.active and max(self.sensors.proximities[1:5]) < NEAR:
            self.sleep(0.02)
        self.motors.set_speeds(4, -4)
        while self.active and self.sensors.left.proximity < NEAR:
            self.sleep(0.02)

    def follow_wall(self):
        """Choose the wheel speeds from what the left and front sensors see."""
        left, left_45, front_left, front_right, right_45 = self.sensors.proximities[:5]
        if max(left_45, front_left, front_right, right_45) > NEAR:
            self.motors.set_speeds(4, -4)  # blocked: turn right on the spot
        elif left_45 > NEAR / 2 or left > 2 * NEAR:
            self.motors.set_speeds(8, 2)  # too near: steer away
        elif left > NEAR:
            self.motors.set_speeds(8, 8)  # just right
        else:
            self.motors.set_speeds(4, 8)  # the wall is gone: steer towards it

"""Follow the wall on the left, by thresholds."""

from wsusim import Controller

AHEAD = 400  # more: there is a wall in front
NEAR = 700  # more: too near to the wall on the left
FAR = 300  # less: too far from it


class FollowAWall(Controller):
    def run(self):
        while self.active:
            left = self.sensors.left.proximity
            slanting = self.sensors.left_45.proximity
            ahead = max(self.sensors.front_left.proximity, self.sensors.front_right.proximity)
            if ahead > AHEAD:
                self.motors.set_speeds(4, -4)  # a wall ahead: turn right on the spot
            elif slanting > NEAR:
                self.motors.set_speeds(8, 2)  # heading into the wall: steer away
            elif left > NEAR:
                self.motors.set_speeds(8, 5)  # too near
            elif left < FAR:
                self.motors.set_speeds(3, 8)  # too far, or the wall has ended
            else:
                self.motors.set_speeds(8, 8)
            self.sleep(0.02)

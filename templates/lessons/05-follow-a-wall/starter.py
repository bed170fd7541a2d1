"""Follow the wall on the left. Right now the robot only knows what to do when it is too near."""

from wsusim import Controller

AHEAD = 400  # more: there is a wall in front
NEAR = 700  # more: too near to the wall on the left
FAR = 300  # less: too far from it


class FollowAWall(Controller):
    def run(self):
        while self.active:
            left = self.sensors.left.proximity
            ahead = max(self.sensors.front_left.proximity, self.sensors.front_right.proximity)
            if left > NEAR:
                self.motors.set_speeds(8, 4)  # steer away
            else:
                self.motors.set_speeds(8, 8)
            self.sleep(0.02)

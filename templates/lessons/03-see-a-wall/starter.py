"""Stop in front of the wall. Right now the robot doesn't notice it."""

from wsusim import Controller

NEAR = 300


class SeeAWall(Controller):
    def run(self):
        reading = self.sensors.front_left.proximity
        self.motors.set_speeds(8, 8)
        while self.active and reading < NEAR:
            self.sleep(0.05)
        self.motors.stop()
        self.say("A wall!")

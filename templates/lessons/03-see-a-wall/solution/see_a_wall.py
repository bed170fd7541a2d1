"""Stop in front of the wall: look again and again."""

from wsusim import Controller

NEAR = 300


class SeeAWall(Controller):
    def run(self):
        self.motors.set_speeds(8, 8)
        while self.active and self.sensors.front_left.proximity < NEAR:
            self.sleep(0.05)
        self.motors.stop()
        self.say(f"A wall! I read {self.sensors.front_left.proximity}.")

"""Follow a wall until it is boring. Right now the robot is never bored."""

from wsusim import Controller

NEAR = 500


class Boredom(Controller):
    period = 0.02

    def setup(self):
        self.patience_s = 10
        self.become(self.search)

    def step(self):
        self.state()  # one of the methods below

    def become(self, state):
        """Switch to another state and remember since when."""
        self.state = state
        self.since = self.time
        self.say(state.__name__)

    def search(self):
        """Drive on until there is a wall."""
        self.motors.set_speeds(8, 8)
        if max(self.sensors.proximities[:6]) > NEAR:
            self.become(self.follow)

    def follow(self):
        """Keep the wall on the left."""
        left, left_45, front_left, front_right, right_45, right = self.sensors.proximities[:6]
        if max(front_left, front_right, right_45) > NEAR or left_45 > 900:
            self.motors.set_speeds(4, -4)
        elif left_45 > 200 or left > 900:
            self.motors.set_speeds(8, 2)
        elif left > NEAR:
            self.motors.set_speeds(8, 8)
        else:
            self.motors.set_speeds(4, 8)

    def turn_away(self):
        """Turn away from the wall."""
        self.motors.set_speeds(5, -5)

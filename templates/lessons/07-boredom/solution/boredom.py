"""Follow a wall until it is boring, then leave it, each time a little later."""

from wsusim import Controller

NEAR = 500
TURN_S = 0.9


class Boredom(Controller):
    period = 0.02

    def setup(self):
        self.patience_s = 5
        self.become(self.search)

    def step(self):
        self.state()  # one of the methods below

    def become(self, state):
        """Switch to another state and remember since when."""
        self.state = state
        self.since = self.time
        self.say(state.__name__)

    def lasts(self):
        """Return how long it has been in this state, in seconds."""
        return self.time - self.since

    def search(self):
        """Drive on until there is a wall."""
        self.motors.set_speeds(8, 8)
        if max(self.sensors.proximities[:6]) > NEAR:
            self.become(self.follow)

    def follow(self):
        """Keep the wall on the left, until that is boring."""
        left, left_45, front_left, front_right, right_45, right = self.sensors.proximities[:6]
        if max(front_left, front_right, right_45) > NEAR or left_45 > 900:
            self.motors.set_speeds(4, -4)
        elif left_45 > 200 or left > 900:
            self.motors.set_speeds(8, 2)
        elif left > NEAR:
            self.motors.set_speeds(8, 8)
        else:
            self.motors.set_speeds(4, 8)
        if self.lasts() > self.patience_s:
            self.patience_s = self.random.uniform(4, 12)
            self.become(self.turn_away)

    def turn_away(self):
        """Turn away from the wall, until the way is free."""
        self.motors.set_speeds(5, -5)
        if self.lasts() > TURN_S and max(self.sensors.proximities[:6]) < NEAR:
            self.become(self.search)

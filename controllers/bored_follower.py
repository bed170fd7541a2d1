"""Follow a wall till it is boring, then cross the room: an idea of a student report (IAR, 2016)."""

from wsusim import Controller

NEAR = 600  # a sensor that reads more has a wall close by
NEAR_AHEAD = 500  # less, as the front sensors may be weak
TOO_NEAR = 1000  # less than 20 mm away
TOO_NEAR_45 = 900  # a gentle turn would graze the wall
NEAR_45 = 150  # below this, the slanting sensor looks past the wall
TURN_S = 0.9  # long enough to turn away from the wall
SEARCH_S = 20.0  # no room is that wide: the robot must be stuck on something it can't see


class BoredFollower(Controller):
    period = 0.02

    def setup(self):
        self.patience_s = 20.0
        self.become(self.search)

    def step(self):
        self.state()

    def become(self, state):
        """Switch to another state and remember when."""
        self.state, self.since = state, self.time

    def lasts(self, seconds):
        """Tell whether the current state has lasted longer than this many seconds."""
        return self.time - self.since > seconds

    def search(self):
        """Drive forward until there is a wall."""
        self.motors.set_speeds(8, 8)
        if max(self.sensors.proximities[:6]) > NEAR:
            self.become(self.follow)
        elif self.lasts(SEARCH_S):
            self.become(self.turn_away)

    def follow(self):
        """Keep the wall on the left until that gets boring."""
        left, left_45, front_left, front_right, right_45, _right = self.sensors.proximities[:6]
        if max(front_left, front_right, right_45) > NEAR_AHEAD or left_45 > TOO_NEAR_45:
            self.motors.set_speeds(4, -4)
        elif left_45 > NEAR_45 or left > TOO_NEAR:
            self.motors.set_speeds(8, 2)
        else:
            self.motors.set_speeds(8 if left > NEAR else 4, 8)
        if self.lasts(self.patience_s):
            self.say(f"After {self.patience_s:.0f} seconds I am bored of this wall.")
            self.patience_s *= 3
            self.become(self.turn_away)

    def turn_away(self):
        """Turn away from the wall, and keep turning until the way is free."""
        self.motors.set_speeds(5, -5)
        if self.lasts(TURN_S) and max(self.sensors.proximities[:6]) < NEAR:
            self.become(self.search)

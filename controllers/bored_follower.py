"""Follow a wall till it is boring, then cross the room: an idea of a student report (IAR, 2016)."""

from wsusim import Controller

CLOSE = 2  # times what this robot calls near: a wall is close by
CLOSE_AHEAD = 5 / 3  # less, as the front sensors may be weak
TOO_CLOSE, TOO_CLOSE_45 = 10 / 3, 3  # a gentle turn would graze the wall
NEAR_45 = 1 / 2  # below this, the slanting sensor looks past the wall
TURN_S = 0.9  # long enough to turn away from the wall
SEARCH_S = 20.0  # no room is that wide: the robot must be stuck on something it can't see


class BoredFollower(Controller):
    period = 0.02

    def setup(self):
        self.directions = [self.sensors.toward(deg).numbers for deg in (90, 45, 0, -45, -90)]
        self.patience_s = 20.0
        self.become(self.search)

    def step(self):
        self.state(*self.look())

    def look(self):
        """Return the greatest reading in each direction, in what this robot calls near."""
        readings, near = self.sensors.proximities, self.sensors.near
        return [max(readings[n] for n in numbers) / near for numbers in self.directions]

    def become(self, state):
        self.state, self.since = state, self.time

    def lasts(self, seconds):
        return self.time - self.since > seconds

    def search(self, *seen):
        """Drive forward until there is a wall."""
        self.motors.set_speeds_mm_s(64, 64)
        if max(seen) > CLOSE or self.lasts(SEARCH_S):
            self.become(self.follow if max(seen) > CLOSE else self.turn_away)

    def follow(self, left, left_45, ahead, right_45, _right):
        """Keep the wall on the left until that gets boring."""
        if max(ahead, right_45) > CLOSE_AHEAD or left_45 > TOO_CLOSE_45:
            self.motors.set_speeds_mm_s(32, -32)
        elif left_45 > NEAR_45 or left > TOO_CLOSE:
            self.motors.set_speeds_mm_s(64, 16)
        else:
            self.motors.set_speeds_mm_s(64 if left > CLOSE else 32, 64)
        if self.lasts(self.patience_s):
            self.say(f"After {self.patience_s:.0f} seconds I am bored of this wall.")
            self.patience_s *= 3
            self.become(self.turn_away)

    def turn_away(self, *seen):
        """Turn away from the wall, and keep turning until the way is free."""
        self.motors.set_speeds_mm_s(40, -40)
        if self.lasts(TURN_S) and max(seen) < CLOSE:
            self.become(self.search)

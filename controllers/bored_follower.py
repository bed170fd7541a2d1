"""Follow a wall until it is boring, then leave it: the idea of a student report (IAR, 2016).

A wall follower circles an island for ever. This one counts how long it has been beside the same
wall, gets bored, turns away, crosses the room and looks for another wall.
"""

from wsusim import Controller

NEAR = 600
BORED_AFTER_S = 20.0
TURN_S = 0.9  # long enough to leave the wall behind the robot's shoulder
LEAVE_S = 1.5


class BoredFollower(Controller):
    period = 0.02

    def setup(self):
        self.state = self.search
        self.since = 0.0  # when the present state began

    def step(self):
        self.state()

    def become(self, state):
        self.state, self.since = state, self.time

    def search(self):
        """Drive ahead until there is a wall."""
        self.motors.set_speeds(8, 8)
        if max(self.sensors.distances[:6]) > NEAR:
            self.become(self.follow)

    def follow(self):
        """Keep the wall on the left, until it is boring."""
        left, left_45, front_left, front_right, right_45, _right = self.sensors.distances[:6]
        if max(front_left, front_right, right_45) > NEAR:
            self.motors.set_speeds(4, -4)
        elif left_45 > NEAR:
            self.motors.set_speeds(8, 3)
        elif left > NEAR:
            self.motors.set_speeds(8, 8)
        else:
            self.motors.set_speeds(3, 8)
        if self.time - self.since > BORED_AFTER_S:
            self.say("I am bored of this wall.")
            self.become(self.turn_away)

    def turn_away(self):
        """Turn the back to the wall."""
        self.motors.set_speeds(5, -5)
        if self.time - self.since > TURN_S:
            self.become(self.leave)

    def leave(self):
        """Get clear of the old wall before looking for a new one."""
        ahead = max(self.sensors.distances[1:5])
        self.motors.set_speeds(*((8, 8) if ahead < NEAR else (5, -5)))
        if self.time - self.since > LEAVE_S:
            self.become(self.search)

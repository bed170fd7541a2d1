"""Look for a wall, turn away, rest. State machine: each state calls its own method."""

from wsusim import Controller

NEAR = 200  # proximity, 0 (nothing) to 1023 (touching)


class MyRobot(Controller):
    """Each state is a method: it acts for one step and returns the state for the next step."""

    period = 0.05  # seconds from one step to the next

    def setup(self):
        """Start in the first state."""
        self.state = self.searching

    def step(self):
        """Run the current state; show when it changes."""
        following = self.state()
        if following != self.state:
            self.say(following.__name__)
        self.state = following

    def searching(self):
        """Drive straight ahead until there is something in front."""
        self.motors.set_speeds(6, 6)
        if max(self.sensors.proximities[1:5]) > NEAR:
            return self.turning
        return self.searching

    def turning(self):
        """Turn right on the spot until the way ahead is free."""
        self.motors.set_speeds(4, -4)
        if max(self.sensors.proximities[1:5]) < NEAR / 2:
            self.rest_until = self.time + 1.0
            return self.resting
        return self.turning

    def resting(self):
        """Stand still for a second."""
        self.motors.stop()
        return self.searching if self.time >= self.rest_until else self.resting

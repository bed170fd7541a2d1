"""Drive straight ahead; turn away from anything near. Step style: called again and again."""

from wsusim import Controller

NEAR = 200  # proximity, 0 (nothing) to 1023 (touching)


class MyRobot(Controller):
    """Describe here what your robot does."""

    period = 0.05  # seconds from one step to the next

    def setup(self):
        """Prepare: called once, before the first step."""
        self.turns = 0

    def step(self):
        """Look at the sensors, decide, tell the motors: called every `period` seconds."""
        if max(self.sensors.proximities[1:5]) > NEAR:
            self.motors.set_speeds(4, -4)  # turn right on the spot
            self.turns += 1
        else:
            self.motors.set_speeds(6, 6)  # 1 is 8 mm/s

    def close(self):
        """Clean up: called once, at the end."""
        self.say(f"I turned in {self.turns} steps.")

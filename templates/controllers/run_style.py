"""Drive straight ahead; turn away from anything near. Run style: one program, top to bottom."""

from wsusim import Controller

NEAR = 200  # proximity, 0 (nothing) to 1023 (touching)


class MyRobot(Controller):
    """Describe here what your robot does."""

    def run(self):
        """Do everything: called once, when the robot starts."""
        while self.active:  # until Stop is pressed
            if self.wall_ahead():
                self.motors.set_speeds(4, -4)  # turn right on the spot
            else:
                self.motors.set_speeds(6, 6)  # 1 is 8 mm/s
            self.sleep(0.05)

    def wall_ahead(self):
        """Return whether one of the four front sensors sees something near."""
        return max(self.sensors.proximities[1:5]) > NEAR

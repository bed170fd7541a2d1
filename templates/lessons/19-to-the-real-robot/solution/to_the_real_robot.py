"""Drive to the wall, fast, and stop in time: few questions on the line, and slow down early."""

from wsusim import Controller

FAST, SLOW = 25, 5
SEEN = 60  # above what the sensors read where nothing is: there may be a wall
NEAR = 300


class ToTheRealRobot(Controller):
    def run(self):
        self.sleep(0.1)
        self.empty = self.look()  # what it reads where nothing is
        self.motors.set_speeds(FAST, FAST)
        while self.active and self.look() < self.empty + SEEN:
            self.sleep(0.01)
        self.motors.set_speeds(SLOW, SLOW)
        while self.active and self.look() < self.empty + NEAR:
            self.sleep(0.01)
        self.motors.stop()
        self.say(f"Readings were {self.sensors.age:.3f} s old")

    def look(self):
        """Return the greatest reading ahead: one question on the line."""
        return max(self.sensors.proximities[1:5])

"""Drive to the green square. Right now the robot stops much too early."""

from wsusim import Controller


class FirstDrive(Controller):
    def run(self):
        self.motors.set_speeds(5, 5)  # both wheels: 5 is 40 mm/s
        self.sleep(3)  # keep driving for 3 seconds
        self.motors.stop()

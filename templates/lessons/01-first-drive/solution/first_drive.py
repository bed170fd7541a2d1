"""Drive to the green square and stop there."""

from wsusim import Controller


class FirstDrive(Controller):
    def run(self):
        self.motors.set_speeds(5, 5)  # 40 mm/s
        self.sleep(17)  # 680 mm: well inside the square, wherever it starts exactly
        self.motors.stop()

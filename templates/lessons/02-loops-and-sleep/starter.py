"""Drive round the block. Right now the robot drives along one side of it only."""

from wsusim import Controller


class RoundTheBlock(Controller):
    def run(self):
        self.motors.set_speeds(8, 8)  # straight on, 64 mm/s
        self.sleep(7.8)
        self.motors.set_speeds(-5, 5)  # turn left on the spot
        self.sleep(0.5)
        self.motors.stop()

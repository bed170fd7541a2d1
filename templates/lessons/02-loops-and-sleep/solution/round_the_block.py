"""Drive round the block: four times the same side and the same corner."""

from wsusim import Controller


class RoundTheBlock(Controller):
    def run(self):
        for side in range(4):
            self.motors.set_speeds(8, 8)
            self.sleep(7.8)
            self.motors.set_speeds(-5, 5)
            self.sleep(1.04)
            print("Corner", side + 1)
        self.motors.stop()

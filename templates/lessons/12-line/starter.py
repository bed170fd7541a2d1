"""Follow the line. Right now the robot drives straight on."""

from wsusim import Controller

BLACK = 500  # less: the sensor is over the line


class Line(Controller):
    def run(self):
        while self.active:
            left = self.floor.left.brightness < BLACK
            right = self.floor.right.brightness < BLACK
            self.motors.set_speeds(5, 5)
            self.sleep(0.02)

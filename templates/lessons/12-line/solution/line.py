"""Follow the line: turn to the side that sees it, and remember where it was last."""

from wsusim import Controller

BLACK = 500  # less: the sensor is over the line


class Line(Controller):
    def run(self):
        last = "left"
        while self.active:
            left = self.floor.left.brightness < BLACK
            right = self.floor.right.brightness < BLACK
            if left and not right:
                last = "left"
                self.motors.set_speeds(0, 6)
            elif right and not left:
                last = "right"
                self.motors.set_speeds(6, 0)
            elif left and right:
                self.motors.set_speeds(5, 5)
            elif last == "left":
                self.motors.set_speeds(3, 6)
            else:
                self.motors.set_speeds(6, 3)
            self.sleep(0.02)

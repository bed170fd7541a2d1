"""Follow a dark line on the floor with the two sensors underneath: one on each side of the line.

Where a sensor sees the line, the robot turns to that side. Where neither does, it searches on the
side where the line was last.
"""

from wsusim import Controller

CRUISE = 48  # mm/s
GAIN = 72  # how hard it turns when one sensor is over the line
BLACK, WHITE = 60, 1000  # what a sensor reads over ink and over paper


class LineFollower(Controller):
    period = 0.02

    def setup(self):
        self.last_turn = 0.3  # where the line was last: above 0 is left
        self.lost_s = 0.0

    def step(self):
        if self.sensors.toward(0).proximity > self.sensors.near:  # something is in the way
            self.motors.stop()
            return
        left, right = self.darkness(self.floor.left), self.darkness(self.floor.right)
        if max(left, right) > 0.3:
            self.last_turn = left - right
            self.lost_s = 0.0
        else:
            self.lost_s += self.period
        turn = GAIN * self.last_turn
        speed = CRUISE * (1 - min(1, abs(self.last_turn)) / 2)
        if self.lost_s > 0.5:  # between the lines on both sides, or gone: circle slowly
            turn, speed = 16, 32
        self.motors.set_speeds_mm_s(speed - turn, speed + turn)

    def darkness(self, sensor):
        """Return 0 over paper, 1 over ink."""
        return (WHITE - sensor.brightness) / (WHITE - BLACK)

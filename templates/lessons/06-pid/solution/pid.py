"""Drive along the wall on the left by P and D."""

from wsusim import Controller

TARGET = 500  # what the left sensor should read
SPEED = 64  # mm/s
KP = 0.06
KD = 0.02


class Pid(Controller):
    period = 0.04

    def setup(self):
        self.reading = self.sensors.left.proximity
        self.before = self.reading - TARGET

    def step(self):
        # The sensor is noisy: take three tenths of the new reading and seven tenths of the old one.
        self.reading = 0.7 * self.reading + 0.3 * self.sensors.left.proximity
        error = self.reading - TARGET  # above 0: too near
        change = (error - self.before) / self.period
        self.before = error
        turn = KP * error + KD * change
        self.plot(error=error, turn=turn)
        self.motors.set_speeds_mm_s(SPEED + turn, SPEED - turn)

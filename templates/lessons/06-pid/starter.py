"""Drive along the wall on the left. Right now in waves: always the same turn, however small the error."""

from wsusim import Controller

TARGET = 500  # what the left sensor should read
SPEED = 64  # mm/s


class Pid(Controller):
    period = 0.1

    def setup(self):
        self.reading = self.sensors.left.proximity

    def step(self):
        # The sensor is noisy: take three tenths of the new reading and seven tenths of the old one.
        self.reading = 0.7 * self.reading + 0.3 * self.sensors.left.proximity
        error = self.reading - TARGET  # above 0: too near
        turn = 40 if error > 0 else -40
        self.plot(error=error)
        self.motors.set_speeds_mm_s(SPEED + turn, SPEED - turn)

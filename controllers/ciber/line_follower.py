"""Follows a line on the floor round its loop: challenge 1 of the course on lines."""

from wsusim.ciber import CiberController

FAST, SLOW = 0.15, 0.1


class LineFollower(CiberController):
    def setup(self):
        self.side = 0  # where the line was seen last: 1 left, -1 right
        self.lost = 0

    def step(self):
        line = self.sensors.line
        # One dark point between two light ones may be an error of the sensor, and the other way.
        smooth = [sum(line[max(0, n - 1) : n + 2]) >= 2 for n in range(len(line))]
        seen = [3 - place for place, dark in enumerate(smooth) if dark]
        if not seen:
            self.lost += 1
            if self.lost > 1:  # turn on the spot towards where it went
                self.motors.set_powers(-0.1 * self.side, 0.1 * self.side)
            return
        self.lost = 0
        aside = sum(seen) / len(seen)  # to the left is positive
        if abs(aside) >= 0.8:
            self.side = 1 if aside > 0 else -1
        speed = FAST if abs(aside) < 0.8 else SLOW
        turn = 0.05 * aside
        self.motors.set_powers(
            max(-0.15, min(0.15, speed - turn)), max(-0.15, min(0.15, speed + turn))
        )

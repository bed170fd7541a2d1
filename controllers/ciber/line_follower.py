"""Follows a line on the floor round its loop: challenge 1 of the course on lines."""

from wsusim.ciber import CiberController

FAST, SLOW = 0.15, 0.1
BACK = (-0.1, -0.1)
# Cycles of turning on the spot to one side: some 120 degrees. Further on, the sensor would find the
# line on which it came, and the robot would go back.
A_TURN = 11


class LineFollower(CiberController):
    def setup(self):
        self.side = 1  # where the line goes on: 1 left, -1 right
        self.lost = 0  # cycles without a line
        self.plan = []  # powers for the next cycles, until the line is there again

    def step(self):
        line = self.sensors.line
        # One dark point between two light ones may be an error of the sensor, and the other way.
        smooth = [sum(line[max(0, n - 1) : n + 2]) >= 2 for n in range(len(line))]
        seen = [3 - place for place, dark in enumerate(smooth) if dark]
        self.lost = 0 if seen else self.lost + 1
        if self.lost > 1 and not self.plan:
            self.plan = self.search()
        if self.plan and (not seen or self.plan[0] == BACK):
            self.motors.set_powers(*self.plan.pop(0))
            return
        if not seen:  # for a cycle only: it may be an error of the sensor
            return
        self.plan = []
        aside = sum(seen) / len(seen)  # to the left is positive
        is_corner = len(seen) >= 4  # the line alone covers two or three points
        if abs(aside) >= 0.8 or (is_corner and aside):
            self.side = 1 if aside > 0 else -1
        speed = FAST if abs(aside) < 0.8 else SLOW
        turn = 0.05 * aside
        self.motors.set_powers(
            max(-0.15, min(0.15, speed - turn)), max(-0.15, min(0.15, speed + turn))
        )

    def search(self):
        """Return what to do: turn to where the line went, to the other side, then back up a bit."""
        there, other = (-0.1 * self.side, 0.1 * self.side), (0.1 * self.side, -0.1 * self.side)
        return A_TURN * [there] + 2 * A_TURN * [other] + A_TURN * [there] + 4 * [BACK]

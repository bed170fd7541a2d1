"""Where is the target? How likely each place is, after all that beacon and floor have said.

Every direction in which the beacon was seen makes the places along it likelier, and every place
where the floor was no target, unlikelier. One direction leaves a ray; two from different places
cross.
"""

import math

import numpy as np

CELL = 0.5
WIDE = 60.0
RANGE = 5.5  # the beacon is seen from 5 away at most
WIDTH = math.radians(7.0)  # of a direction: the compass is late, and both are noisy
SURE_ENOUGH = 1.5
MOST = 30.0
REACH = 1.5  # from its middle the floor is the target


class TargetBelief:
    """What one robot believes of the target's place, in the GPS's own coordinates."""

    def __init__(self, start):
        side = round(WIDE / CELL)
        middles = (np.arange(side) + 0.5) * CELL - WIDE / 2.0
        self.x = (start[0] + middles)[:, None]
        self.y = (start[1] + middles)[None, :]
        self.odds = np.zeros((side, side))

    def see(self, place, direction):
        """Take in that the beacon was seen from ``place`` in a direction (radians)."""
        away = np.hypot(self.x - place[0], self.y - place[1])
        off = np.arctan2(self.y - place[1], self.x - place[0]) - direction
        off = (off + math.pi) % (2.0 * math.pi) - math.pi
        likely = np.exp(-0.5 * (off / WIDTH) ** 2) * (away < RANGE)
        self.odds += 1.5 * likely - 0.5
        np.clip(self.odds, -MOST, MOST, out=self.odds)

    def stand(self, place):
        """Take in that the floor at ``place`` is no target: its middle is not near, either."""
        self.odds[np.hypot(self.x - place[0], self.y - place[1]) < 1.2] -= 2.0

    def stand_on(self, place):
        """Take in that the floor at ``place`` is the target: its middle is near."""
        self.odds[np.hypot(self.x - place[0], self.y - place[1]) > REACH] -= 2.0

    def best(self):
        """Return the likeliest place, or ``None`` while nothing speaks for any."""
        cell = np.unravel_index(np.argmax(self.odds), self.odds.shape)
        if self.odds[cell] < SURE_ENOUGH:
            return None
        near = np.hypot(self.x - self.x[cell[0], 0], self.y - self.y[0, cell[1]]) < REACH
        weight = near * np.exp(np.minimum(0.0, self.odds - self.odds[cell]))
        return np.array([np.sum(weight * self.x), np.sum(weight * self.y)]) / np.sum(weight)

"""What is where? A map of probabilities in cells of 0.1, and ways through it on coarse cells.

Each cell holds the log of the odds that it is blocked: 0 unknown, positive blocked, negative free.
The map is larger than the arena, with the robot's start in the middle.
"""

import math
from functools import lru_cache

import networkx
import numpy as np

CELL = 0.1
COARSE = 5  # cells of 0.1 along a side of a coarse cell
SHOWN_CELL = COARSE * CELL
ARENA = (28.0, 14.0)  # the contest's size
WIDE = 66.0  # the start is anywhere in it
UNKNOWN_COST, NEAR_WALL_COST = 3.0, 12.0
FREE, FREE_FAR, BLOCKED, DRIVEN = -0.25, -0.1, 0.5, -3.0
MOST = 6.0
SMALLEST_SEEN = 0.6  # weaker readings are mostly noise
WALL = 0.4  # the thinnest wall of the rules
HALF_CONE = math.radians(30.0)
KNOWN = 0.4
STAMP_DEG = 4.0  # directions are told apart so finely


@lru_cache
def ways():
    """Return all steps between neighbouring coarse cells; made once, which takes its time."""
    coarse = round(WIDE / CELL) // COARSE
    graph = networkx.grid_2d_graph(coarse, coarse)
    graph.add_edges_from(
        ((i, j), (i + 1, j + s))
        for i in range(coarse - 1)
        for j in range(coarse)
        for s in (-1, 1)
        if 0 <= j + s < coarse
    )
    return graph


class Map:
    """The arena as one robot knows it, in the GPS's own coordinates."""

    def __init__(self, start):
        side = round(WIDE / CELL)
        self.origin = np.array(start) - WIDE / 2.0
        self.odds = np.zeros((side, side))
        self.lowest, self.highest = np.array(start), np.array(start)  # where robots have been
        self._graph = ways()

    def see(self, place, direction, value, robots=()):
        """Take in what an obstacle sensor at ``place`` says that looks along ``direction``.

        What may be one of the ``robots`` is no wall.
        """
        reach = 1.0 / max(value, SMALLEST_SEEN)
        is_wall = value > SMALLEST_SEEN and not any(
            _may_be(robot, place, direction, reach) for robot in robots
        )
        step = round(math.degrees(direction) / STAMP_DEG) % round(360 / STAMP_DEG)
        self._add(place, _seen(step, round(10.0 * max(value, SMALLEST_SEEN)), is_wall))

    def drive_over(self, place):
        """Take in that a robot stands there: nothing else does."""
        self.lowest = np.minimum(self.lowest, place)
        self.highest = np.maximum(self.highest, place)
        self._add(place, _driven())

    def _add(self, place, stamp):
        """Add what a stamp says of the cells round a place."""
        i, j = ((np.array(place) - self.origin) / CELL).astype(int)
        n = stamp.shape[0] // 2
        window = self.odds[i - n : i + n + 1, j - n : j + n + 1]
        window += stamp
        np.clip(window, -MOST, MOST, out=window)

    def doubt(self, place):
        """Believe less of what is about a place from which there seems to be no way."""
        i, j = ((np.array(place) - self.origin) / CELL).astype(int)
        window = self.odds[i - 10 : i + 11, j - 10 : j + 11]
        window[window > 0.0] *= 0.5

    def overview(self):
        """Return rows of probabilities from below, and the x and y of their lower left corner."""
        low = self._coarse(self.highest - ARENA)
        high = self._coarse(self.lowest + ARENA)
        odds = self._coarse_odds()[low[0] : high[0] + 1, low[1] : high[1] + 1]
        probability = np.where(np.abs(odds) < 0.05, np.nan, 1.0 / (1.0 + np.exp(-odds)))
        x, y = self.origin + np.array(low) * COARSE * CELL
        return probability.T, x, y

    def way(self, start, goal, robots=(), before=()):
        """Return points from ``start`` to near ``goal``, round the ``robots``; else none.

        Of two ways that are alike, the one it was on ``before``.
        """
        cost = self._costs()
        for point in before:
            cost[self._coarse(point)] *= 0.6
        for robot in robots:
            i, j = self._coarse(robot)
            cost[i - 1 : i + 2, j - 1 : j + 2] = np.inf
        begin, end = self._coarse(start), self._coarse(goal)
        cost[begin] = cost[end] = 1.0

        def weight(a, b, _):
            if cost[b] == np.inf:
                return None
            return cost[b] * math.hypot(a[0] - b[0], a[1] - b[1])

        def straight(a, b):
            return 0.6 * math.hypot(a[0] - b[0], a[1] - b[1])

        try:
            cells = networkx.astar_path(self._graph, begin, end, straight, weight)
        except networkx.NetworkXNoPath:
            return []
        return [self.origin + (np.array(cell) + 0.5) * COARSE * CELL for cell in cells[1:]]

    def frontier(self, start, prefers):
        """Return a free place beside the unknown that is cheap to reach, or ``None``.

        ``prefers(x, y)`` makes places dearer, so that several robots part.
        """
        known = self._coarse_odds()
        cost = self._costs()
        reached = networkx.single_source_dijkstra_path_length(
            self._graph,
            self._coarse(start),
            cutoff=60.0,
            weight=lambda a, b, _: (
                None if cost[b] == np.inf or (known[b] > -KNOWN and known[a] > -KNOWN) else cost[b]
            ),
        )
        best, place = np.inf, None
        for cell, length in reached.items():
            if known[cell] > -KNOWN and cost[cell] < np.inf and length > 1.5:
                x, y = self.origin + (np.array(cell) + 0.5) * COARSE * CELL
                if length + prefers(x, y) < best:
                    best, place = length + prefers(x, y), np.array([x, y])
        return place

    def _costs(self):
        """Return what each coarse cell costs: blocked and its neighbours are closed or dear."""
        odds = self._coarse_odds(worst=True)
        blocked = odds > 1.0
        near = blocked.copy()
        for axis in (0, 1):
            for step in (-1, 1):
                near |= np.roll(blocked, step, axis)
        cost = np.where(odds < -KNOWN, 1.0, UNKNOWN_COST)
        cost[near] = NEAR_WALL_COST
        cost[blocked] = np.inf
        # No robot can be farther from the places where they have been than the arena is long.
        low = self._coarse(self.highest - ARENA + 0.5)
        high = self._coarse(self.lowest + ARENA - 0.5)
        cost[: low[0]] = cost[high[0] + 1 :] = np.inf
        cost[:, : low[1]] = cost[:, high[1] + 1 :] = np.inf
        return cost

    def _coarse_odds(self, worst=False):
        steps = range(COARSE)
        parts = [self.odds[i::COARSE, j::COARSE] for i in steps for j in steps]
        return np.maximum.reduce(parts) if worst else sum(parts) / len(parts)

    def _coarse(self, place):
        cell = ((np.array(place) - self.origin) / (COARSE * CELL)).astype(int)
        side = self.odds.shape[0] // COARSE
        i, j = np.clip(cell, 0, side - 1)
        return int(i), int(j)


@lru_cache(maxsize=8192)
def _seen(step, tenths, is_wall):
    """Return what a reading changes in the cells round the sensor that looks along a direction."""
    reach = 10.0 / tenths
    x, y = _round_about(1.0 / SMALLEST_SEEN + WALL)
    distance = np.hypot(x, y)
    aside = np.arctan2(y, x) - math.radians(step * STAMP_DEG)
    aside = np.abs((aside + math.pi) % (2.0 * math.pi) - math.pi)
    in_cone = aside <= HALF_CONE
    change = np.zeros_like(distance)
    change[in_cone & (distance < reach)] = FREE_FAR
    change[in_cone & (distance < 10.0 / (tenths + 1))] = FREE
    if is_wall:
        # The wall is somewhere in the cone: the nearer to its middle, the surer.
        hit = in_cone & (distance >= reach - 0.05) & (distance < reach + WALL)
        change[hit] = BLOCKED * (1.0 - 0.7 * aside[hit] / HALF_CONE)
    return change


@lru_cache
def _driven():
    x, y = _round_about(0.5)
    return np.where(np.hypot(x, y) <= 0.45, DRIVEN, 0.0)


def _round_about(reach):
    """Return x and y of the middles of the cells round a place."""
    n = math.ceil(reach / CELL)
    steps = np.arange(-n, n + 1) * CELL
    return np.meshgrid(steps, steps, indexing="ij")


def _may_be(robot, place, direction, reach):
    """Return whether what a sensor sees may be a robot that has told where it is."""
    x, y = robot[0] - place[0], robot[1] - place[1]
    aside = abs((math.atan2(y, x) - direction + math.pi) % (2.0 * math.pi) - math.pi)
    distance = math.hypot(x, y)
    return abs(distance - 0.5 - reach) < 0.4 and aside < HALF_CONE + math.asin(
        min(1.0, 0.5 / max(distance, 0.5))
    )

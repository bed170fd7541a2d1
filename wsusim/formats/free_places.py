"""Finds room for things whose place in a foreign map is taken or unknown."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from wsusim.errors import MazeError
from wsusim.model.clearance import Clearance, Floats
from wsusim.model.elementary import cos, hypot, sin
from wsusim.model.fixed_order import lengths
from wsusim.model.geometry import Point
from wsusim.model.robot_kind import RobotKind
from wsusim.model.world import Arena, Wall

DIRECTIONS = 32
CIRCLE = np.array(
    [(cos(k * math.tau / DIRECTIONS), sin(k * math.tau / DIRECTIONS)) for k in range(DIRECTIONS)]
)
STEP_MM, STEP_RATIO = 0.5, 0.02
"""Distance from ring to ring of a search, growing with the ring."""

MOST_WORK = 250_000_000
"""Distances that are measured before a map is given up: it takes some seconds. One drawn by hand
needs a thousandth of that."""


class Floor:
    """The floor of a world that is being built; every ``put`` leaves less room for the next."""

    def __init__(self, arena: Arena, walls: tuple[Wall, ...]) -> None:
        self._clearance = Clearance(arena, walls)
        self._reach_mm = hypot(arena.width_mm, arena.height_mm)
        self._middle_mm = (arena.width_mm / 2.0, arena.height_mm / 2.0)
        self._walls = len(walls)
        self._discs: list[tuple[float, float, float]] = []
        self._reached: dict[tuple[float, float, float], float] = {}
        self._work_left = MOST_WORK

    def put_lamp(self, x_mm: float, y_mm: float, radius_mm: float) -> Point | None:
        """Return the nearest free floor for a lamp's middle; its foot may lean into a wall."""
        return self._nearest(self._clearance.fixed_mm, x_mm, y_mm, 0.0, radius_mm)

    def put(self, x_mm: float, y_mm: float, radius_mm: float) -> Point | None:
        """Return the place nearest to a point where a disc has room, or ``None`` without any."""
        discs = np.array(self._discs).reshape(-1, 3)

        def spare_mm(points: Floats) -> Floats:
            gaps = points[:, None, :] - discs[:, :2]
            to_discs = lengths(gaps[..., 0], gaps[..., 1]) - discs[:, 2]
            nearest = to_discs.min(axis=1, initial=math.inf)
            spare: Floats = np.minimum(self._clearance.fixed_mm(points), nearest) - radius_mm
            return spare

        return self._nearest(spare_mm, x_mm, y_mm, radius_mm, radius_mm)

    def put_robot(self, kind: RobotKind) -> Point | None:
        """Return the place for a robot that is nearest to the middle, with room to turn around.

        Without such room, just enough to stand free must do.
        """
        for margin_mm in (25.0, 1.0):
            place = self.put(*self._middle_mm, kind.radius_mm + margin_mm)
            if place is not None:
                return place
        return None

    def _nearest(
        self,
        spare_mm: Callable[[Floats], Floats],
        x_mm: float,
        y_mm: float,
        needed_mm: float,
        radius_mm: float,
    ) -> Point | None:
        """Take the place nearest to a point where there is room, searched on rings around it.

        ``spare_mm`` returns for points ``[n, 2]`` how much room is left over; it changes by at most
        1 mm a millimetre, so that the next ring lies at least as far out as room is missing.
        Deterministic; right to within the step between rings. Room only gets less: what needs as
        much at the same point begins where the one before it ended.
        """
        place: Point | None = (x_mm, y_mm)
        spare = float(spare_mm(np.array([place]))[0])
        if spare < 0.0:
            key = (x_mm, y_mm, needed_mm)
            start_mm = max(STEP_MM / 2.0 - spare, self._reached.get(key, 0.0))
            place, self._reached[key] = self._search(spare_mm, (x_mm, y_mm), start_mm)
        if place is not None:
            self._discs.append((*place, radius_mm))
        return place

    def _search(
        self, spare_mm: Callable[[Floats], Floats], middle: Point, distance_mm: float
    ) -> tuple[Point | None, float]:
        """Return the first free place on rings around a point, and its ring's radius."""
        while distance_mm < self._reach_mm:
            self._work_left -= DIRECTIONS * (self._walls + len(self._discs))
            if self._work_left < 0:
                raise MazeError(
                    "Far too many things overlap walls or each other. Spread them out in the "
                    "program that made this map."
                )
            ring = np.round(middle + distance_mm * CIRCLE, 2)
            spare = spare_mm(ring)
            free = np.flatnonzero(spare >= 0.0)
            if free.size:
                return (float(ring[free[0], 0]), float(ring[free[0], 1])), distance_mm
            nearest_mm = distance_mm - float(spare.max())
            while distance_mm < nearest_mm:
                distance_mm += max(STEP_MM, STEP_RATIO * distance_mm)
        return None, distance_mm

"""Find room for things whose place in a foreign map is taken or unknown."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from wsusim.formats.clearance import Clearance, Floats
from wsusim.model.geometry import Point
from wsusim.model.world import Arena, Wall

DIRECTIONS = 32
STEP_MM, STEP_RATIO = 0.5, 0.02
"""Distance from ring to ring of a search, growing with the ring."""


class Floor:
    """The floor of a world in the making; every ``put`` takes its room away from the next."""

    def __init__(self, arena: Arena, walls: tuple[Wall, ...]) -> None:
        self._clearance = Clearance(arena, walls)
        self._reach_mm = math.hypot(arena.width_mm, arena.height_mm)
        self._discs: list[tuple[float, float, float]] = []

    def put_lamp(self, x_mm: float, y_mm: float, radius_mm: float) -> Point | None:
        """Return the nearest free floor for a lamp's middle; its foot may lean into a wall."""
        place = nearest_place(self._clearance.fixed_mm, x_mm, y_mm, self._reach_mm)
        return self._taken(place, radius_mm)

    def put(self, x_mm: float, y_mm: float, radius_mm: float) -> Point | None:
        """Return the place nearest to a point where a disc has room, or ``None`` without any."""
        discs = np.array(self._discs).reshape(-1, 3)

        def spare_mm(points: Floats) -> Floats:
            gaps = points[:, None, :] - discs[:, :2]
            to_discs = np.hypot(gaps[..., 0], gaps[..., 1]) - discs[:, 2]
            nearest = to_discs.min(axis=1, initial=math.inf)
            spare: Floats = np.minimum(self._clearance.fixed_mm(points), nearest) - radius_mm
            return spare

        return self._taken(nearest_place(spare_mm, x_mm, y_mm, self._reach_mm), radius_mm)

    def _taken(self, place: Point | None, radius_mm: float) -> Point | None:
        if place is not None:
            self._discs.append((*place, radius_mm))
        return place


def nearest_place(
    spare_mm: Callable[[Floats], Floats], x_mm: float, y_mm: float, reach_mm: float
) -> Point | None:
    """Return the place nearest to a point where there is room, searched on rings around it.

    ``spare_mm`` tells for points ``[n, 2]`` how much room is left over; it changes by at most 1 mm
    a millimetre, so that the first ring lies as far out as room is missing. Deterministic; right to
    within the step between rings. ``None`` when there is no such place within ``reach_mm``.
    """
    spare = float(spare_mm(np.array([(x_mm, y_mm)]))[0])
    if spare >= 0.0:
        return (x_mm, y_mm)
    angles = np.arange(DIRECTIONS) * (math.tau / DIRECTIONS)
    circle = np.column_stack((np.cos(angles), np.sin(angles)))
    distance = STEP_MM / 2.0 - spare
    while distance < reach_mm:
        ring = np.round((x_mm, y_mm) + distance * circle, 2)
        free = np.flatnonzero(spare_mm(ring) >= 0.0)
        if free.size:
            return (float(ring[free[0], 0]), float(ring[free[0], 1]))
        distance += max(STEP_MM, STEP_RATIO * distance)
    return None

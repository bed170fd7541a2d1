"""Find room for things whose place in a foreign map is taken or unknown."""

from __future__ import annotations

import math
from collections.abc import Callable

from wsusim.formats.clearance import Clearance
from wsusim.model.geometry import Point
from wsusim.model.world import Arena, Wall

DIRECTIONS = 32


class Floor:
    """The floor of a world in the making; every ``put`` takes its room away from the next."""

    def __init__(self, arena: Arena, walls: tuple[Wall, ...]) -> None:
        self._clearance = Clearance(arena, walls)
        self._reach_mm = math.hypot(arena.width_mm, arena.height_mm)
        self._discs: list[tuple[float, float, float]] = []

    def put_lamp(self, x_mm: float, y_mm: float, radius_mm: float) -> Point | None:
        """Return the nearest free floor for a lamp's middle; its foot may lean into a wall."""
        place = nearest_place(
            lambda x, y: -self._clearance.fixed_mm(x, y), x_mm, y_mm, 0.5, self._reach_mm
        )
        return self._taken(place, radius_mm)

    def put(self, x_mm: float, y_mm: float, radius_mm: float, step_mm: float = 0.5) -> Point | None:
        """Return the place nearest to a point where a disc has room, or ``None`` without any."""

        def lack_mm(x: float, y: float) -> float:
            discs = (math.dist((x, y), (u, v)) - r for u, v, r in self._discs)
            return radius_mm - min(self._clearance.fixed_mm(x, y), *discs, math.inf)

        return self._taken(nearest_place(lack_mm, x_mm, y_mm, step_mm, self._reach_mm), radius_mm)

    def _taken(self, place: Point | None, radius_mm: float) -> Point | None:
        if place is not None:
            self._discs.append((*place, radius_mm))
        return place


def nearest_place(
    lack_mm: Callable[[float, float], float],
    x_mm: float,
    y_mm: float,
    step_mm: float,
    reach_mm: float,
) -> Point | None:
    """Return the place nearest to a point where nothing lacks, searched on rings around it.

    ``lack_mm`` tells how much room is missing at a point; it changes by at most 1 mm a millimetre,
    so that the first ring lies that far out. Deterministic; right to within some ``step_mm``.
    ``None`` when there is no such place within ``reach_mm``.
    """
    lack = lack_mm(x_mm, y_mm)
    if lack <= 0.0:
        return (x_mm, y_mm)
    for ring in range(int(reach_mm / step_mm)):
        distance = lack + (ring + 0.5) * step_mm
        for part in range(DIRECTIONS):
            angle = math.tau * part / DIRECTIONS
            x = round(x_mm + distance * math.cos(angle), 2)
            y = round(y_mm + distance * math.sin(angle), 2)
            if lack_mm(x, y) <= 0.0:
                return (x, y)
    return None

"""Find room for things whose place in a foreign map is taken or unknown."""

from __future__ import annotations

import math
from collections.abc import Callable

from wsusim.formats.clearance import Clearance
from wsusim.model.geometry import Point
from wsusim.model.world import Arena, Wall


class Floor:
    """The floor of a world in the making; every ``put`` takes its room away from the next."""

    def __init__(self, arena: Arena, walls: tuple[Wall, ...]) -> None:
        self._clearance = Clearance(arena, walls)
        self._reach_mm = math.hypot(arena.width_mm, arena.height_mm)
        self._discs: list[tuple[float, float, float]] = []

    def put_lamp(self, x_mm: float, y_mm: float, radius_mm: float) -> Point | None:
        """Return the nearest free floor for a lamp's middle; its foot may lean into a wall."""
        place = nearest_place(
            lambda x, y: self._clearance.fixed_mm(x, y) >= 0.0, x_mm, y_mm, 0.5, self._reach_mm
        )
        return self._taken(place, radius_mm)

    def put(self, x_mm: float, y_mm: float, radius_mm: float, step_mm: float = 0.5) -> Point | None:
        """Return the place nearest to a point where a disc has room, or ``None`` without any."""

        def is_free(x: float, y: float) -> bool:
            return self._clearance.fixed_mm(x, y) >= radius_mm and all(
                math.dist((x, y), (u, v)) >= radius_mm + r for u, v, r in self._discs
            )

        return self._taken(nearest_place(is_free, x_mm, y_mm, step_mm, self._reach_mm), radius_mm)

    def _taken(self, place: Point | None, radius_mm: float) -> Point | None:
        if place is not None:
            self._discs.append((*place, radius_mm))
        return place


def nearest_place(
    is_free: Callable[[float, float], bool],
    x_mm: float,
    y_mm: float,
    step_mm: float,
    reach_mm: float,
) -> Point | None:
    """Return the free place nearest to a point, searched on rings of growing radius.

    Deterministic; right to within ``step_mm``. ``None`` when there is none within ``reach_mm``.
    """
    if is_free(x_mm, y_mm):
        return (x_mm, y_mm)
    for ring in range(1, int(reach_mm / step_mm) + 1):
        for part in range(32):
            angle = math.tau * part / 32
            x = round(x_mm + ring * step_mm * math.cos(angle), 2)
            y = round(y_mm + ring * step_mm * math.sin(angle), 2)
            if is_free(x, y):
                return (x, y)
    return None

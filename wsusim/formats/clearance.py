"""How much room there is around a point of a world: distances to walls, border and round things."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.model.world import Arena, Wall

Floats = NDArray[np.float64]


class Clearance:
    """Signed distances from a point to what stands still; negative is inside of it.

    Built for checking and placing a few hundred objects, not for the ticks of a simulation.
    """

    def __init__(self, arena: Arena, walls: tuple[Wall, ...]) -> None:
        ends = np.array(
            [(w.x0_mm, w.y0_mm, w.x1_mm, w.y1_mm, w.thickness_mm) for w in walls], float
        ).reshape(-1, 5)
        along = ends[:, 2:4] - ends[:, 0:2]
        length = np.hypot(along[:, 0], along[:, 1])
        self._centre: Floats = (ends[:, 0:2] + ends[:, 2:4]) / 2.0
        self._direction: Floats = along / np.maximum(length, 1e-12)[:, None]
        self._half_length: Floats = length / 2.0
        self._half_thickness: Floats = ends[:, 4] / 2.0
        self._from: Floats = np.array(arena.outline_mm, float)
        self._edge: Floats = np.roll(self._from, -1, axis=0) - self._from

    def to_walls_mm(self, x_mm: float, y_mm: float) -> Floats:
        """Return the distance of a point from each wall's faces, shape ``[walls]``."""
        offset = np.array((x_mm, y_mm)) - self._centre
        u, v = self._direction[:, 0], self._direction[:, 1]
        beyond = np.abs(offset[:, 0] * u + offset[:, 1] * v) - self._half_length
        beside = np.abs(offset[:, 1] * u - offset[:, 0] * v) - self._half_thickness
        outside = np.hypot(np.maximum(beyond, 0.0), np.maximum(beside, 0.0))
        distances: Floats = outside + np.minimum(np.maximum(beyond, beside), 0.0)
        return distances

    def to_border_mm(self, x_mm: float, y_mm: float) -> float:
        """Return the distance from the floor's outline; negative outside of the floor."""
        start = np.array((x_mm, y_mm)) - self._from
        edge = self._edge
        along = np.clip((start * edge).sum(axis=1) / (edge * edge).sum(axis=1), 0.0, 1.0)
        nearest = start - along[:, None] * edge
        distance = float(np.hypot(nearest[:, 0], nearest[:, 1]).min())
        # Even-odd rule: edges that cross the ray to the right of the point.
        low, high = -start[:, 1], edge[:, 1] - start[:, 1]
        crosses = (low > 0.0) != (high > 0.0)
        x_at = -start[crosses, 0] - low[crosses] * edge[crosses, 0] / edge[crosses, 1]
        return distance if np.count_nonzero(x_at > 0.0) % 2 else -distance

    def fixed_mm(self, x_mm: float, y_mm: float) -> float:
        """Return the distance from the nearest wall or border."""
        walls = self.to_walls_mm(x_mm, y_mm)
        return min(self.to_border_mm(x_mm, y_mm), float(walls.min(initial=math.inf)))

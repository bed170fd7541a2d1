"""The room around a point of a world: distances to walls, border and round things."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.model.fixed_order import lengths
from wsusim.model.world import Arena, Wall

Floats = NDArray[np.float64]


class Clearance:
    """Signed distances from points to what never moves; negative is inside it.

    For checking and placing a few hundred objects, not for the ticks of a simulation.
    """

    def __init__(self, arena: Arena, walls: tuple[Wall, ...]) -> None:
        ends = np.array(
            [(w.x0_mm, w.y0_mm, w.x1_mm, w.y1_mm, w.thickness_mm) for w in walls], float
        ).reshape(-1, 5)
        along = ends[:, 2:4] - ends[:, 0:2]
        length = lengths(along[:, 0], along[:, 1])
        self._centre: Floats = (ends[:, 0:2] + ends[:, 2:4]) / 2.0
        self._direction: Floats = along / np.maximum(length, 1e-12)[:, None]
        self._half_length: Floats = length / 2.0
        self._half_thickness: Floats = ends[:, 4] / 2.0
        self._from: Floats = np.array(arena.outline_mm, float)
        self._edge: Floats = np.roll(self._from, -1, axis=0) - self._from

    def to_walls_mm(self, points_mm: Floats) -> Floats:
        """Return the distances ``[points, walls]`` of points ``[points, 2]`` from walls' faces."""
        x, y = (points_mm[:, None, :] - self._centre).transpose(2, 0, 1)
        u, v = self._direction.T
        beyond = np.abs(x * u + y * v) - self._half_length
        beside = np.abs(y * u - x * v) - self._half_thickness
        outside = lengths(np.maximum(beyond, 0.0), np.maximum(beside, 0.0))
        distances: Floats = outside + np.minimum(np.maximum(beyond, beside), 0.0)
        return distances

    def to_border_mm(self, points_mm: Floats) -> Floats:
        """Return the distances ``[points]`` from the floor's outline; negative outside of it."""
        x, y = (points_mm[:, None, :] - self._from).transpose(2, 0, 1)
        dx, dy = self._edge.T
        along = np.clip((x * dx + y * dy) / (dx * dx + dy * dy), 0.0, 1.0)
        distance = lengths(x - along * dx, y - along * dy).min(axis=1)
        # Even-odd rule: count the edges that cross the ray from the point to the right.
        crosses = (y < 0.0) != (y < dy)
        with np.errstate(divide="ignore", invalid="ignore"):
            is_right = crosses & (y / dy * dx > x)
        inside = np.count_nonzero(is_right, axis=1) % 2 == 1
        signed: Floats = np.where(inside, distance, -distance)
        return signed

    def fixed_mm(self, points_mm: Floats) -> Floats:
        """Return the distances ``[points]`` from the nearest wall or border."""
        walls = self.to_walls_mm(points_mm).min(axis=1, initial=math.inf)
        nearest: Floats = np.minimum(self.to_border_mm(points_mm), walls)
        return nearest

    def at_mm(self, x_mm: float, y_mm: float) -> float:
        """Return the distance of one point from the nearest wall or border."""
        return float(self.fixed_mm(np.array([(x_mm, y_mm)]))[0])

"""The floor of a world by plain geometry: from its file alone, not from the engine's map."""

from __future__ import annotations

import math

import numpy as np

from tests.oracles.plane import Figure, Floats, is_inside, point_gaps, polygon, segment_gaps
from wsusim.model.world import Wall, World


class Floor:
    """The arena without its walls."""

    def __init__(self, world: World) -> None:
        self._arena = polygon(world.arena.outline_mm)
        self._walls = [polygon(wall_corners(wall)) for wall in world.walls]
        outlines = [self._arena, *self._walls]
        self._starts = np.concatenate([outline.starts for outline in outlines])
        self._ends = np.concatenate([outline.ends for outline in outlines])

    def contains(self, place: Figure) -> bool:
        """Return whether a point lies on the floor."""
        return bool(self.is_floor(place.points)[0])

    def is_floor(self, points: Floats) -> np.ndarray:
        """Tell which points [n, 2] lie on the floor."""
        inside = is_inside(self._arena.points, points)
        for wall in self._walls:
            inside &= ~is_inside(wall.points, points)
        return inside

    def edge_gap_mm(self, figure: Figure) -> float:
        """Return the distance of a figure from the nearest edge of the floor."""
        gaps = segment_gaps(figure.starts, figure.ends, self._starts, self._ends)
        return float(gaps.min())

    def point_gaps_mm(self, points: Floats) -> Floats:
        """Return how far points [n, 2] are from what is solid: 0 in it."""
        gaps = point_gaps(points, self._starts, self._ends).min(axis=1)
        return np.where(self.is_floor(points), gaps, 0.0)

    def gap_mm(self, figure: Figure) -> float:
        """Return how far a polygon is from what is solid: 0 where it touches it or is in it."""
        return self.edge_gap_mm(figure) if self.is_floor(figure.points).all() else 0.0


def wall_corners(wall: Wall) -> list[tuple[float, float]]:
    """Return the corners of a wall: as far to both sides of its line as half its thickness."""
    length = math.hypot(wall.x1_mm - wall.x0_mm, wall.y1_mm - wall.y0_mm)
    aside_x = -(wall.y1_mm - wall.y0_mm) / length * wall.thickness_mm / 2.0
    aside_y = (wall.x1_mm - wall.x0_mm) / length * wall.thickness_mm / 2.0
    return [
        (wall.x0_mm + aside_x, wall.y0_mm + aside_y),
        (wall.x1_mm + aside_x, wall.y1_mm + aside_y),
        (wall.x1_mm - aside_x, wall.y1_mm - aside_y),
        (wall.x0_mm - aside_x, wall.y0_mm - aside_y),
    ]

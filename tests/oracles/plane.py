"""Plain geometry: points, lines and polygons, and how far they are apart. No shapely in it.

The product decides by shapely what has room at a gripper; who judges it must not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Pair = tuple[float, float]


class Figure:
    """A point, a line through points, or a polygon with all that is in it."""

    def __init__(self, points: Iterable[Pair], *, is_solid: bool = False) -> None:
        self.points = np.array(list(points), np.float64).reshape(-1, 2)
        self.is_solid = is_solid
        last = self.points[:1] if is_solid or len(self.points) == 1 else self.points[:0]
        ring = np.concatenate([self.points, last])
        self.starts, self.ends = ring[:-1], ring[1:]

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Least x and y, greatest x and y."""
        x, y = self.points.T.tolist()
        return min(x), min(y), max(x), max(y)

    @property
    def exterior(self) -> Figure:
        """The outline without what is in it."""
        return line([*self.points.tolist(), self.points[0].tolist()])

    def contains(self, other: Figure) -> bool:
        """Return whether the first point of another figure lies in this polygon."""
        return self.is_solid and bool(is_inside(self.points, other.points[:1])[0])

    def distance(self, other: Figure) -> float:
        """Return the least distance of any point of one to any point of the other."""
        if len(self.points) == 1 and len(other.points) == 1:  # most pairs: two round things
            return math.dist(self.points[0].tolist(), other.points[0].tolist())
        if self.contains(other) or other.contains(self):
            return 0.0
        return float(segment_gaps(self.starts, self.ends, other.starts, other.ends).min())


def point(x_mm: float, y_mm: float) -> Figure:
    """Return a point."""
    return Figure([(x_mm, y_mm)])


def line(points: Iterable[Pair]) -> Figure:
    """Return a line through points."""
    return Figure(points)


def polygon(points: Iterable[Pair]) -> Figure:
    """Return a polygon."""
    return Figure(points, is_solid=True)


def is_inside(corners: Floats, points: Floats) -> NDArray[np.bool_]:
    """Tell which points [n, 2] lie in a polygon [c, 2]: their rays to the right cut it oddly."""
    (x0, y0), (x1, y1) = corners.T, np.roll(corners, -1, axis=0).T
    x, y = points[:, :1], points[:, 1:]
    crosses = (y0 <= y) != (y1 <= y)
    height = np.where(y1 == y0, 1.0, y1 - y0)
    at_right = x < x0 + (x1 - x0) * (y - y0) / height
    inside: NDArray[np.bool_] = np.count_nonzero(crosses & at_right, axis=1) % 2 == 1
    return inside


def point_gaps(points: Floats, starts: Floats, ends: Floats) -> Floats:
    """Return the distances [n, s] of points [n, 2] from segments [s, 2]."""
    along = ends - starts
    length2 = np.maximum((along**2).sum(axis=1), 1e-300)
    to = points[:, None] - starts
    share = np.clip((to * along).sum(axis=2) / length2, 0.0, 1.0)
    off = to - share[..., None] * along
    gaps: Floats = np.hypot(off[..., 0], off[..., 1])
    return gaps


def segment_gaps(a0: Floats, a1: Floats, b0: Floats, b1: Floats) -> Floats:
    """Return the distances [n, s] of segments a0-a1 [n, 2] from segments b0-b1 [s, 2]."""
    if len(a0) == 1 and (a0 == a1).all():  # a point crosses nothing
        return point_gaps(a0, b0, b1)
    gaps = np.minimum.reduce(
        [
            point_gaps(a0, b0, b1),
            point_gaps(a1, b0, b1),
            point_gaps(b0, a0, a1).T,
            point_gaps(b1, a0, a1).T,
        ]
    )
    ends_differ = _side(a0, a1, b0) * _side(a0, a1, b1) < 0.0
    starts_differ = (_side(b0, b1, a0) * _side(b0, b1, a1)).T < 0.0
    crossed: Floats = np.where(ends_differ & starts_differ, 0.0, gaps)
    return crossed


def _side(start: Floats, end: Floats, points: Floats) -> Floats:
    """Return on which side [n, p] of lines start-end [n, 2] points [p, 2] lie, as a sign."""
    along, to = end - start, points[None] - start[:, None]
    side: Floats = along[:, None, 0] * to[..., 1] - along[:, None, 1] * to[..., 0]
    return side

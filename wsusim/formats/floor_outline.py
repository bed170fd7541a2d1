"""Whether the outline of a floor is a simple polygon."""

from __future__ import annotations

from wsusim.model.elementary import dist
from wsusim.model.geometry import Point

AREA_MIN_MM2 = 10_000.0
"""The square of the shortest side an arena may have."""

EDGE_MIN_MM = 1.0


def signed_area_mm2(outline_mm: tuple[Point, ...]) -> float:
    """Return the area within a polygon, positive when its corners go counter-clockwise."""
    following = (*outline_mm[1:], outline_mm[0])
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline_mm, following, strict=True)) / 2.0


def outline_problem(outline_mm: tuple[Point, ...]) -> str | None:
    """Return what keeps an outline from being a simple polygon of some width, or ``None``."""
    count = len(outline_mm)
    for i, here in enumerate(outline_mm):
        following = outline_mm[(i + 1) % count]
        if dist(here, following) < EDGE_MIN_MM:
            return f"corner {i} and the next one are less than {EDGE_MIN_MM:g} mm apart"
        if _turns_back(outline_mm[i - 1], here, following):
            return f"it doubles back on itself at corner {i}"
    for i, here in enumerate(outline_mm):
        following = outline_mm[(i + 1) % count]
        last = count - 1 if i == 0 else count
        for j in range(i + 2, last):
            if _edges_meet(here, following, outline_mm[j], outline_mm[(j + 1) % count]):
                return f"the edges that begin at corners {i} and {j} touch"
    if abs(signed_area_mm2(outline_mm)) < AREA_MIN_MM2:
        return f"its area is less than {AREA_MIN_MM2:g} square millimetres"
    return None


def _cross(origin: Point, a: Point, b: Point) -> float:
    """Return twice the signed area of the triangle; positive when ``b`` is left of origin..a."""
    return (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0])


def _turns_back(before: Point, corner: Point, after: Point) -> bool:
    """Return whether the outline returns at ``corner`` the way it came."""
    forward = (corner[0] - before[0]) * (after[0] - corner[0]) + (corner[1] - before[1]) * (
        after[1] - corner[1]
    )
    scale = dist(before, corner) * dist(corner, after)
    return forward < 0.0 and abs(_cross(before, corner, after)) < 1e-9 * scale


def _edges_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether the edges a..b and c..d have a point in common."""
    for axis in (0, 1):
        if max(a[axis], b[axis]) < min(c[axis], d[axis]):
            return False
        if max(c[axis], d[axis]) < min(a[axis], b[axis]):
            return False
    return _cross(a, b, c) * _cross(a, b, d) <= 0.0 and _cross(c, d, a) * _cross(c, d, b) <= 0.0

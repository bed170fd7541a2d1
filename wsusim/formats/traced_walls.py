"""From a polygon that is solid to few straight walls that cover it, or at least its border.

A polygon whose sides are all vertical or horizontal is covered by rectangles, as few and long as a
simple rule finds: bars that cross stay bars. One that is nearly a rectangle, turned or not, is a
single wall. Of any other, each side becomes a wall that lies inside of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon, contains_xy, maximum_inscribed_circle, orient_polygons, prepare

from wsusim.model.elementary import atan2, cos, dist
from wsusim.model.geometry import Point

THICKEST_MM = 500.0
"""Of a wall (maze file)."""

THINNEST_MM = 1.0
BORDER_MM = 20.0
"""Walls along a polygon's sides are at most so thick."""

MOST_CELLS = 250_000
"""Of the pattern of a polygon with upright and level sides; with more, its sides become walls."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A straight wall with square ends."""

    start_mm: Point
    end_mm: Point
    thickness_mm: float


def strips_of(solid: Polygon, tolerance_mm: float) -> list[Strip]:
    """Return walls that cover a simplified polygon; they depart from it by about the tolerance."""
    slack_mm = max(tolerance_mm, 0.01)
    strips = _as_bars(solid, slack_mm)
    if strips is None:
        strips = _as_box(solid, slack_mm)
    return _along_sides(solid, slack_mm) if strips is None else strips


# Upright and level sides


def _as_bars(solid: Polygon, slack_mm: float) -> list[Strip] | None:
    """Return rectangles that cover the polygon; ``None`` when it has slanted sides."""
    xs: list[float] = []
    ys: list[float] = []
    for ring in (solid.exterior, *solid.interiors):
        for (x0, y0), (x1, y1) in pairwise(ring.coords):
            if abs(x1 - x0) > slack_mm and abs(y1 - y0) > slack_mm:
                return None
            if abs(y1 - y0) > slack_mm:
                xs.append((x0 + x1) / 2.0)
            elif abs(x1 - x0) > slack_mm:
                ys.append((y0 + y1) / 2.0)
    x_lines, y_lines = _merged(xs, slack_mm), _merged(ys, slack_mm)
    if len(x_lines) * len(y_lines) > MOST_CELLS or min(len(x_lines), len(y_lines)) < 2:
        return None
    prepare(solid)
    middle_x = (x_lines[:-1] + x_lines[1:]) / 2.0
    middle_y = (y_lines[:-1] + y_lines[1:]) / 2.0
    is_solid = contains_xy(solid, middle_x[None, :], middle_y[:, None])
    strips: list[Strip] = []
    for low, high, left, right in _rectangles(is_solid):
        sides = (x_lines[left], y_lines[low], x_lines[right], y_lines[high])
        strips += _strips_of_box(*map(float, sides))
    return strips


def _merged(values: list[float], slack_mm: float) -> NDArray[np.float64]:
    """Return the values in order, those that lie within the slack of each other as their mean."""
    groups: list[list[float]] = []
    for value in sorted(values):
        if groups and value - groups[-1][0] <= 2.0 * slack_mm:
            groups[-1].append(value)
        else:
            groups.append([value])
    return np.array([sum(group) / len(group) for group in groups])


Span = tuple[int, int, int, int]
"""First row, row after the last, first column, column after the last."""


def _rectangles(is_solid: NDArray[np.bool_]) -> Iterator[Span]:
    """Yield rectangles that cover all solid cells; they may overlap."""
    bare = is_solid.copy()
    for row, column in np.argwhere(is_solid).tolist():
        if not bare[row, column]:
            continue
        spans = (_grown(is_solid, row, column), _grown(is_solid.T, column, row))
        choices = (spans[0], (spans[1][2], spans[1][3], spans[1][0], spans[1][1]))
        best = max(choices, key=lambda s: int(bare[s[0] : s[1], s[2] : s[3]].sum()))
        bare[best[0] : best[1], best[2] : best[3]] = False
        yield best


def _grown(is_solid: NDArray[np.bool_], row: int, column: int) -> Span:
    """Return the rectangle around a cell that is as long as possible, then as thick as possible."""
    line = is_solid[row]
    left, right = column, column + 1
    while left > 0 and line[left - 1]:
        left -= 1
    while right < len(line) and line[right]:
        right += 1
    low, high = row, row + 1
    while low > 0 and is_solid[low - 1, left:right].all():
        low -= 1
    while high < len(is_solid) and is_solid[high, left:right].all():
        high += 1
    return low, high, left, right


def _strips_of_box(left: float, low: float, right: float, high: float) -> Iterator[Strip]:
    """Yield the box as a wall along its longer side, or several where it is too thick for one."""
    width, height = right - left, high - low
    count = math.ceil(min(width, height) / THICKEST_MM)
    for number in range(count):
        middle = (number + 0.5) / count
        if width >= height:
            y = low + height * middle
            yield Strip((left, y), (right, y), height / count)
        else:
            x = left + width * middle
            yield Strip((x, low), (x, high), width / count)


# Any other polygon


def _as_box(solid: Polygon, slack_mm: float) -> list[Strip] | None:
    """Return a single wall for what is a rectangle within the slack, else ``None``."""
    frame = solid.minimum_rotated_rectangle
    if solid.interiors or not isinstance(frame, Polygon):
        return None
    if frame.exterior.hausdorff_distance(solid.exterior) > 1.5 * slack_mm:
        return None
    a, b, c, d = list(frame.exterior.coords)[:4]
    if dist(a, b) > dist(b, c):
        a, b, c, d = b, c, d, a
    thickness = dist(a, b)
    if not THINNEST_MM <= thickness <= THICKEST_MM:
        return None
    return [Strip(_middle(a, b), _middle(c, d), thickness)]


def _middle(a: Sequence[float], b: Sequence[float]) -> Point:
    return ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0)


def _along_sides(solid: Polygon, slack_mm: float) -> list[Strip]:
    """Return a wall along each side, inside the polygon."""
    solid = orient_polygons(solid)
    thickness_mm = _thickness_mm(solid, slack_mm)
    strips = []
    for ring in (solid.exterior, *solid.interiors):
        for a, b in pairwise(ring.coords):
            length = dist(a, b)
            if length < 1e-6:
                continue
            # The solid lies to the left of each side: outer rings run counter-clockwise.
            off_x = -(b[1] - a[1]) / length * thickness_mm / 2.0
            off_y = (b[0] - a[0]) / length * thickness_mm / 2.0
            start, end = (a[0] + off_x, a[1] + off_y), (b[0] + off_x, b[1] + off_y)
            strips.append(Strip(start, end, thickness_mm))
    return strips


def _thickness_mm(solid: Polygon, slack_mm: float) -> float:
    """Return how thick walls along the sides may be without sticking out on the other side.

    At a pointed corner a square end sticks out by the thickness times the cosine of the angle.
    """
    room = float(maximum_inscribed_circle(solid, tolerance=1.0).length)
    thickness = min(BORDER_MM, room)
    for ring in (solid.exterior, *solid.interiors):
        corners = list(ring.coords)[:-1]
        for index, at in enumerate(corners):
            before, after = corners[index - 1], corners[(index + 1) % len(corners)]
            turn = atan2(after[1] - at[1], after[0] - at[0])
            turn -= atan2(before[1] - at[1], before[0] - at[0])
            inner = -turn % math.tau  # the solid's angle here
            if inner < math.pi / 2.0:
                thickness = min(thickness, slack_mm / cos(inner))
    return max(THINNEST_MM, thickness)

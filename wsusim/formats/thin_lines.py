"""Lines in a picture that are too thin to have two sides: each becomes one along its middle.

A line is thin if a disc of the given radius has no room in it. Thin lines are thinned to one
point's width (``formats.thinning``), followed from end to end and from crossing to crossing, and
made straight as far as that is possible.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from shapely import LineString

from wsusim.formats.thinning import Mask, grown, shrunk, thinned, without_specks

Pixel = tuple[int, int]
"""Row and column."""

MOST_RADIUS_PX = 40
"""Of the disc: time grows with it."""

MOST_SHARE = 0.25
"""A picture of which more is thin is no drawing but a photo, or noise."""

THROUGH = math.cos(math.radians(155.0))
"""Two lines that meet at a crossing are one if they turn by less than 25 degrees (guess)."""

NEAR_PX = 3
"""Ends closer than that meet: a thinned crossing is up to so wide."""

LOOK_PX = 8
"""So far from a crossing its lines show where they lead."""


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line; points are (x, y) in pixels from the picture's upper-left corner."""

    start_px: tuple[float, float]
    end_px: tuple[float, float]
    width_px: float


@dataclass(frozen=True, slots=True)
class ThinLines:
    """The thin lines of a picture.

    Attributes:
        lines: All of them, each as long as it is drawn.
        mask: The points of the picture that they are drawn with.
    """

    lines: tuple[Line, ...]
    mask: Mask


def find_thin_lines(is_solid: Mask, radius_px: float, least_px2: float) -> ThinLines:
    """Return what is thinner than a disc, as straight lines.

    Args:
        is_solid: What is drawn, [row, column].
        radius_px: Of the disc.
        least_px2: Anything with fewer points is a speck, not a line.
    """
    steps = min(MOST_RADIUS_PX, math.ceil(radius_px))
    solid = np.pad(is_solid, steps + 3)  # room for growing, and floor around
    thick = grown(shrunk(solid, steps), steps) & solid
    # A slanted side of something thick is rough: what is thin begins a little away from it.
    core = solid & ~grown(thick, 2)
    core = without_specks(core, least_px2)
    mask = grown(core, 3) & solid & ~thick
    if not mask.any() or mask.sum() > MOST_SHARE * is_solid.size:
        return ThinLines((), np.zeros_like(is_solid))
    reach = steps + 1
    lines = [
        line
        for path in _paths(thinned(mask, reach))
        for line in _straight(path, mask, reach, tolerance_px=max(1.0, radius_px))
    ]
    inner = slice(steps + 3, -(steps + 3))
    off = steps + 3
    moved = tuple(
        Line(_moved(line.start_px, off), _moved(line.end_px, off), line.width_px) for line in lines
    )
    return ThinLines(moved, mask[inner, inner])


def _moved(point: tuple[float, float], off: int) -> tuple[float, float]:
    return (point[0] - off, point[1] - off)


def _paths(thin: Mask) -> list[list[Pixel]]:
    """Return the thinned lines as rows of points, from end or crossing to end or crossing."""
    points: set[Pixel] = {(row, column) for row, column in np.argwhere(thin).tolist()}
    near = {point: _neighbours(point, points) for point in points}
    nodes = {point for point, others in near.items() if len(others) != 2}
    paths: list[list[Pixel]] = []
    seen: set[tuple[Pixel, Pixel]] = set()
    for node in sorted(nodes):
        for step in near[node]:
            if (node, step) not in seen:
                path = _followed(node, step, near, nodes)
                seen |= {(path[0], path[1]), (path[-1], path[-2])}
                is_of_crossing = len(path) == 2 and max(len(near[point]) for point in path) > 1
                paths += [] if is_of_crossing else [path]
        paths += [] if near[node] else [[node, node]]
    on_paths = {point for path in paths for point in path}
    for point in sorted(points - nodes):  # closed lines, which have no end
        if point not in on_paths and near[point]:
            path = _followed(point, near[point][0], near, {point})
            on_paths |= set(path)
            paths.append(_from_corner(path))
    return _joined(paths)


def _neighbours(point: Pixel, points: set[Pixel]) -> list[Pixel]:
    """Return the next points; not across a corner if there is a way around it."""
    row, column = point
    straight = [
        (row + down, column + right)
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1))
        if (row + down, column + right) in points
    ]
    slanted = [
        (row + down, column + right)
        for down, right in ((-1, -1), (-1, 1), (1, 1), (1, -1))
        if (row + down, column + right) in points
        and (row + down, column) not in points
        and (row, column + right) not in points
    ]
    return straight + slanted


def _followed(
    start: Pixel, step: Pixel, near: dict[Pixel, list[Pixel]], nodes: set[Pixel]
) -> list[Pixel]:
    path = [start, step]
    while path[-1] not in nodes:
        path.append(next(point for point in near[path[-1]] if point != path[-2]))
    return path


def _from_corner(ring: list[Pixel]) -> list[Pixel]:
    """Return a closed line that begins at its corner, if it has some."""
    middle = np.mean(ring[:-1], axis=0)
    far = int(np.argmax(((np.array(ring[:-1]) - middle) ** 2).sum(axis=1)))
    return [*ring[far:-1], *ring[:far], ring[far]]


End = tuple[int, bool]
"""Number of a path, and whether it is the path's last point."""


def _joined(paths: list[list[Pixel]]) -> list[list[Pixel]]:
    """Return the paths, joining those that go straight on through a crossing."""
    partner: dict[End, End] = {}
    chain = list(range(len(paths)))
    for cosine, one, other in sorted(_meetings(paths)):
        if cosine > THROUGH:
            break
        if one not in partner and other not in partner and chain[one[0]] != chain[other[0]]:
            partner[one], partner[other] = other, one
            old, new = chain[other[0]], chain[one[0]]
            chain = [new if number == old else number for number in chain]
    joined, done = [], set()
    for index in range(len(paths)):
        for end in ((index, False), (index, True)):
            if index not in done and end not in partner:
                numbers, whole = _chained(end, paths, partner)
                done |= numbers
                joined.append(whole)
    return joined


def _chained(
    end: End, paths: list[list[Pixel]], partner: dict[End, End]
) -> tuple[set[int], list[Pixel]]:
    """Return the numbers of all paths of a chain that begins with an end, and its points."""
    numbers: set[int] = set()
    whole: list[Pixel] = []
    at: End | None = end
    while at is not None:
        number, is_last = at
        numbers.add(number)
        whole += paths[number][::-1] if is_last else paths[number]
        at = partner.get((number, not is_last))
    return numbers, whole


def _meetings(paths: list[list[Pixel]]) -> Iterator[tuple[float, End, End]]:
    """Yield ends that meet, with the cosine of the angle between their paths; -1: straight on."""
    ends: dict[Pixel, list[tuple[End, list[Pixel]]]] = {}
    for index, path in enumerate(paths):
        if path[0] != path[-1]:
            for end, whole in (((index, False), path), ((index, True), path[::-1])):
                place = whole[0][0] // NEAR_PX, whole[0][1] // NEAR_PX
                ends.setdefault(place, []).append((end, whole))
    for (row, column), those in ends.items():
        beside = [
            entry
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            for entry in ends.get((row + down, column + right), ())
        ]
        for one, first in those:
            for other, second in beside:
                if one[0] < other[0] and math.dist(first[0], second[0]) < NEAR_PX:
                    yield _cosine(first, second), one, other


def _cosine(first: list[Pixel], second: list[Pixel]) -> float:
    """Return the cosine of the angle between two paths that begin at one place."""
    a = np.subtract(first[min(LOOK_PX, len(first) - 1)], first[0])
    b = np.subtract(second[min(LOOK_PX, len(second) - 1)], second[0])
    length = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(a @ b) / length if length else 1.0


def _straight(path: list[Pixel], mask: Mask, reach: int, tolerance_px: float) -> Iterator[Line]:
    """Yield straight lines along a path, in the middle and of the width of what is drawn."""
    points = [(column + 0.5, row + 0.5) for row, column in path]
    line = LineString(points).simplify(tolerance_px, preserve_topology=False)
    corners = list(line.coords)
    for start, end in pairwise(corners):
        yield _fitted(np.array(start), np.array(end), mask, reach)


def _spot(middle: NDArray[np.float64], mask: Mask, reach: int) -> Line:
    """Return a spot that was thinned to a point as a square of its size."""
    left, top = np.maximum(np.floor(middle).astype(int) - reach, 0)
    count = mask[top : top + 2 * reach + 1, left : left + 2 * reach + 1].sum()
    half = math.sqrt(float(count)) / 2.0
    x, y = middle.tolist()
    return Line((x - half, y), (x + half, y), 2.0 * half)


def _thickness(middle: NDArray[np.float64], mask: Mask, reach: int) -> float:
    """Return the diameter of the largest completely drawn disc around a point."""
    left, top = np.maximum(np.floor(middle).astype(int) - reach, 0)
    rows, columns = np.nonzero(~mask[top : top + 2 * reach + 1, left : left + 2 * reach + 1])
    if not len(rows):
        return 2.0 * reach
    away = np.hypot(columns + left + 0.5 - middle[0], rows + top + 0.5 - middle[1])
    return max(1.0, 2.0 * float(away.min()) - 1.0)


def _fitted(start: NDArray[np.float64], end: NDArray[np.float64], mask: Mask, reach: int) -> Line:
    """Return a line moved into the middle of what is drawn, with its width and up to its ends."""
    length = float(np.linalg.norm(end - start))
    if length < 1e-9:
        return _spot(start, mask, reach)
    along = (end - start) / length
    across = np.array([-along[1], along[0]])
    low = np.maximum(np.floor(np.minimum(start, end)).astype(int) - reach, 0)
    high = np.ceil(np.maximum(start, end)).astype(int) + reach + 1
    rows, columns = np.nonzero(mask[low[1] : high[1], low[0] : high[0]])
    offsets = np.column_stack([columns + low[0] + 0.5, rows + low[1] + 0.5]) - start
    ahead, aside = offsets @ along, offsets @ across
    is_own = np.abs(aside) <= reach
    margin = min(length / 3.0, 1.5 * reach)
    inner = is_own & (ahead >= margin) & (ahead <= length - margin)
    width = max(1.0, float(inner.sum()) / (length - 2.0 * margin))
    if length - 2.0 * margin < 2.0:  # too short to count its points: a block, or in a crossing
        width = _thickness((start + end) / 2.0, mask, reach)
    slope, middle = 0.0, float(aside[inner].mean()) if inner.any() else 0.0
    if length - 2.0 * margin > 2.0 * reach and inner.sum() > reach:
        slope, middle = np.polyfit(ahead[inner], aside[inner], 1).tolist()
    # Thinning has taken half a width from each free end, and corners must be filled.
    # No line is longer than what is drawn.
    own = ahead[is_own] if is_own.any() else np.array([0.0, length])
    before = min(width / 2.0, max(0.0, 0.5 - float(own.min())))
    behind = min(width / 2.0, max(0.0, float(own.max()) + 0.5 - length))
    begin, finish = start + across * middle, end + across * (middle + slope * length)
    return Line(
        tuple((begin - along * before).tolist()),
        tuple((finish + along * behind).tolist()),
        width,
    )

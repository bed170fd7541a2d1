"""Masks of a picture: grown, shrunk, without specks, and thinned to lines of one point's width.

Zhang and Suen, "A fast parallel algorithm for thinning digital patterns", 1984; Guo and Hall,
"Parallel thinning with two-subiteration algorithms", 1989.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
"""[row, column] what is drawn."""


def grown(mask: Mask, steps: int) -> Mask:
    """Return the mask, grown by so many pixels, alternately to four and eight sides: an octagon."""
    grown = mask.copy()
    for step in range(steps):
        wide = grown.copy()
        wide[1:] |= grown[:-1]
        wide[:-1] |= grown[1:]
        rows = wide.copy() if step % 2 else grown
        wide[:, 1:] |= rows[:, :-1]
        wide[:, :-1] |= rows[:, 1:]
        grown = wide
    return grown


def shrunk(mask: Mask, steps: int) -> Mask:
    """Return the mask, shrunk by so many pixels in the way that ``grown`` grows it."""
    return ~grown(~mask, steps)


def without_specks(mask: Mask, least_px2: float) -> Mask:
    """Return the mask without connected spots that have too few points."""
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return mask
    starts = np.flatnonzero((np.diff(columns, prepend=-9) != 1) | (np.diff(rows, prepend=-9) != 0))
    lengths = np.diff(starts, append=len(rows))
    run_rows, lefts = rows[starts], columns[starts]
    rights = lefts + lengths  # behind the last point
    parent = list(range(len(starts)))

    def root(run: int) -> int:
        while parent[run] != run:
            parent[run] = parent[parent[run]]
            run = parent[run]
        return run

    first = 0
    for run in range(len(starts)):  # runs of the row above that touch this one, also at a corner
        while first < run and (
            run_rows[first] < run_rows[run] - 1
            or (run_rows[first] == run_rows[run] - 1 and rights[first] < lefts[run])
        ):
            first += 1
        above = first
        while above < run and run_rows[above] == run_rows[run] - 1 and lefts[above] <= rights[run]:
            parent[root(above)] = root(run)
            above += 1
    roots = np.array([root(run) for run in range(len(starts))])
    sizes = np.bincount(roots, weights=lengths, minlength=len(starts))
    kept = np.repeat(sizes[roots] > least_px2, lengths)
    clean = np.zeros_like(mask)
    clean[rows[kept], columns[kept]] = True
    return clean


def thinned(mask: Mask, reach: int) -> Mask:
    """Return the middles of the lines of a mask, one point wide.

    Args:
        mask: What is drawn, with two empty points around it.
        reach: No line is wider than twice this, in points.

    Zhang and Suen's way leaves ends and corners clean, but wipes slanted lines out that are two
    points wide at last; what is connected with such a line is thinned as Guo and Hall do it.
    """
    thin = _thinned_by(_zhang_suen, mask)
    lost = mask & ~grown(thin, reach + 2)
    if not lost.any():
        return thin
    hurt = _connected(mask, lost)
    return (thin & ~hurt) | _thinned_by(_guo_hall, hurt)


def _thinned_by(may_go: Callable[[Mask, bool], NDArray[np.bool_]], mask: Mask) -> Mask:
    thin = mask.copy()
    flat, width = thin.reshape(-1), thin.shape[1]
    around = np.array([-width, -width + 1, 1, width + 1, width, width - 1, -1, -width - 1])
    points = np.flatnonzero(flat)
    while True:
        before = len(points)
        for first in (True, False):
            # [points, 8], from the north, clockwise
            gone = may_go(flat[points[:, None] + around], first)
            flat[points[gone]] = False
            points = points[~gone]
        if len(points) == before:
            return thin


def _zhang_suen(near: Mask, first: bool) -> NDArray[np.bool_]:
    """Return which points go, of those with these neighbours (1984, see above)."""
    count = near.sum(axis=1)
    changes = (~near & np.roll(near, -1, axis=1)).sum(axis=1)
    north, east, south, west = near[:, 0], near[:, 2], near[:, 4], near[:, 6]
    if first:
        may = ~(north & east & south) & ~(east & south & west)
    else:
        may = ~(north & east & west) & ~(north & south & west)
    gone: NDArray[np.bool_] = (count >= 2) & (count <= 6) & (changes == 1) & may
    return gone


def _guo_hall(near: Mask, first: bool) -> NDArray[np.bool_]:
    """Return which points go, of those with these neighbours (1989, see above)."""
    straight, slanted = near[:, ::2], near[:, 1::2]
    parts = (~straight & (slanted | np.roll(straight, -1, axis=1))).sum(axis=1)
    sides = np.minimum(
        (np.roll(slanted, 1, axis=1) | straight).sum(axis=1), (straight | slanted).sum(axis=1)
    )
    north, northeast, east, southeast, south, southwest, west, northwest = near.T
    if first:
        is_kept = (north | northeast | ~southeast) & east
    else:
        is_kept = (south | southwest | ~northwest) & west
    gone: NDArray[np.bool_] = (parts == 1) & (sides >= 2) & (sides <= 3) & ~is_kept
    return gone


def _connected(mask: Mask, some: Mask) -> Mask:
    """Return all of a mask that is connected with some of its points."""
    rows, columns = np.nonzero(mask)
    left = set(zip(rows.tolist(), columns.tolist(), strict=True))
    rows, columns = np.nonzero(some)
    todo = list(zip(rows.tolist(), columns.tolist(), strict=True))
    left -= set(todo)
    found = some.copy()
    while todo:
        row, column = todo.pop()
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                other = row + down, column + right
                if other in left:
                    left.remove(other)
                    found[other] = True
                    todo.append(other)
    return found

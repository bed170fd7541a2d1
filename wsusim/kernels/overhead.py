"""A picture straight from above, without perspective: everything in its true place and size.

The plain twin is ``tests/oracles/pictures.py``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.jit import inner, loop
from wsusim.kernels.records import Rows
from wsusim.kernels.solids import BALL, FACE, PRISM, Ground, Solid, ground_at, put, shaded

Floats = NDArray[np.float64]

FAR_MM = 1e9
"""Beyond any world."""


@loop
def draw_above(
    solids: Rows[Solid],
    corners_mm: Floats,
    ground: Ground,
    left_mm: float,
    top_mm: float,
    pixel_mm: float,
    heights_mm: Floats,
    pixels: NDArray[np.uint8],
) -> None:
    """Draw a map: what is seen straight from above, everything in its true place and size.

    Args:
        solids: All that stands in the world; faces can't be seen from there.
        corners_mm: [N, 2] of prisms.
        ground: The floor.
        left_mm: x of the left border of the picture.
        top_mm: y of its upper border.
        pixel_mm: Side of a pixel.
        heights_mm: [rows, columns] scratch.
        pixels: [rows, columns, 3] out: red, green and blue, row 0 at the top (greatest y).

    Cost: some 5 ns a pixel.
    """
    rows, columns = heights_mm.shape
    for row in range(rows):
        y_mm = top_mm - (row + 0.5) * pixel_mm
        for column in range(columns):
            heights_mm[row, column] = 0.0
            put(pixels, row, column, ground_at(ground, left_mm + (column + 0.5) * pixel_mm, y_mm))
    for number in range(solids.size):
        solid = solids[number]
        low_x, low_y, high_x, high_y = extent_of(solid, corners_mm)
        first_row = max(math.floor((top_mm - high_y) / pixel_mm), 0)
        last_row = min(math.ceil((top_mm - low_y) / pixel_mm), rows)
        first = max(math.floor((low_x - left_mm) / pixel_mm), 0)
        last = min(math.ceil((high_x - left_mm) / pixel_mm), columns)
        for row in range(first_row, last_row):
            y_mm = top_mm - (row + 0.5) * pixel_mm
            for column in range(first, last):
                x_mm = left_mm + (column + 0.5) * pixel_mm
                height_mm, colour = top_of(solid, corners_mm, x_mm, y_mm)
                if height_mm > heights_mm[row, column]:
                    heights_mm[row, column] = height_mm
                    put(pixels, row, column, colour)


@inner
def extent_of(solid: Solid, corners_mm: Floats) -> tuple[float, float, float, float]:
    """Return the least and the greatest x and y of what is seen of a solid from above."""
    if solid.shape == FACE or (solid.shape != PRISM and solid.radius_mm <= 0.0):
        return 0.0, 0.0, -1.0, -1.0
    if solid.shape != PRISM:
        return (
            solid.x_mm - solid.radius_mm, solid.y_mm - solid.radius_mm,
            solid.x_mm + solid.radius_mm, solid.y_mm + solid.radius_mm,
        )  # fmt: skip
    low_x, low_y, high_x, high_y = FAR_MM, FAR_MM, -FAR_MM, -FAR_MM
    for k in range(solid.first, solid.first + solid.corners):
        low_x, high_x = min(low_x, corners_mm[k, 0]), max(high_x, corners_mm[k, 0])
        low_y, high_y = min(low_y, corners_mm[k, 1]), max(high_y, corners_mm[k, 1])
    return low_x, low_y, high_x, high_y


@inner
def top_of(solid: Solid, corners_mm: Floats, x_mm: float, y_mm: float) -> tuple[float, int]:
    """Return how high a solid is at a point, and its colour there; (-1, 0) where it is not."""
    up_x, up_y, up_z = 0.0, 0.0, 1.0
    height_mm = solid.high_mm
    if solid.shape == PRISM:
        end = solid.first + solid.corners
        for k in range(solid.first, end):
            after = solid.first if k + 1 == end else k + 1
            step_x = corners_mm[after, 0] - corners_mm[k, 0]
            step_y = corners_mm[after, 1] - corners_mm[k, 1]
            if step_x * (y_mm - corners_mm[k, 1]) < step_y * (x_mm - corners_mm[k, 0]):
                return -1.0, 0
    else:
        x, y = (x_mm - solid.x_mm) / solid.radius_mm, (y_mm - solid.y_mm) / solid.radius_mm
        within = 1.0 - x * x - y * y
        if within < 0.0:
            return -1.0, 0
        if solid.shape == BALL:
            up_x, up_y, up_z = x, y, math.sqrt(within)
            height_mm = 0.5 * (solid.low_mm + solid.high_mm) + solid.radius_mm * up_z
    colour = solid.colour if solid.shines else shaded(solid.colour, up_x, up_y, up_z)
    return height_mm, colour

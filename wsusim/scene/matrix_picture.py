"""The object-ID matrix in colours: for the command line's picture and the window's layer."""

from __future__ import annotations

import colorsys

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.object_map import FIRST_MOVABLE, FLOOR

FLOOR_RGB = (246, 246, 242)
WALL_RGB = (84, 98, 140)
LIGHT_RGB = (255, 205, 60)

TURN = 0.381966
"""From one code's hue to the next: by the golden ratio, so that neighbouring codes differ."""


def colour_table(codes: int) -> NDArray[np.uint8]:
    """Return red, green and blue [codes, 3] of each code of a matrix."""
    table = np.zeros((max(codes, FIRST_MOVABLE), 3), np.uint8)
    table[:FIRST_MOVABLE] = FLOOR_RGB, WALL_RGB, LIGHT_RGB
    for k in range(len(table) - FIRST_MOVABLE):
        rgb = colorsys.hls_to_rgb(TURN * k % 1.0, 0.42 + 0.12 * (k % 3), 0.75)
        table[FIRST_MOVABLE + k] = [round(255 * value) for value in rgb]
    return table


def matrix_picture(matrix: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Return a picture [rows, columns, 3] with a pixel a cell, the greatest y on top."""
    return colour_table(int(matrix.max(initial=0)) + 1)[matrix[::-1]]


def matrix_layer(matrix: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Return the same with opacity [rows, columns, 4]: floor can be seen through."""
    opacity = np.where(matrix[::-1] == FLOOR, 0, 255).astype(np.uint8)
    return np.dstack([matrix_picture(matrix), opacity])

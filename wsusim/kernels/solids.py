"""What pictures are drawn of: solids upon a floor, and the colours of their surfaces.

Colours are whole numbers ``0xRRGGBB`` and made darker by whole numbers, so that the same world
gives the same bytes.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.jit import inner
from wsusim.model.robot_table import structured

SUN_X, SUN_Y, SUN_Z = 0.36, 0.48, 0.8
"""Where the light comes from, a direction of length 1 (guess): the sides of a thing differ."""


class Solid:
    """One thing that stands in a world, in mm; its colour is ``0xRRGGBB``."""

    shape: int
    """``FACE``, ``PRISM``, ``CYLINDER`` or ``BALL``."""
    first: int
    """First of its corners: a face has two and is seen from their left, a prism is convex and has
    its corners counter-clockwise."""
    corners: int
    x_mm: float
    """Middle of a cylinder or ball."""
    y_mm: float
    radius_mm: float
    """0 for what is not there."""
    low_mm: float
    high_mm: float
    colour: int
    shines: bool
    """It is as bright from everywhere and far away."""


SOLID = structured(Solid)

FACE = 0
PRISM = 1
CYLINDER = 2
BALL = 3


class Ground(NamedTuple):
    """The floor: squares of colour ``0xRRGGBB``, and what is seen where it ends."""

    colours: NDArray[np.uint32]
    """[row, column], row 0 at ``y_mm``."""
    x_mm: float
    y_mm: float
    square_mm: float
    outside: int
    sky: int


@inner
def lit(colour: int, light: int) -> int:
    """Return a colour, darker: ``light`` 256 leaves it as it is."""
    red = ((colour >> 16) & 255) * light >> 8
    green = ((colour >> 8) & 255) * light >> 8
    blue = (colour & 255) * light >> 8
    return (red << 16) | (green << 8) | blue


@inner
def shaded(colour: int, x: float, y: float, z: float) -> int:
    """Return the colour of a surface that looks in a direction of length 1."""
    return lit(colour, 208 + math.floor(48.0 * (x * SUN_X + y * SUN_Y + z * SUN_Z)))


@inner
def ground_at(ground: Ground, x_mm: float, y_mm: float) -> int:
    """Return the colour of the floor at a point."""
    column = math.floor((x_mm - ground.x_mm) / ground.square_mm)
    row = math.floor((y_mm - ground.y_mm) / ground.square_mm)
    if 0.0 <= row < ground.colours.shape[0] and 0.0 <= column < ground.colours.shape[1]:
        return int(ground.colours[int(row), int(column)])
    return ground.outside


@inner
def put(pixels: NDArray[np.uint8], row: int, column: int, colour: int) -> None:
    """Give a pixel its colour."""
    pixels[row, column, 0] = (colour >> 16) & 255
    pixels[row, column, 1] = (colour >> 8) & 255
    pixels[row, column, 2] = colour & 255

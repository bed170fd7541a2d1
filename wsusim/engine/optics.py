"""From grey levels along a line to the image of the K213 linear camera. Pure arithmetic.

All figures are those of the Matlab simulator KiKS 2.2.0 (``kiks_turret_k213``), except those marked
*guess*.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wsusim.model.fixed_order import product

Floats = NDArray[np.float64]

PIXELS = 64
HALF_VIEW_DEG = 18.0
WHITE = 245.0
BLACK = 50.0
SHARP_MM = 250.0  # beyond 25 cm the image is out of focus (KiKS)
NOISE_SHARE = 0.10  # preference K213_NOISE: 10 percent
RANDOM_NUMBERS = 3 * PIXELS + 1
"""Uniform numbers 0..1 that one image takes."""

BEARINGS_DEG: Final[Floats] = np.linspace(HALF_VIEW_DEG, -HALF_VIEW_DEG, PIXELS)
"""Where each pixel looks, counter-clockwise from straight ahead: the first is left."""

_OUT_OF_FOCUS = (3.0, 2.0, 1.0, 1.0, 2.0, 2.0, 3.0)


class Motion(Enum):
    """How the robot moves while the image is taken; the value is the blur's mask."""

    STILL = (0.0, 0.0, 1.0, 2.0, 1.0, 0.0, 0.0)
    DRIVING = (1.0, 1.0, 1.0, 4.0, 1.0, 1.0, 1.0)
    TURNING = (4.0, 3.0, 2.0, 1.0, 2.0, 3.0, 4.0)


def motion_of(left_speed: int, right_speed: int) -> Motion:
    """Return how a robot moves with these wheel speeds."""
    if left_speed == right_speed == 0:
        return Motion.STILL
    return Motion.DRIVING if left_speed == right_speed else Motion.TURNING


def expose(
    reflectivity: Floats, distance_mm: Floats, motion: Motion, random: Floats | None
) -> tuple[tuple[int, ...], int]:
    """Return the 64 pixels, 0..255, and the light level (about 100 bright, 2600 dark).

    Args:
        reflectivity: [64] what each pixel looks at: 0 black to 1 white.
        distance_mm: [64] how far that is.
        motion: how the robot moves.
        random: [RANDOM_NUMBERS] uniform numbers 0..1; ``None`` for an ideal camera without noise.
    """
    grey = BLACK + np.clip(reflectivity, 0.0, 1.0) * (WHITE - BLACK)
    grey = np.where(distance_mm > SHARP_MM, _blurred(grey, _OUT_OF_FOCUS), grey)
    brightest = grey.max()
    light = (255.0 - brightest) * 7.0 + 175.0 + (brightest - grey.mean())
    # The shutter's speed is such that the brightest thing becomes white.
    grey = grey + (WHITE - brightest)
    if grey.min() > BLACK:
        grey = grey - (255.0 - WHITE)
    numbers = np.full(RANDOM_NUMBERS, 0.5) if random is None else random
    light += numbers[0] * 50.0
    grey = _fall_off(grey + _spread(numbers[1 : 1 + PIXELS]), numbers[1 + PIXELS : 1 + 2 * PIXELS])
    grey = _blurred(grey, motion.value)
    if random is not None:
        grey = grey * (1.0 - NOISE_SHARE) + numbers[1 + 2 * PIXELS :] * 255.0 * NOISE_SHARE
    pixels = np.clip(np.rint(grey), 0.0, 255.0).astype(int)
    return tuple(pixels.tolist()), round(light)


def _spread(numbers: Floats) -> Floats:
    """Return numbers 0..1 as grey levels -10..10."""
    return numbers * 20.0 - 10.0


def _fall_off(grey: Floats, numbers: Floats) -> Floats:
    """Darken the sides: more than 5 degrees from the middle no pixel is brighter than the lens."""
    angle = np.abs(BEARINGS_DEG)
    share = angle / HALF_VIEW_DEG
    lens = 240.0 - angle * (share * np.sqrt(share)) * 6.0
    return np.where((angle > 5.0) & (grey > lens), lens + _spread(numbers), grey)


def _blurred(grey: Floats, mask: tuple[float, ...]) -> Floats:
    """Return the weighted mean of each pixel and three on either side."""
    # KiKS's filter does not turn its mask round, as a convolution would.
    weights, padded = np.array(mask) / sum(mask), np.pad(grey, 3, mode="edge")
    around = np.lib.stride_tricks.sliding_window_view(padded, len(mask))
    return product(around, weights)

"""The colour pictures that a controller may ask for: the robot's eye, and the arena's camera."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

PERIOD_TICKS = 4
"""A camera takes a new picture every 40 ms: 25 a second, as a video camera does (PAL)."""

FIELD_DEG = 60.0
"""What the eye sees from left to right (guess: a common camera of a small robot)."""

SMALLEST_PX, LARGEST_PX = (64, 48), (320, 240)
"""Width and height of pictures."""

USUAL_PX = (64, 48)
"""Of the eye, until a controller chooses another size."""


class Camera(IntEnum):
    """Which camera."""

    EYE = 0
    """On the robot, looking ahead."""
    ARENA = 1
    """Above the arena, looking straight down; only where the maze has one."""


class Look(NamedTuple):
    """What a controller asks for."""

    camera: Camera
    width_px: int
    height_px: int
    """Of the eye's picture. The arena's camera has a size of its own and takes no notice."""


class CameraImage(NamedTuple):
    """A picture."""

    tick: int
    """When it was taken."""
    width_px: int
    height_px: int
    rgb: bytes
    """Red, green and blue of each pixel, row after row, the first row on top."""
    left_mm: float = 0.0
    """Of the arena's camera: x of the picture's left border, ..."""
    top_mm: float = 0.0
    """... y of its upper border, ..."""
    pixel_mm: float = 1.0
    """... and the side of a pixel on the floor."""


def is_size(width_px: int, height_px: int) -> bool:
    """Return whether an eye's pictures may have this size."""
    return (
        SMALLEST_PX[0] <= width_px <= LARGEST_PX[0] and SMALLEST_PX[1] <= height_px <= LARGEST_PX[1]
    )

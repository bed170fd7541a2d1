"""The camera above the arena, which sees all robots at once."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

from wsusim.control.eye import pixels_of
from wsusim.control.misuse import real_number
from wsusim.control.part import Part
from wsusim.model.camera_image import USUAL_PX, Camera, CameraImage, Look
from wsusim.model.units import ticks_to_seconds

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class ArenaCamera(Part):
    """A colour camera above the arena, looking straight down; only some mazes have one.

    It takes a new picture every 0.04 s. The picture is a map: everything is at its true place, with
    x to the right and y upwards. The maze's file says how large its pictures are.

    Example:
        >>> from wsusim.backends.fake import FakeBackend
        >>> from wsusim.control.robot import Robot
        >>> camera = Robot(FakeBackend()).arena_camera
        >>> camera.picture.shape
        (48, 64, 3)
    """

    __slots__ = ()
    _title: ClassVar[str] = "`arena_camera`"

    @property
    def picture(self) -> NDArray[np.uint8]:
        """The newest picture: an array of height x width x 3 numbers from 0 to 255.

        ``picture[row, column]`` is one pixel: red, green, blue. Row 0 is on top, column 0 is left.
        The array is yours: you may change it.
        """
        return pixels_of(self._look())

    @property
    def time(self) -> float:
        """When the newest picture was taken, in seconds since the start."""
        return ticks_to_seconds(self._look().tick)

    def point_at(self, row: float, column: float) -> tuple[float, float]:
        """Return the point ``(x_mm, y_mm)`` of the floor in the middle of a pixel.

        Row and column may have fractions, such as the mean of many pixels.
        """
        image = self._look()
        down = real_number("row", row, "point_at", "a row of the picture")
        across = real_number("column", column, "point_at", "a column of the picture")
        return (
            image.left_mm + (across + 0.5) * image.pixel_mm,
            image.top_mm - (down + 0.5) * image.pixel_mm,
        )

    def pixel_at(self, x_mm: float, y_mm: float) -> tuple[int, int]:
        """Return row and column of the pixel that shows a point; it may lie off the picture."""
        image = self._look()
        x = real_number("x_mm", x_mm, "pixel_at", "millimetres")
        y = real_number("y_mm", y_mm, "pixel_at", "millimetres")
        return (
            math.floor((image.top_mm - y) / image.pixel_mm),
            math.floor((x - image.left_mm) / image.pixel_mm),
        )

    def _look(self) -> CameraImage:
        return self._robot.look(Look(Camera.ARENA, *USUAL_PX))

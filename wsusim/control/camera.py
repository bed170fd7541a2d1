"""The K213 linear camera: one line of 64 grey pixels, looking ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from wsusim.control.misuse import missing
from wsusim.control.part import Part
from wsusim.model.readings import Quantity
from wsusim.model.robot_kind import LINE_CAMERA

if TYPE_CHECKING:
    from wsusim.control.calls import Calls


class Camera(Part):
    """A line camera on top of the robot: 64 pixels side by side, 18 degrees to the left and right.

    It sees walls, caps, balls, lamps and other robots, however far they are, and takes a picture
    every 0.2 s; if you ask sooner, you get the same picture again.

    Example:
        >>> from wsusim.backends.fake import FakeBackend
        >>> from wsusim.control.robot import Robot
        >>> picture = [240] * 64
        >>> picture[10:14] = [60, 50, 50, 60]
        >>> camera = Robot(FakeBackend({0.0: {"camera_pixels": picture}})).camera
        >>> len(camera.pixels), camera.pixels[12], camera.darkest
        (64, 50, 11)
    """

    __slots__ = ("_is_there",)
    _title: ClassVar[str] = "`camera`"

    def __init__(self, robot: Calls) -> None:
        super().__init__(robot)
        self._is_there = LINE_CAMERA in robot.kind.cameras

    def _read(self, quantity: Quantity) -> tuple[int, ...]:
        if not self._is_there:
            raise missing("line camera", self._robot.kind.title)
        return self._robot.read(quantity)

    @property
    def pixels(self) -> list[int]:
        """The newest picture: 64 grey levels from left to right, 0 = black, 255 = white."""
        return list(self._read(Quantity.CAMERA_PIXELS))

    @property
    def brightest(self) -> int:
        """Number of the brightest pixel, 0 (left) to 63 (right); the first if several are equal."""
        pixels = self.pixels
        return pixels.index(max(pixels))

    @property
    def darkest(self) -> int:
        """Number of the darkest pixel, 0 (left) to 63 (right); the first if several are equal."""
        pixels = self.pixels
        return pixels.index(min(pixels))

    @property
    def light(self) -> int:
        """How dark the picture is as a whole: about 100 in bright light, 2600 in the dark."""
        high, low = self._read(Quantity.CAMERA_LIGHT)
        return 256 * high + low

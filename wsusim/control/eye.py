"""The robot's eye: a colour camera on top of the robot, looking ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from wsusim.control.misuse import shown, whole_number
from wsusim.control.part import Part
from wsusim.errors import MisuseType
from wsusim.model.camera_image import LARGEST_PX, SMALLEST_PX, USUAL_PX, Camera, CameraImage, Look
from wsusim.model.units import ticks_to_seconds

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wsusim.control.calls import Calls


class Eye(Part):
    """A colour camera on top of the robot: it sees 60 degrees, 30 to the left and 30 to the right.

    It takes a new picture every 0.04 s; if you ask sooner, you get the same picture again. Only
    simulated robots have one.

    Example:
        >>> import numpy as np
        >>> from wsusim.backends.fake import FakeBackend
        >>> from wsusim.control.robot import Robot
        >>> scene = np.full((48, 64, 3), 200)
        >>> scene[20:30, 40:50] = (220, 40, 30)
        >>> eye = Robot(FakeBackend(pictures={0.0: scene})).eye
        >>> picture = eye.picture.astype(int)
        >>> picture.shape
        (48, 64, 3)
        >>> rows, columns = np.nonzero(picture[:, :, 0] > 2 * picture[:, :, 1])
        >>> float(columns.mean())
        44.5
    """

    __slots__ = ("_size",)
    _title: ClassVar[str] = "`eye`"

    def __init__(self, robot: Calls) -> None:
        super().__init__(robot)
        self._size = USUAL_PX

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

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures in pixels; (64, 48) until you set another size.

        Set it to anything from (64, 48) to (320, 240). Larger pictures show more, and take longer
        to work through.
        """
        return self._size

    @size.setter
    def size(self, value: Any) -> None:
        try:
            width, height = value
        except (TypeError, ValueError):
            raise MisuseType(
                f"`size` is {shown(value)}, but it must be two numbers, width and height: "
                "self.eye.size = (160, 120)"
            ) from None
        advice = "Choose from (64, 48) to (320, 240)."
        sides = zip(("width", "height"), (width, height), SMALLEST_PX, LARGEST_PX, strict=True)
        width_px, height_px = (
            whole_number(name, side, low, high, "the eye", advice)
            for name, side, low, high in sides
        )
        object.__setattr__(self, "_size", (width_px, height_px))

    def _look(self) -> CameraImage:
        return self._robot.look(Look(Camera.EYE, *self._size))


def pixels_of(image: CameraImage) -> NDArray[np.uint8]:
    """Return a copy of a picture as an array."""
    import numpy as np

    pixels = np.frombuffer(image.rgb, np.uint8)
    return pixels.reshape(image.height_px, image.width_px, 3).copy()

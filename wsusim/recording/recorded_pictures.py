"""The pictures in a recording, read back: what robots' eyes and the arena's camera saw."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from wsusim.model.units import ticks_to_seconds
from wsusim.recording.file_layout import camera_topics
from wsusim.recording.reader import Recording
from wsusim.recording.typed import BAD_VALUES, typed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


MOST_PIXELS = 4096 * 4096
"""No camera of ours takes larger pictures; a larger one is not unpacked."""


@dataclass(frozen=True, slots=True)
class RecordedPicture:
    """A picture in a recording.

    Attributes:
        tick: When it was taken.
        topic: The topic of its camera.
        data: PNG or JPEG, as it is in the file.
    """

    tick: int
    topic: str
    data: bytes

    @property
    def pixels(self) -> NDArray[np.uint8]:
        """[rows, columns, 3]; raises ``OSError`` if it is no picture."""
        import numpy as np
        from PIL import Image

        try:
            with Image.open(BytesIO(self.data), formats=("PNG", "JPEG")) as image:
                if image.width * image.height > MOST_PIXELS:
                    raise OSError(f"It would have {image.width} x {image.height} pixels.")
                return np.asarray(image.convert("RGB"))
        except Image.DecompressionBombError as error:
            raise OSError(str(error)) from None


@dataclass(frozen=True, slots=True)
class _Image:
    data: str


def pictures(recording: Recording) -> Iterator[RecordedPicture]:
    """Yield the pictures in a recording, camera by camera; most recordings have none."""
    for topic in camera_topics(recording.header.world):
        for tick, data in recording.messages(topic):
            yield picture_in(recording, topic, tick, data)


def picture_in(recording: Recording, topic: str, tick: int, data: bytes) -> RecordedPicture:
    """Return the picture in a message; raises ``BadRecording`` if it is none."""
    try:
        image = base64.b64decode(typed(_Image, data).data, validate=True)
    except BAD_VALUES as error:
        raise recording.nonsense(f"a picture at {ticks_to_seconds(tick):.2f} s", error) from error
    return RecordedPicture(tick, topic, image)

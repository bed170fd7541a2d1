"""Pictures in a recording: what the robots' eyes and the camera above the arena saw.

They are drawn from the recorded samples, by the process that writes the file: this costs the run no
time, and they can be drawn again from the recording.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.eye import EyeView, Size
from wsusim.model.camera_image import PERIOD_TICKS
from wsusim.model.snapshot import Snapshot
from wsusim.model.world import World
from wsusim.recording.chunks import Message
from wsusim.recording.file_layout import ABOVE, CHANNELS, camera_topics, time_ns
from wsusim.recording.foxglove_messages import image_json
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.recorded_pictures import RecordedPicture, pictures
from wsusim.recording.samples import Samples, snapshot_at

Pixels = NDArray[np.uint8]


class EyeRecorder:
    """Makes the messages with the pictures for blocks of samples, given in order.

    Args:
        world: As it was at the start of the run.
        size: Of the eyes' pictures.
    """

    def __init__(self, world: World, size: Size) -> None:
        self._world = world
        self._size = size
        self._view = EyeView(world)
        self._due_tick = 0
        self._channels = {
            topic: number for number, topic in enumerate(camera_topics(world), len(CHANNELS) + 1)
        }

    def messages(self, samples: Samples) -> Iterator[Message]:
        """Yield the pictures of a block, one every 40 ms of each camera."""
        for index, tick in enumerate(samples.ticks):
            if tick >= self._due_tick:
                self._due_tick = tick + PERIOD_TICKS
                moment = snapshot_at(samples, index)
                for topic, channel in self._channels.items():
                    pixels = picture_of(self._view, self._world, topic, moment, self._size)
                    frame = topic.split("/")[1]  # the robot's, or the camera's own
                    data = image_json(tick, frame, "png", png_of(pixels))
                    yield Message(channel, time_ns(tick), data)


def picture_of(view: EyeView, world: World, topic: str, moment: Snapshot, size: Size) -> Pixels:
    """Return what a camera sees at a moment; ``size`` is that of an eye's pictures."""
    camera = world.arena_camera
    if topic == ABOVE and camera is not None:
        return view.overhead(moment, (camera.width_px, camera.height_px))
    return view.eye(moment, camera_topics(world).index(topic), size)


def png_of(pixels: Pixels) -> bytes:
    """Return a picture as PNG: lossless, and the same bytes for the same picture."""
    from PIL import Image

    file = BytesIO()
    Image.fromarray(pixels).save(file, "PNG", compress_level=1)
    return file.getvalue()


def first_false_picture(recording: Recording) -> RecordedPicture | None:
    """Return the first picture that its camera can't have seen; ``None``: all are true."""
    world = recording.header.world
    view: EyeView | None = None
    for picture in pictures(recording):
        if view is None:
            view, player = EyeView(world), Player(recording)
        try:
            pixels = picture.pixels
        except OSError:
            return picture
        size = pixels.shape[1], pixels.shape[0]
        seen = picture_of(view, world, picture.topic, player.at(picture.tick), size)
        if not np.array_equal(pixels, seen):
            return picture
    return None

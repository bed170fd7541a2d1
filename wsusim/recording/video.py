"""The video in a recording: what a camera beside the robots saw, in step with the run.

Its times are those at which the pictures arrived, on the run's clock. How long the camera itself
took for each is unknown.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from wsusim.recording.file_layout import TICK_NS, VIDEO
from wsusim.recording.reader import Recording
from wsusim.recording.recorded_pictures import RecordedPicture, picture_in


class Video:
    """The pictures of a camera, by time; most recordings have none."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._chunks = recording.chunks_with(VIDEO)
        self._starts = [
            recording.chunks[chunk].message_start_time // TICK_NS for chunk in self._chunks
        ]
        self._read: tuple[int, list[RecordedPicture]] = (-1, [])

    def close(self) -> None:
        """Close the recording."""
        self._recording.close()

    @property
    def is_there(self) -> bool:
        """Whether there are any pictures."""
        return bool(self._chunks)

    @cached_property
    def ticks(self) -> list[int]:
        """When each picture arrived. Reads the whole recording."""
        return [tick for tick, _ in self._recording.messages(VIDEO)]

    def at(self, tick: int) -> RecordedPicture | None:
        """Return the newest picture at a moment; ``None``: none had arrived yet.

        Raises:
            BadRecording: It makes no sense.
        """
        for number in range(bisect_right(self._starts, tick) - 1, -1, -1):
            found = [one for one in self._pictures(self._chunks[number]) if one.tick <= tick]
            if found:
                return found[-1]
        return None

    def _pictures(self, chunk: int) -> list[RecordedPicture]:
        """Return the pictures of a chunk; the last chunk is cached, as the next moment is near."""
        if self._read[0] != chunk:
            self._read = (
                chunk,
                [
                    picture_in(self._recording, topic, tick, data)
                    for topic, tick, data in self._recording.read_chunk(chunk)
                    if topic == VIDEO
                ],
            )
        return self._read[1]

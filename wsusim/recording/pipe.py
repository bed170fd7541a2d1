"""What the run and its writer process say to each other: frames of plain values over a pipe.

Both ends are the same program in the same version, so ``marshal`` serves: it is several times as
fast as anything else for tuples of numbers and bytes.
"""

from __future__ import annotations

import marshal
import os
import time
from typing import Any, Protocol

import numpy as np

from wsusim.model.robot_table import SAMPLE
from wsusim.model.snapshot import MissionSnapshot
from wsusim.recording.samples import ObjectColumns, RobotColumns, Samples
from wsusim.recording.spool import SpoolReader

_LENGTH_BYTES = 4
_PLACE_BYTES = 8

READ_BYTES = 1024 * 1024
"""How much is taken out of the pipe at once, at most."""

IN_SPOOL = 1 << 31
"""Added to a frame's length when the frame itself is in the spool and only its place follows."""

BREATH_S = 0.0005
"""How long the reader sleeps between two looks into the pipe."""

OPEN = "open"
"""(OPEN, path, library, metadata, attachments, scene, first tick, row plan, queue limit): first."""
SPAN = "span"
"""(SPAN, first tick, last tick, input rows, lines, samples, readings): samples are bytes of kernel
rows, or a block as plain values, or ``None``; readings are rows, see ``readings``."""
CLOSE = "close"
"""(CLOSE, summary): last of all. Without it the run was cut off."""


class FrameStream(Protocol):
    """Where frames come from."""

    def read(self, size: int, /) -> bytes:
        """Return so many bytes, or fewer at the end."""


def frame(*values: Any) -> bytes:
    """Return values as one frame."""
    body = marshal.dumps(values)
    return len(body).to_bytes(_LENGTH_BYTES, "little") + body


def reference(place: int, frame_bytes: int) -> bytes:
    """Return what goes through the pipe for a frame that is in the spool."""
    head = (frame_bytes + IN_SPOOL).to_bytes(_LENGTH_BYTES, "little")
    return head + place.to_bytes(_PLACE_BYTES, "little")


def read_frame(stream: FrameStream, spool: SpoolReader | None = None) -> tuple[Any, ...] | None:
    """Return the next frame's values, or ``None`` at the end (a torn frame counts as the end)."""
    head = stream.read(_LENGTH_BYTES)
    if len(head) < _LENGTH_BYTES:
        return None
    length = int.from_bytes(head, "little")
    if length >= IN_SPOOL:
        assert spool is not None
        place = stream.read(_PLACE_BYTES)
        if len(place) < _PLACE_BYTES:
            return None
        frame_bytes = spool.take(int.from_bytes(place, "little"), length - IN_SPOOL)
        body = frame_bytes[_LENGTH_BYTES:]
    else:
        body = stream.read(length)
        if len(body) < length:
            return None
    values: tuple[Any, ...] = marshal.loads(body)
    return values


class PipeReader:
    """Reads a pipe so that writing to it costs little.

    Waking a process that waits for a pipe costs the writer several times what the writing costs.
    So this one is not found waiting while much comes in: it sleeps for a moment by itself, and then
    takes all that is there. When nothing comes, it does wait.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._data = b""
        self._position = 0

    def read(self, size: int) -> bytes:
        """Return so many bytes, or fewer at the end."""
        while len(self._data) - self._position < size:
            time.sleep(BREATH_S)
            more = os.read(self._descriptor, READ_BYTES)
            if not more:
                break
            self._data = self._data[self._position :] + more
            self._position = 0
        start = self._position
        self._position = min(start + size, len(self._data))
        return self._data[start : self._position]


def plain(samples: Samples) -> tuple[Any, ...]:
    """Return a block as plain values."""
    return (
        samples.ticks,
        samples.digest,
        tuple(
            (robot.id, robot.kind, robot.table.tobytes(), robot.bearings)
            for robot in samples.robots
        ),
        tuple(
            (item.id, item.kind, item.places_mm.tobytes(), item.held_by.tobytes())
            for item in samples.objects
        ),
        tuple(
            (index, m.achieved, m.goal_time_s, m.caps_delivered, m.robots_in_goal)
            for index, m in samples.missions
        ),
    )


def samples_of(values: tuple[Any, ...]) -> Samples:
    """Return the block of plain values."""
    ticks, digest, robots, objects, missions = values
    return Samples(
        ticks=ticks,
        digest=digest,
        robots=tuple(
            RobotColumns(number, kind, np.frombuffer(table, SAMPLE), bearings)
            for number, kind, table, bearings in robots
        ),
        objects=tuple(
            ObjectColumns(
                number,
                kind,
                np.frombuffer(places, np.float64).reshape(len(ticks), 2),
                np.frombuffer(held_by, np.int64),
            )
            for number, kind, places, held_by in objects
        ),
        missions=tuple((index, MissionSnapshot(*state)) for index, *state in missions),
    )

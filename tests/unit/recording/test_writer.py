"""The writer: a slow disk costs samples, never time; a full one ends the recording cleanly."""

from __future__ import annotations

import errno
import io
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.unit.recording.streams import HEADER, WORLD, snapshot
from wsusim.recording import contents
from wsusim.recording.encoder import Span
from wsusim.recording.pipe import frame, plain
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.recording_file import begin_recording
from wsusim.recording.rows import RowPlan
from wsusim.recording.samples import Samples, from_snapshots
from wsusim.recording.writer import RecordingWriter, WriterFigures
from wsusim.recording.writer_process import Pump


class StuckDisk(io.FileIO):
    """A file that takes nothing while ``gate`` is closed."""

    def __init__(self, path: Any) -> None:
        super().__init__(path, "w+")
        self.gate = threading.Event()
        self.gate.set()

    def write(self, data: Any) -> int:
        """Write when the gate is open."""
        self.gate.wait()
        return super().write(data)


class Frames(io.BytesIO):
    """A pipe full of frames; calls ``on_end`` when the last one was taken."""

    def __init__(self, frames: list[bytes], on_end: Callable[[], None]) -> None:
        super().__init__(b"".join(frames))
        self._size = sum(map(len, frames))
        self._on_end = on_end

    def read(self, size: int | None = -1) -> bytes:
        """Read, and look whether that was all."""
        data = super().read(size)
        if self.tell() == self._size:
            self._on_end()
        return data


class FullDisk(io.FileIO):
    """A file that grows up to ``room`` bytes; the write that goes beyond is torn."""

    room = 10**9

    def write(self, data: Any) -> int:
        """Write as much as there is room for."""
        free = self.room - self.tell()
        if free <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(bytes(data)[:free])


def begin(stream: Any) -> Any:
    """Write the head of a recording."""
    return begin_recording(
        stream,
        library="test",
        metadata=HEADER.metadata(),
        attachments=HEADER.attachments(),
        scene=b"{}",
    )


def block(last_tick: int) -> Samples:
    """Return the samples of half a second."""
    return from_snapshots([snapshot(tick) for tick in range(last_tick - 48, last_tick + 1, 2)])


def span(last_tick: int) -> Span:
    """Return half a second up to ``last_tick``, with one order."""
    return Span(last_tick - 49, last_tick, [order(last_tick)], [], block(last_tick))


def order(last_tick: int) -> tuple[Any, ...]:
    """Return an order of the half second up to ``last_tick``."""
    return (last_tick - 49, 0, "SetArm", 200)


def write_while_stuck(file: Path, last_tick: int) -> WriterFigures:
    """Write spans while the disk stands still until the last of them was taken."""
    stream = StuckDisk(file)
    mcap = begin(stream)
    stream.gate.clear()
    frames = [
        frame("span", last - 49, last, [order(last)], [], plain(block(last)), [])
        for last in range(50, last_tick + 1, 50)
    ]
    spans = Frames([*frames, frame("close", {})], on_end=stream.gate.set)
    writer = RecordingWriter(mcap, queue_limit_bytes=30_000)
    figures = Pump(spans, RowPlan.of(WORLD, 2), writer).run()
    stream.close()
    assert figures is not None
    return figures


def test_a_stuck_disk_never_makes_the_run_wait_and_drops_are_counted(tmp_path):
    """While the disk stands still, all spans are taken; what was left out is said."""
    file = tmp_path / "run.mcap"

    figures = write_while_stuck(file, 2000)

    assert figures.dropped_ticks > 0
    assert figures.failure is None
    with Recording(file) as recording:
        assert recording.writer_notes["dropped_ticks"] == str(figures.dropped_ticks)
        (first, last), *_ = figures.dropped_spans
        recorded = {s.tick for s in Player(recording).snapshots()}
        assert recorded.isdisjoint(range(first, last + 1))
        assert recorded >= set(range(2, first, 2))


def test_a_disk_that_was_only_slow_loses_nothing(tmp_path):
    """What fits into the queue is written when the disk comes round."""
    file = tmp_path / "run.mcap"

    figures = write_while_stuck(file, 100)

    assert figures.dropped_ticks == 0
    with Recording(file) as recording:
        assert [s.tick for s in Player(recording).snapshots()] == list(range(2, 101, 2))


def test_orders_are_kept_longer_than_samples(tmp_path):
    """Where samples had to be left out, the orders are there all the same."""
    file = tmp_path / "run.mcap"

    figures = write_while_stuck(file, 1000)

    assert figures.dropped_ticks > 0
    with Recording(file) as recording:
        assert len(list(contents.inputs(recording))) == 20
        kinds = {event.kind for event in contents.events(recording)}
        assert "samples_dropped" in kinds


def test_a_full_disk_is_told_once_and_the_file_stays_whole(tmp_path):
    """What was written before the disk was full is a good recording when there is room again."""
    file = tmp_path / "run.mcap"
    troubles: list[OSError] = []
    stream = FullDisk(file, "w+")
    mcap = begin(stream)
    stream.room = mcap.size_bytes + 8_000
    writer = RecordingWriter(mcap, on_failure=troubles.append)

    for last_tick in range(50, 1001, 50):
        writer.add(span(last_tick))
    writer.abandon()
    stream.room = 10**9
    figures = writer.finish({})
    stream.close()

    assert [trouble.errno for trouble in troubles] == [errno.ENOSPC]
    assert figures.failure == "No space left on device"
    with Recording(file) as recording:
        assert Player(recording).at(50) == snapshot(50)

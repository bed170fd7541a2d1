"""The writer: a slow disk costs samples, never time; a full one ends the recording cleanly."""

from __future__ import annotations

import errno
import io
import threading
from typing import Any

from tests.unit.recording.streams import HEADER, snapshot
from wsusim.recording import contents
from wsusim.recording.encoder import Span
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.recording_file import begin_recording
from wsusim.recording.samples import from_snapshots
from wsusim.recording.writer import RecordingWriter


class SlowDisk(io.FileIO):
    """A file that takes nothing until ``gate`` is opened."""

    def __init__(self, path: Any) -> None:
        super().__init__(path, "w+")
        self.gate = threading.Event()
        self.gate.set()

    def write(self, data: Any) -> int:
        """Write when the gate is open."""
        self.gate.wait()
        return super().write(data)


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


def span(last_tick: int) -> Span:
    """Return half a second up to ``last_tick``, with one order."""
    ticks = range(last_tick - 48, last_tick + 1, 2)
    block = from_snapshots([snapshot(tick) for tick in ticks])
    return Span(last_tick - 49, last_tick, [(last_tick - 49, 0, "SetArm", 200)], [], block)


def test_a_slow_disk_never_makes_the_writer_wait_and_drops_are_counted(tmp_path):
    """While the disk stands still, spans go on being taken; what was left out is said."""
    file = tmp_path / "run.mcap"
    stream = SlowDisk(file)
    writer = RecordingWriter(begin(stream), queue_limit_bytes=30_000)

    stream.gate.clear()
    for last_tick in range(50, 2001, 50):
        writer.add(span(last_tick))
    stream.gate.set()
    figures = writer.finish({})
    stream.close()

    assert figures.dropped_ticks > 0
    assert figures.failure is None
    with Recording(file) as recording:
        notes = recording.writer_notes
        assert notes["dropped_ticks"] == str(figures.dropped_ticks)
        (first, last), *_ = figures.dropped_spans
        recorded = {s.tick for s in Player(recording).snapshots()}
        assert recorded.isdisjoint(range(first, last + 1))


def test_orders_are_kept_longer_than_samples(tmp_path):
    """Where samples had to be left out, the orders are there all the same."""
    file = tmp_path / "run.mcap"
    stream = SlowDisk(file)
    writer = RecordingWriter(begin(stream), queue_limit_bytes=30_000)

    stream.gate.clear()
    for last_tick in range(50, 1001, 50):
        writer.add(span(last_tick))
    stream.gate.set()
    writer.finish({})
    stream.close()

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

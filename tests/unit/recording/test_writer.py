"""The writer: what was left out is counted and told; a full disk ends the recording cleanly."""

from __future__ import annotations

import errno
import io
from pathlib import Path
from typing import Any

from tests.unit.recording.streams import HEADER, WORLD, snapshot
from wsusim.recording import contents
from wsusim.recording.encoder import Span
from wsusim.recording.notes import Event
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.rows import RowPlan
from wsusim.recording.samples import Samples, from_snapshots
from wsusim.recording.writer import Head, RecordingWriter

HEAD = Head("test", HEADER.metadata(), HEADER.attachments(), b"{}", RowPlan.of(WORLD, 2))


class FullDisk(io.FileIO):
    """A file that grows up to ``room`` bytes; the write that goes beyond is torn."""

    room = 10**9

    def write(self, data: Any) -> int:
        """Write as much as there is room for."""
        free = self.room - self.tell()
        if free <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(bytes(data)[:free])


def samples(last_tick: int) -> Samples:
    """Return the samples of half a second."""
    return from_snapshots([snapshot(tick) for tick in range(last_tick - 48, last_tick + 1, 2)])


def span(last_tick: int, left_out: int = 0) -> Span:
    """Return half a second up to ``last_tick``, after ``left_out`` ticks without samples."""
    first = last_tick - 49 - left_out
    order = (first, 0, "SetArm", 200)
    return Span(first, last_tick, [order], samples=samples(last_tick), ticks_left_out=left_out)


def test_samples_left_out_are_counted_and_told_and_orders_are_kept(tmp_path: Path) -> None:
    """The run gave up the samples of two seconds: the file says so, in three ways."""
    file = tmp_path / "run.mcap"
    with file.open("w+b", buffering=0) as stream:
        writer = RecordingWriter(stream, HEAD)
        figures = writer.write([span(50), span(300, left_out=200), span(350), {}])

    assert figures is not None
    assert (figures.dropped_ticks, figures.dropped_spans) == (200, ((51, 250),))
    with Recording(file) as recording:
        assert recording.writer_notes["dropped_ticks"] == "200"
        assert Event(51, "samples_dropped", value=200) in list(contents.events(recording))
        recorded = [s.tick for s in Player(recording).snapshots()]
        assert recorded == [*range(2, 51, 2), *range(252, 351, 2)]
        assert [tick for tick, _, _ in contents.inputs(recording)] == [1, 51, 301]


def test_a_full_disk_is_told_once_and_the_file_stays_whole(tmp_path: Path) -> None:
    """What was written before the disk was full is a good recording when there is room again."""
    file = tmp_path / "run.mcap"
    troubles: list[OSError] = []
    stream = FullDisk(file, "w+")
    writer = RecordingWriter(stream, HEAD, on_failure=troubles.append)  # type: ignore[arg-type]
    stream.room = stream.tell() + 8_000

    cut_off = writer.write(map(span, range(50, 1001, 50)))
    stream.room = 10**9
    figures = writer.write([{}])
    stream.close()

    assert cut_off is None
    assert [trouble.errno for trouble in troubles] == [errno.ENOSPC]
    assert figures is not None
    assert figures.failure == "No space left on device"
    assert figures.dropped_ticks > 0
    with Recording(file) as recording:
        assert Player(recording).at(50) == snapshot(50)


def test_a_run_that_was_cut_off_has_no_figures(tmp_path: Path) -> None:
    """Without the closing message the file stays unfinished."""
    with (tmp_path / "run.mcap").open("w+b", buffering=0) as stream:
        figures = RecordingWriter(stream, HEAD).write([span(50)])

    assert figures is None

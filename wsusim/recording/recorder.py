"""The recorder of a running simulation: collects a span, hands it to the writer process.

On the stepping thread it only keeps references and, at the end of a span of ticks, packs them into
one frame for a pipe. Encoding, compressing and the disk are the writer process's business.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from wsusim.errors import BadInput
from wsusim.model.snapshot import Snapshot
from wsusim.recording.disk import QUEUE_LIMIT_BYTES
from wsusim.recording.foxglove_messages import scene_json
from wsusim.recording.header import RunHeader
from wsusim.recording.inputs import Input, to_rows
from wsusim.recording.pipe import CLOSE, OPEN, SPAN, frame, plain
from wsusim.recording.readings import Reading, ReadingRow
from wsusim.recording.rows import RowPlan
from wsusim.recording.samples import from_snapshots
from wsusim.recording.writer import WriterFigures
from wsusim.recording.writer_link import WriterGone, WriterLink
from wsusim.robots import robot_kind
from wsusim.version import __version__

READY_PATIENCE_S = 20.0
"""How long the writer process may take to begin (wall clock)."""


class CannotRecord(BadInput):
    """The file can't be made; the run may go on without it."""


class FileExists(CannotRecord):
    """There is such a file already; it was not touched."""


class Recorder:
    """Records one run into ``file``.

    Inputs, samples and ``end_span`` come from the thread that steps the simulation; lines of text
    may come from any thread. When recording fails half-way, ``on_trouble`` is told once, in one
    sentence, from a thread of the recorder's, and everything later is forgotten: the run goes on.
    ``link`` is a writer process that was started earlier, to save time, and ``inputs`` a list to
    which somebody else appends what ``take_input`` would: the recorder takes them from there.

    Raises:
        FileExists: The file is there already and ``overwrite`` was not asked for.
        CannotRecord: No such folder, no permission, not a file.
    """

    def __init__(
        self,
        file: Path,
        header: RunHeader,
        *,
        overwrite: bool = False,
        link: WriterLink | None = None,
        inputs: list[tuple[int, int, Input]] | None = None,
        queue_limit_bytes: int = QUEUE_LIMIT_BYTES,
        on_trouble: Callable[[str], None] = lambda text: None,
    ) -> None:
        self._shown = file
        self.file = file.absolute()
        _make_empty(self.file, overwrite=overwrite)
        self._on_trouble = on_trouble
        self._is_broken = False
        self._is_ready = threading.Event()
        self._figures: WriterFigures | None = None
        self._inputs = [] if inputs is None else inputs
        self._lines: deque[tuple[int, str, int | None, str]] = deque()
        self._readings: list[ReadingRow] = []
        self._packed: bytes | tuple[Any, ...] | None = None
        self._first_tick = header.first_tick
        self._link = WriterLink() if link is None else link
        self._link.listen(self._hear)
        radii_mm = [robot_kind(robot.kind).radius_mm for robot in header.world.robots]
        plan = RowPlan.of(header.world, header.sample_ticks)
        self._send(
            frame(
                OPEN, str(self.file), f"wsusim {__version__}", header.metadata(),
                header.attachments(), scene_json(header.world, radii_mm), header.first_tick,
                astuple(plan), queue_limit_bytes,
            )
        )  # fmt: skip
        # A run may be over before the process has begun: let it not wait for its pipe then.
        if not self._is_ready.wait(READY_PATIENCE_S):
            self._break("Its writer process does not begin")

    def take_input(self, tick: int, robot: int, value: Input) -> None:
        """Keep an order, a remark or an intervention that takes effect after ``tick``."""
        self._inputs.append((tick, robot, value))

    def take_line(self, tick: int, kind: str, robot: int | None, text: str) -> None:
        """Keep a line of text; ``kind``: print or notice."""
        self._lines.append((tick, kind, robot, text))

    def take_reading(self, reading: Reading) -> None:
        """Keep what a real robot answered."""
        self._readings.append(reading.to_row())

    def take_rows(self, first_tick: int, rows: NDArray[np.float64]) -> None:
        """Keep the kernel's rows of a span and hand it over; see ``engine.history``."""
        self._packed = rows.tobytes()
        self.end_span(first_tick + len(rows) - 1)

    def take_snapshots(self, snapshots: Sequence[Snapshot], digest: str = "") -> None:
        """Keep the samples of the span that ``end_span`` will close."""
        self._packed = plain(from_snapshots(snapshots, digest))

    def end_span(self, last_tick: int) -> None:
        """Hand over everything up to ``last_tick``; a span is a chunk of the file."""
        inputs = to_rows(self._inputs)
        packed, self._packed = self._packed, None
        readings, self._readings = self._readings, []
        lines = [self._lines.popleft() for _ in range(len(self._lines))]
        if not self._is_broken:
            self._send(frame(SPAN, self._first_tick, last_tick, inputs, lines, packed, readings))
        self._first_tick = last_tick + 1

    def close(self, summary: Mapping[str, Any]) -> WriterFigures:
        """Finish the file with the run's closing figures; wait for the disk. Once only."""
        if self._inputs or self._lines or self._readings or self._packed is not None:
            self.end_span(self._first_tick)
        if not self._is_broken:
            values = {name: orjson.dumps(value).decode() for name, value in summary.items()}
            self._send(frame(CLOSE, values))
        self._link.close()
        if self._figures is None:
            self._break("Its writer process has gone")
            size_bytes = self.file.stat().st_size if self.file.exists() else 0
            return WriterFigures(size_bytes, 0, failure="the writer process has gone")
        return self._figures

    def abandon(self) -> None:
        """Leave the file as a crash would leave it."""
        self._link.close()

    def _send(self, data: bytes) -> None:
        try:
            self._link.send(data)
        except WriterGone:
            self._break("Its writer process has gone")

    def _hear(self, values: dict[str, Any]) -> None:
        """Hear what the writer process reports."""
        if "trouble" in values:
            self._break(values["trouble"])
        if "closed" in values:
            self._figures = _figures(values["closed"])
            if not values["is_there"]:
                self._break("The file was removed during the run")
        self._is_ready.set()

    def _break(self, reason: str) -> None:
        if self._is_broken:
            return
        self._is_broken = True
        self._on_trouble(
            f"The recording {self.file.name} ends early: {reason}. The run goes on without it; "
            f"what was written so far can be kept with: python main.py repair {self._shown}"
        )


def _make_empty(file: Path, *, overwrite: bool) -> None:
    """Make ``file`` an empty file, or say why that is impossible."""
    try:
        with file.open("wb" if overwrite else "xb"):
            return
    except FileExistsError:
        raise FileExists(
            f"The file {file.name} is there already and was left as it is. "
            "Choose another name, or add --overwrite to replace it."
        ) from None
    except FileNotFoundError:
        raise CannotRecord(
            f"There is no folder {str(file.parent)!r} for the recording. Make it first, "
            "or choose another place."
        ) from None
    except OSError as error:
        raise CannotRecord(
            f"The recording {str(file)!r} can't be written ({error.strerror}). "
            "Choose another place."
        ) from None


def _figures(values: dict[str, Any]) -> WriterFigures:
    values["dropped_spans"] = tuple(map(tuple, values["dropped_spans"]))
    return WriterFigures(**values)

"""The recorder of a running simulation: collects a span, hands it to the writer process.

On the stepping thread it only keeps references and, at the end of a span of ticks, packs them into
one frame for the spool. Encoding, compressing and the disk are the writer process's business.
"""

from __future__ import annotations

import pickle
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wsusim.backends.tape.rows import TapeRow
from wsusim.errors import BadInput
from wsusim.formats.atomic import check_replaceable
from wsusim.model.commands import SetSpeeds
from wsusim.model.inputs import Input, Row, row_of
from wsusim.model.snapshot import Snapshot
from wsusim.model.typed_names import as_argument
from wsusim.recording.encoder import Span
from wsusim.recording.file_lock import FileInUse, hold_lock
from wsusim.recording.foxglove_messages import scene_json
from wsusim.recording.header import RunHeader
from wsusim.recording.notes import Line, Reading
from wsusim.recording.rows import RowPlan
from wsusim.recording.samples import from_snapshots
from wsusim.recording.typed import json_bytes
from wsusim.recording.writer import Head, WriterFigures
from wsusim.recording.writer_here import WriterHere
from wsusim.recording.writer_link import WriterGone, WriterLink
from wsusim.refusals import refusal_of
from wsusim.version import __version__

READY_PATIENCE_S = 20.0
"""How long the writer process may take to begin (wall clock)."""

STUCK_S = 5.0
"""So long the run waits for a writer process that is half an hour behind and takes nothing at all:
its disk is stuck. Then samples are left out, until it goes on."""


class CannotRecord(BadInput):
    """The file can't be created; the run may go on without it."""


class FileExists(CannotRecord):
    """The file exists already; it was not touched."""


class Recorder:
    """Records one run into ``file``.

    Inputs, samples and ``end_span`` come from the thread that steps the simulation; lines of text
    may come from any thread. If recording fails half-way, ``on_trouble`` is called once, with a
    sentence, by a thread of the recorder, and everything later is dropped: the run goes on.
    ``eye_px`` is the size of the pictures of robots' eyes that are recorded as well. ``link`` is a
    writer process that was started earlier, to save time, and ``inputs`` a list to which other code
    appends what ``take_input`` would: the recorder takes them from there.

    Raises:
        FileExists: The file exists already, and ``overwrite`` is not set.
        CannotRecord: No such folder, no permission, not a file, another kind of file, another run
            records into it, or there is no thread for it.
    """

    def __init__(
        self,
        file: Path,
        header: RunHeader,
        *,
        overwrite: bool = False,
        eye_px: tuple[int, int] | None = None,
        link: WriterLink | WriterHere | None = None,
        inputs: list[tuple[int, int, Input]] | None = None,
        on_trouble: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.file = file.absolute()
        make_empty(self.file, overwrite=overwrite)
        self._on_trouble = on_trouble
        # A real robot doesn't wait.
        self._stuck_s: float | None = STUCK_S if header.real_robot is None else 0.0
        self._is_broken = self._is_anothers = False
        self._is_over = False
        self._is_ready = threading.Event()
        self._figures: WriterFigures | None = None
        self._inputs = [] if inputs is None else inputs
        self._lines: deque[Line] = deque()
        self._filmed: deque[tuple[int, bytes]] = deque()
        self._span = Span(header.first_tick)
        self._link = WriterLink() if link is None else link
        try:
            self._link.listen(self._hear)
        except RuntimeError as error:
            raise CannotRecord(refusal_of(error) or str(error)) from None
        head = Head(
            library=f"wsusim {__version__}",
            metadata=header.metadata(),
            attachments=header.attachments(),
            scene=scene_json(header.world),
            plan=RowPlan.of(
                header.world, header.sample_ticks, seed=header.seed, is_ideal=header.is_ideal
            ),
            first_tick=header.first_tick,
            pictures=None if eye_px is None else (header.world, eye_px),
        )
        self._send((str(self.file), pickle.dumps(head)))
        # A run may be over before the process has begun: let it not wait for its end then.
        if not self._is_ready.wait(READY_PATIENCE_S):
            self._break("The program that writes it doesn't start")

    def take_input(self, tick: int, robot: int, value: Input) -> None:
        """Record an order, a remark or an intervention that takes effect after ``tick``."""
        self._inputs.append((tick, robot, value))

    def take_line(self, tick: int, kind: str, robot: int | None, text: str) -> None:
        """Record a line of text; ``kind``: print or notice."""
        self._lines.append(Line(tick, kind, robot, text))

    def take_reading(self, reading: Reading) -> None:
        """Record what a real robot answered."""
        self._span.readings.append(reading.to_row())

    def take_tape(self, row: TapeRow) -> None:
        """Record what a real robot's program asked, and what it was told."""
        self._span.tape.append(row)

    def take_picture(self, tick: int, jpeg: bytes) -> None:
        """Record what a camera beside the robots saw; any thread, in the order of time."""
        self._filmed.append((tick, jpeg))

    def take_rows(self, first_tick: int, rows: NDArray[np.float64]) -> None:
        """Record the kernel's rows of a span and hand it over; see ``engine.history_feed``."""
        self._span.samples = rows.tobytes()
        self.end_span(first_tick + len(rows) - 1)

    def take_snapshots(self, snapshots: Sequence[Snapshot]) -> None:
        """Record the samples of the span that ``end_span`` will close."""
        self._span.samples = from_snapshots(snapshots)

    def end_span(self, last_tick: int) -> None:
        """Hand over everything up to ``last_tick``; a span is a chunk of the file.

        If there is no room for it, its samples are dropped; the rest goes with the next span.
        """
        span = self._span
        span.last_tick = last_tick
        span.inputs += self._take_inputs()
        span.lines += [self._lines.popleft() for _ in range(len(self._lines))]
        # What came by later belongs to a later chunk: moments are found by the chunks' times.
        while self._filmed and self._filmed[0][0] <= last_tick:
            span.filmed.append(self._filmed.popleft())
        if self._is_broken or self._send(span, self._stuck_s):
            self._span = Span(last_tick + 1)
        else:
            span.samples = None
            span.filmed.clear()  # a picture is large, and the first to be spared
            span.ticks_left_out = last_tick + 1 - span.first_tick

    def _take_inputs(self) -> list[Row]:
        """Take all inputs out of the list and return them as rows; others may append meanwhile."""
        count = len(self._inputs)
        # Speeds are what most controllers give again and again: they have a way of their own.
        rows: list[Row] = [
            (tick, robot, "SetSpeeds", value.left, value.right)
            if value.__class__ is SetSpeeds
            else (tick, robot, *row_of(value))
            for tick, robot, value in self._inputs[:count]
        ]
        del self._inputs[:count]
        return rows

    def close(self, summary: Mapping[str, Any]) -> WriterFigures:
        """Finish the file with the run's closing figures; wait for the disk. Call it once."""
        span = self._span
        if (
            self._inputs
            or self._lines
            or span.readings
            or span.tape
            or span.samples
            or span.ticks_left_out
        ):
            self._stuck_s = None
            self.end_span(span.first_tick + span.ticks_left_out)
        if not self._is_broken:
            self._send({name: json_bytes(value).decode() for name, value in summary.items()})
        self._link.close()
        if self._figures is None:
            self._break(self._link.why_ended)
            if self._is_anothers:
                return WriterFigures(0, 0, failure="another run records into this file")
            size_bytes = self.file.stat().st_size if self.file.exists() else 0
            return WriterFigures(size_bytes, 0, failure="the program that writes it has ended")
        return self._figures

    def abandon(self) -> None:
        """Leave the file as a crash would leave it."""
        self._is_over = True
        self._link.close()

    def _send(self, message: object, patience_s: float | None = None) -> bool:
        """Hand over a message; return whether there was room, or the writer has gone."""
        try:
            return self._link.send(pickle.dumps(message, pickle.HIGHEST_PROTOCOL), patience_s)
        except WriterGone as gone:
            self._break(str(gone))
            return True

    def _hear(self, values: dict[str, Any]) -> None:
        """Handle a report of the writer process."""
        if "trouble" in values:
            self._break(values["trouble"], is_in_use=values.get("in_use", False))
        if "closed" in values:
            self._figures = _figures(values["closed"])
            if not values["is_there"]:
                self._break("The file was removed during the run")
        if "ended" in values and self._figures is None and not self._is_over:
            self._break(self._link.why_ended)
        self._is_ready.set()

    def _break(self, reason: str, *, is_in_use: bool = False) -> None:
        if self._is_broken:
            return
        self._is_broken = True
        if is_in_use:  # what is in the file is the other run's
            self._is_anothers = True
            self._on_trouble(f"This run is not recorded. {reason} Choose another name.")
            return
        try:
            is_empty = not self.file.stat().st_size
        except OSError:
            is_empty = True
        kept = (
            "Nothing of it was recorded."
            if is_empty
            else "You can keep what was written so far with: python main.py repair "
            f"{as_argument(self.file)}"
        )
        self._on_trouble(
            f"The recording {self.file.name} ends early: {reason}. The run continues without it. "
            f"{kept}"
        )


def make_empty(file: Path, *, overwrite: bool) -> None:
    """Create ``file`` as an empty file; raise ``CannotRecord`` if that is impossible."""
    try:
        if not overwrite or not file.exists():
            with file.open("xb"):
                return
        check_replaceable(file, ".mcap")
        with file.open("r+b") as stream, hold_lock(stream):
            stream.truncate(0)
    except FileExistsError:
        raise FileExists(
            f"The file {file.name} already exists and was left as it is. Choose another name, or "
            "add --overwrite to replace it."
        ) from None
    except FileNotFoundError:
        raise CannotRecord(
            f"There is no folder {str(file.parent)!r} for the recording. Create it first, or "
            "choose another place."
        ) from None
    except FileInUse as error:
        raise CannotRecord(f"{error} Choose another name.") from None
    except BadInput as error:
        raise CannotRecord(str(error)) from None
    except OSError as error:
        raise CannotRecord(
            f"The recording {str(file)!r} can't be written ({error.strerror}). "
            "Choose another place."
        ) from None


def _figures(values: dict[str, Any]) -> WriterFigures:
    values["dropped_spans"] = tuple(map(tuple, values["dropped_spans"]))
    return WriterFigures(**values)

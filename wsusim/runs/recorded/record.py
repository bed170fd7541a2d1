"""Records a run: the only observer that must not lose anything, and may keep the run waiting."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

import numpy as np
from numpy.typing import NDArray

from wsusim.backends.tape.rows import TapeRow
from wsusim.control.report import FailureReport
from wsusim.control.source_file import find_file, split_spec
from wsusim.errors import ControllerLoadError
from wsusim.model.inputs import Input
from wsusim.model.snapshot import Snapshot
from wsusim.model.text import whole_text
from wsusim.model.units import TICK_S
from wsusim.recording.header import ControllerSource, RunHeader
from wsusim.recording.notes import Reading
from wsusim.recording.program_files import program_files
from wsusim.recording.recorder import CannotRecord, Recorder
from wsusim.recording.writer_here import WriterHere
from wsusim.recording.writer_link import WriterLink
from wsusim.refusals import refusal_of
from wsusim.runs.observer import RunObserver, RunStart
from wsusim.runs.report import RecordingReport, RunReport
from wsusim.runs.request import RecordingOptions


class RunRecorder(RunObserver):
    """Records one run; if that fails, the run goes on, and ``tell`` is called with the reason."""

    hears_repeats = True

    def __init__(
        self, options: RecordingOptions, driven: Mapping[int, str], tell: Callable[[str], None]
    ) -> None:
        """``driven``: controllers by robot, as in the request."""
        self._options = options
        # Controllers are loaded in a working folder of their own, and may change it: relative
        # names, of their files too, mean now what the person meant.
        self._file = options.file.absolute()
        sources = (controller_source(robot, spec) for robot, spec in driven.items())
        self._sources = tuple(source for source in sources if source is not None)
        self._on_trouble = tell
        self._troubles: list[str] = []
        self._recorder: Recorder | None = None
        self._inputs: list[tuple[int, int, Input]] = []
        self._link: WriterLink | WriterHere | None = None
        self._refusal = ""
        try:  # its process begins while the controllers are loaded
            self._link = WriterLink() if options.is_beside else WriterHere()
        except OSError as error:  # no room to hand anything over, or no other process
            self._refusal = refusal_of(error)

    def started(self, start: RunStart) -> None:
        """Create the file, write its head and the first sample."""
        self._inputs[:0] = start.earlier
        if self._link is None:
            self._tell(f"This run is not recorded. {self._refusal}")
            return
        try:
            recorder = Recorder(
                self._file,
                header_of(start, self._options.sample_ticks, self._sources),
                overwrite=self._options.overwrite,
                eye_px=self._options.eye_px,
                link=self._link,
                inputs=self._inputs,
                on_trouble=self._tell,
            )
            self._link = None
        except CannotRecord as error:
            self._tell(f"This run is not recorded. {error}")
            return
        self._recorder = recorder
        self.sampled([start.update.snapshot])

    def given(self, tick: int, robot: int, what: Input) -> None:
        """Record an order, a remark or an intervention."""
        self._inputs.append((tick, robot, what))

    def answered(self, reading: Reading) -> None:
        """Record what a real robot answered."""
        if self._recorder is not None:
            self._recorder.take_reading(reading)

    def taped(self, row: TapeRow) -> None:
        """Record what a real robot's program asked, and what it was told."""
        if self._recorder is not None:
            self._recorder.take_tape(row)

    def filmed(self, tick: int, jpeg: bytes) -> None:
        """Record what a camera saw."""
        if self._recorder is not None:
            self._recorder.take_picture(tick, jpeg)

    def spanned(self, first_tick: int, rows: NDArray[np.float64]) -> None:
        """Record every tick of a span."""
        if self._recorder is not None:
            self._recorder.take_rows(first_tick, rows)

    def sampled(self, snapshots: Sequence[Snapshot]) -> None:
        """Record samples."""
        if self._recorder is not None:
            self._recorder.take_snapshots(snapshots)
            self._recorder.end_span(snapshots[-1].tick)

    def printed(self, tick: int, robot: int, text: str) -> None:
        """Record what a controller printed."""
        if self._recorder is not None:
            self._recorder.take_line(tick, "print", robot, text)

    def noticed(self, tick: int, text: str) -> None:
        """Record a remark about the run."""
        if self._recorder is not None:
            self._recorder.take_line(tick, "notice", None, text)

    def left_behind(self, tick: int, robot: int, spec: str, place: FailureReport | None) -> None:
        """Record that the world goes on without a controller."""
        text = f"The controller of robot {robot + 1} took too long, and the run went on without it."
        self.noticed(tick, text)

    def finish(self, report: RunReport) -> RecordingReport:
        """Finish the file; wait for the disk."""
        recorder, self._recorder = self._recorder, None
        figures = None
        if recorder is not None:
            figures = recorder.close(report.to_json())
            if figures.dropped_ticks and figures.failure is None:  # that has been told
                self._tell(
                    f"The disk was too slow: {figures.dropped_ticks * TICK_S:.2f} s of samples are "
                    f"missing from {recorder.file.name}. Record to another disk, or more slowly "
                    "(--speed)."
                )
        written = None if figures is None else asdict(figures)
        return RecordingReport(self._file, tuple(self._troubles), written)

    def closed(self) -> None:
        """Leave the file as it is if the run broke off; it can be repaired."""
        recorder, self._recorder = self._recorder, None
        if recorder is not None:
            recorder.abandon()
        link, self._link = self._link, None
        if link is not None:
            link.close()

    def _tell(self, trouble: str) -> None:
        self._troubles.append(trouble)
        self._on_trouble(trouble)


def header_of(
    start: RunStart, sample_ticks: int, sources: tuple[ControllerSource, ...]
) -> RunHeader:
    """Return the head of a recording of a run that is about to begin."""
    return RunHeader(
        world=start.world,
        seed=start.seed,
        is_ideal=start.is_ideal,
        options=start.options,
        controllers=sources,
        sample_ticks=sample_ticks,
        first_tick=start.update.snapshot.tick,
    )


def controller_source(robot: int, spec: str) -> ControllerSource | None:
    """Return a controller's program; ``None`` if none can be read (the run will report it)."""
    name, class_name = split_spec(spec)
    try:
        file = find_file(name)
        main = whole_text(file.name)
        return ControllerSource(robot, class_name or "", main, program_files(file))
    except (ControllerLoadError, OSError):
        return None

"""Records a run: gives the recorder all that the run, its simulation and controllers tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from wsusim.control.source_file import find_file, split_spec
from wsusim.engine.history import History
from wsusim.engine.simulation import Simulation
from wsusim.errors import ControllerLoadError
from wsusim.model.commands import Command
from wsusim.model.inputs import Input
from wsusim.model.text import whole_text
from wsusim.model.units import TICK_S
from wsusim.recording.header import ControllerSource, RunHeader
from wsusim.recording.layout import BLOCK_TICKS
from wsusim.recording.neighbours import program_files
from wsusim.recording.recorder import CannotRecord, Recorder
from wsusim.recording.writer import WriterFigures
from wsusim.recording.writer_link import WriterLink
from wsusim.runs.report import RunReport
from wsusim.runs.request import RunRequest


@dataclass(frozen=True, slots=True)
class RecordingWish:
    """What to record into.

    Attributes:
        file: Where to.
        overwrite: Whether a file that is there may be replaced.
        sample_ticks: Ticks from one sample to the next.
    """

    file: Path
    overwrite: bool = False
    sample_ticks: int = 2


class RecordingTap:
    """Records one run; whatever goes wrong with that, the run goes on and ``tell`` hears of it.

    Attributes:
        file: Where to.
        figures: How the writing went; ``None`` before the end, or when nothing could be recorded.
        troubles: What went wrong, a sentence each.
    """

    def __init__(self, wish: RecordingWish, tell: Callable[[str], None]) -> None:
        # A program may change the working folder while it is loaded; the recording stays here.
        self.file = wish.file.absolute()
        self.figures: WriterFigures | None = None
        self.troubles: list[str] = []
        self._wish = wish
        self._listener = tell
        self._recorder: Recorder | None = None
        self._simulation: Simulation | None = None
        self._inputs: list[tuple[int, int, Input]] = []
        self._link: WriterLink | None = WriterLink()

    def _tell(self, trouble: str) -> None:
        self.troubles.append(trouble)
        self._listener(trouble)

    def continues(self, earlier: list[tuple[int, int, Input]]) -> None:
        """Say what had reached the simulation before the run begins, when it begins midway."""
        self._inputs[:0] = earlier

    def begin(self, request: RunRequest, simulation: Simulation) -> None:
        """Make the file, write its head and the first sample."""
        self.begin_with(header_of_run(request, simulation, self._wish.sample_ticks), simulation)

    def begin_with(self, header: RunHeader, simulation: Simulation) -> None:
        """Begin as ``begin`` does, with a head of one's own."""
        try:
            recorder = Recorder(
                self.file,
                header,
                overwrite=self._wish.overwrite,
                link=self._link,
                inputs=self._inputs,
                on_trouble=self._tell,
            )
            self._link = None
        except CannotRecord as error:
            self._tell(f"This run is not recorded. {error}")
            return
        recorder.take_snapshots([simulation.snapshot()])
        recorder.end_span(simulation.tick)
        simulation.keep_history(
            History(
                simulation.world,
                first_tick=simulation.tick,
                span_ticks=BLOCK_TICKS,
                on_rows=recorder.take_rows,
                on_intervention=recorder.take_input,
            )
        )
        self._recorder = recorder
        self._simulation = simulation

    def command(self, tick: int, robot: int, command: Command) -> None:
        """Record an order or remark."""
        self._inputs.append((tick, robot, command))

    def printed(self, tick: int, robot: int, text: str) -> None:
        """Record what a controller printed."""
        if self._recorder is not None:
            self._recorder.take_line(tick, "print", robot, text)

    def noticed(self, tick: int, text: str) -> None:
        """Record a remark about the run."""
        if self._recorder is not None:
            self._recorder.take_line(tick, "notice", None, text)

    def end(self, report: RunReport) -> None:
        """Finish the file."""
        recorder, self._recorder = self._recorder, None
        if recorder is None or self._simulation is None:
            return
        self._simulation.keep_history(None)
        self.figures = recorder.close(report.to_json())
        dropped = self.figures.dropped_ticks
        if dropped:
            self._tell(
                f"The disk was too slow: {dropped * TICK_S:.2f} s of samples are missing from "
                f"{recorder.file.name}. Record to another disk, or more slowly (--speed)."
            )

    def cut_off(self) -> None:
        """Leave the file as it is; it can be repaired."""
        recorder, self._recorder = self._recorder, None
        if recorder is not None:
            recorder.abandon()
        link, self._link = self._link, None
        if link is not None:
            link.close()


def header_of_run(request: RunRequest, simulation: Simulation, sample_ticks: int) -> RunHeader:
    """Return the head of a recording of a run that is about to begin."""
    return RunHeader(
        world=simulation.world,
        seed=simulation.seed,
        is_ideal=simulation.ideal,
        options=_options(request),
        controllers=tuple(
            source
            for robot, spec in enumerate(request.controllers)
            if (source := controller_source(robot, spec)) is not None
        ),
        sample_ticks=sample_ticks,
        first_tick=simulation.tick,
    )


def controller_source(robot: int, spec: str) -> ControllerSource | None:
    """Return a controller's program; ``None`` when there is none to be read (the run will tell)."""
    name, class_name = split_spec(spec)
    try:
        file = find_file(name)
        name = whole_text(file.name)
        return ControllerSource(robot, class_name or "", name, program_files(file))
    except (ControllerLoadError, OSError):
        return None


def _options(request: RunRequest) -> dict[str, Any]:
    """Return the options of a run as plain values."""
    options = asdict(request)
    options["starts"] = [list(start.values()) for start in options["starts"]]
    return options

"""Repeats recorded runs, and compares them with their recordings as they go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.history_feed import History
from wsusim.engine.simulation import Simulation
from wsusim.errors import ControllerLoadError
from wsusim.hosting.watch import SLACK
from wsusim.interrupts import INTERRUPTS
from wsusim.model.inputs import Input
from wsusim.model.units import seconds_to_ticks, ticks_to_seconds
from wsusim.recording.compare import Comparison, end_tick
from wsusim.recording.contents import inputs
from wsusim.recording.file_layout import BLOCK_TICKS
from wsusim.recording.header import ControllerSource
from wsusim.recording.reader import Recording
from wsusim.recording.restore import drive
from wsusim.runs.kept_programs import kept_programs
from wsusim.runs.observer import RunObserver, RunStart
from wsusim.runs.recorded.by_clock import was_ended_by_clock
from wsusim.runs.recorded.closing import PrintsCompared
from wsusim.runs.recorded.record import controller_source
from wsusim.runs.recorded.rerun import recorded_programs, request_of, simulation_of
from wsusim.runs.recorded.resume import begin_at
from wsusim.runs.report import RunReport
from wsusim.runs.request import LONGEST_PATIENCE_S
from wsusim.runs.run import Run
from wsusim.runs.sources.simulated import SimulatedRobots


@dataclass(frozen=True, slots=True)
class Again:
    """A repeated run.

    Attributes:
        is_cut: The clock has ended a program that was not ended when it was recorded, and up to
            there nothing differed: it says nothing about the recording.
    """

    report: RunReport
    comparing: Comparing
    is_cut: bool


def run_again(
    recording: Recording,
    on_share: Callable[[float], object],
    controllers: tuple[str, ...],
    *,
    is_sandboxed: bool,
) -> Again:
    """Run the recorded maze, seed, options and programs, and compare."""
    header = recording.header
    summary = recording.summary
    comparing = Comparing(recording, on_share)
    was_cut = summary is None or "stopped" in (summary.get("outcome"), summary.get("end"))
    sources = [_source(robot, spec) for robot, spec in enumerate(controllers)]
    with kept_programs(
        sources or recorded_programs(header), is_sandboxed=is_sandboxed, is_checked=False
    ) as kept:
        until_s = ticks_to_seconds(end_tick(recording)) if was_cut else None
        request = request_of(header, kept.specs, until_s=until_s)
        request = replace(request, is_sandboxed=is_sandboxed)
        was_ended = was_ended_by_clock(recording)
        if request.compute_s is None and not was_ended:
            # By the clock; the recorded run did without being ended, so a slower one may, too.
            patience_s = min(SLACK * request.patience_s, LONGEST_PATIENCE_S)
            request = replace(request, patience_s=patience_s)
        if header.first_tick:
            simulation, _ = begin_at(recording, header.first_tick, request.driven)
        else:
            simulation = simulation_of(header)
        source = SimulatedRobots(request, simulation, kept.settings)
        try:
            with INTERRUPTS.held_back():  # a run that was broken off proves nothing
                run = Run(request, [comparing], source=source)
                report = kept.report(run.execute())
        except ControllerLoadError as error:
            raise kept.load_error(error) from None
    found, cut_tick = comparing.comparison.first_difference, run.clock_tick
    is_cut = cut_tick is not None and (found is None or found.tick >= cut_tick)
    return Again(report, comparing, is_cut and not was_ended)


def _source(robot: int, spec: str) -> ControllerSource:
    """Return a given program; raises ``ControllerLoadError`` if there is none."""
    source = controller_source(robot, spec)
    if source is None:
        raise ControllerLoadError(f"{spec} can't be read. Give a controller's file.")
    return source


def drive_again(recording: Recording, comparing: Comparing) -> Simulation:
    """Give a new simulation the recorded inputs and compare what it does.

    A recording that begins midway holds the earlier inputs, and nothing else of that time.
    """
    comparison, first_tick = comparing.comparison, recording.header.first_tick
    if first_tick:
        specs = recording.header.options.get("controllers", ())
        driven = {robot for robot, spec in enumerate(specs) if spec}
        simulation, _ = begin_at(recording, first_tick, driven)
    else:
        simulation = simulation_of(recording.header)
    comparison.take_start(simulation.snapshot())
    simulation.keep_history(
        History(
            simulation.world,
            first_tick=simulation.tick,
            span_ticks=BLOCK_TICKS,
            on_rows=comparing.spanned,
        )
    )
    drive(simulation, (entry for entry in inputs(recording) if entry[0] >= first_tick))
    simulation.advance_to(end_tick(recording))
    simulation.keep_history(None)
    comparison.finish(simulation.tick, inputs_are_theirs=True)
    return simulation


class Comparing(RunObserver):
    """Passes a run's events to a comparison; prints to a separate one, which gives no verdict."""

    def __init__(self, recording: Recording, on_share: Callable[[float], object]) -> None:
        self._last_tick = max(1, end_tick(recording))
        self._on_share = on_share
        self.comparison = Comparison(recording)
        self.prints = PrintsCompared()

    def started(self, start: RunStart) -> None:
        """Compare the start."""
        self.comparison.take_start(start.update.snapshot)

    def spanned(self, first_tick: int, rows: NDArray[np.float64]) -> None:
        """Compare a span of ticks."""
        self.comparison.take_rows(first_tick, rows)
        self._on_share(min(1.0, (first_tick + len(rows)) / self._last_tick))

    def given(self, tick: int, robot: int, what: Input) -> None:
        """Compare an order."""
        self.comparison.take_input(tick, robot, what)

    def printed(self, tick: int, robot: int, text: str) -> None:
        """Keep a print."""
        self.prints.printed(tick, robot, text)

    def noticed(self, tick: int, text: str) -> None:
        """Keep a remark."""
        self.prints.noticed(text)

    def ended(self, report: RunReport) -> None:
        """Compare the end."""
        self.comparison.finish(seconds_to_ticks(report.sim_time_s))

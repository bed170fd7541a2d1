"""Drive the robots of a maze with controllers, from the request to the report."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace

from wsusim.backends.simulated import SimulatedBackend
from wsusim.control.hosting.crew import Crew
from wsusim.control.hosting.host import HostSettings
from wsusim.engine.lockstep import Lockstep
from wsusim.engine.paced import PacedEngine
from wsusim.engine.simulation import Simulation
from wsusim.kernels.cache import is_compiled
from wsusim.model.commands import Annotation, Say
from wsusim.model.units import seconds_to_ticks, ticks_to_seconds
from wsusim.runs.listener import RunListener
from wsusim.runs.report import RunReport
from wsusim.runs.reporting import report_of
from wsusim.runs.request import DEFAULT_TIME_LIMIT_S, RunRequest
from wsusim.runs.staging import stage, turn_round_of
from wsusim.runs.tap import RunTap

FIRST_START = (
    "This is the first start: the inner loops are being compiled, which takes about half a minute. "
    "From then on it is quick."
)

PROGRESS_PERIOD_S = 0.1
"""How often the listener hears how far the run is (wall clock)."""


def execute(
    request: RunRequest,
    listener: RunListener,
    *,
    started_s: float | None = None,
    simulation: Simulation | None = None,
    tap: RunTap | None = None,
) -> RunReport:
    """Run controllers to their end, the mission's end or the time limit.

    Args:
        request: What to run.
        listener: Hears prints, remarks and progress.
        started_s: When the program began (``time.perf_counter``), for ``startup_s``.
        simulation: Where to begin, instead of the request's maze and seed.
        tap: Hears everything, for a recording.

    Raises:
        BadInput: Maze, start or controller can't be used. Nothing has moved then.
    """
    started_s = time.perf_counter() if started_s is None else started_s
    if not is_compiled():
        listener.noticed(FIRST_START)
    if simulation is None:
        simulation = Simulation(stage(request), seed=request.seed, ideal=request.is_ideal)
    end_s = request.time_s or simulation.world.mission.time_limit_s or DEFAULT_TIME_LIMIT_S
    lockstep = Lockstep(
        simulation,
        range(len(request.controllers)),
        until_tick=seconds_to_ticks(end_s),
        paced=request.speed is not None,
        on_annotation=_tell_what_is_said(listener),
        on_command=None if tap is None else tap.command,
    )
    with ExitStack() as stack:
        if tap is not None:
            stack.callback(tap.cut_off)
        crew = stack.enter_context(_crew(request, lockstep, simulation, listener, tap))
        if tap is not None:
            tap.begin(request, simulation)
        begun_tick = simulation.tick
        begun_s = time.perf_counter()
        listener.started(begun_s - started_s)
        if all(host.outcome is None for host in crew.hosts):
            crew.start()
            _await_end(request, crew, lockstep, listener, end_s)
        wall_time_s = time.perf_counter() - begun_s
        report = report_of(
            request, simulation, lockstep, crew.hosts, wall_time_s, begun_s - started_s
        )
        if begun_tick:
            driven_s = ticks_to_seconds(simulation.tick - begun_tick)
            report = replace(report, speedup=driven_s / wall_time_s)
        for remark in report.notices:
            listener.noticed(remark)
            if tap is not None:
                tap.noticed(lockstep.tick, remark)
        if tap is not None:
            tap.end(report)
    return report


def _crew(
    request: RunRequest,
    lockstep: Lockstep,
    simulation: Simulation,
    listener: RunListener,
    tap: RunTap | None,
) -> Crew:
    """Return the hosts of all controllers, each with its simulated robot."""

    def sink(robot: int, tick: int, text: str) -> None:
        listener.printed(robot, text)
        if tap is not None:
            tap.printed(tick, robot, text)

    robots = enumerate(zip(request.controllers, simulation.world.robots, strict=False))
    return Crew(
        [(spec, SimulatedBackend(lockstep, robot, start.kind)) for robot, (spec, start) in robots],
        sink,
        isolated=request.is_isolated,
        settings=HostSettings(
            patience_s=request.patience_s,
            line_baud=request.baud,
            turn_round_s=turn_round_of(request),
            decision_factor=request.decision_factor,
        ),
        pinned=request.speed is None,
    )


def _await_end(
    request: RunRequest, crew: Crew, lockstep: Lockstep, listener: RunListener, end_s: float
) -> None:
    """Wait until every controller has ended; Ctrl-C asks all of them to end."""
    engine = None
    if request.speed is not None:
        engine = PacedEngine(lockstep, speed=request.speed)
        engine.start()
    has_ended = False
    while not has_ended:
        try:
            has_ended = crew.wait(PROGRESS_PERIOD_S)
            listener.progressed(ticks_to_seconds(lockstep.tick), end_s)
        except KeyboardInterrupt:
            lockstep.request_stop()
            crew.request_stop()
    if engine is not None:
        lockstep.request_stop()
        engine.join()
    failure = lockstep.failure or (None if engine is None else engine.failure)
    if failure is not None:
        raise failure


def _tell_what_is_said(listener: RunListener) -> Callable[[int, int, Annotation], None]:
    """Return what passes ``say`` on to the listener; drawings are for windows only."""

    def tell(tick: int, robot: int, annotation: Annotation) -> None:
        if isinstance(annotation, Say):
            listener.said(robot, ticks_to_seconds(tick), annotation.text)

    return tell

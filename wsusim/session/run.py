"""Drive the robots of a maze with controllers, from the request to the report."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import replace

from wsusim.backends.simulated import SimulatedBackend
from wsusim.control.hosting.host import Host, HostSettings
from wsusim.control.hosting.process_host import ProcessHost
from wsusim.control.hosting.thread_host import ThreadHost
from wsusim.control.hosting.thread_output import ThreadOutput
from wsusim.control.student_time import simulated_sleep
from wsusim.engine.lockstep import Lockstep
from wsusim.engine.paced import PacedEngine
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import Annotation, Say
from wsusim.model.units import seconds_to_ticks, ticks_to_seconds
from wsusim.session.listener import RunListener
from wsusim.session.one_core import one_core
from wsusim.session.reporting import report_of
from wsusim.session.run_report import RunReport
from wsusim.session.run_request import DEFAULT_TIME_LIMIT_S, RunRequest
from wsusim.session.staging import stage
from wsusim.session.tap import RunTap

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
        hosts = _hosts(request, lockstep, world_kinds(simulation), listener, tap, stack)
        for host in hosts:
            host.prepare()
        are_ready = [host.await_ready() for host in hosts]
        if tap is not None:
            tap.begin(request, simulation)
        stack.enter_context(_core(request))
        begun_tick = simulation.tick
        begun_s = time.perf_counter()
        listener.started(begun_s - started_s)
        if all(are_ready):
            for host in hosts:
                host.start()
            _await_end(request, hosts, lockstep, listener, end_s)
        for host in hosts:
            host.close()
        ended_s = time.perf_counter()
        report = report_of(
            request, simulation, lockstep.end_reason, hosts, ended_s - begun_s, begun_s - started_s
        )
        if begun_tick:
            driven_s = ticks_to_seconds(simulation.tick - begun_tick)
            report = replace(report, speedup=driven_s / report.wall_time_s)
        for remark in report.notices:
            listener.noticed(remark)
            if tap is not None:
                tap.noticed(lockstep.tick, remark)
        if tap is not None:
            tap.end(report)
    return report


def world_kinds(simulation: Simulation) -> list[str]:
    """Return the kind of each robot in order."""
    return [start.kind for start in simulation.world.robots]


def _hosts(
    request: RunRequest,
    lockstep: Lockstep,
    kinds: list[str],
    listener: RunListener,
    tap: RunTap | None,
    stack: ExitStack,
) -> list[Host]:
    """Return one host per controller; whatever happens later, ``stack`` closes them."""
    settings = HostSettings(patience_s=request.patience_s, line_baud=request.baud)

    def sink(robot: int, tick: int, text: str) -> None:
        listener.printed(robot, text)
        if tap is not None:
            tap.printed(tick, robot, text)

    hosts: list[Host] = []
    output = None
    if not request.is_isolated:
        stack.enter_context(simulated_sleep())
        output = stack.enter_context(ThreadOutput())
    for robot, spec in enumerate(request.controllers):
        backend = SimulatedBackend(lockstep, robot, kinds[robot])
        host: Host = (
            ProcessHost(spec, backend, sink, settings)
            if output is None
            else ThreadHost(spec, backend, sink, output, settings)
        )
        stack.callback(host.close)
        hosts.append(host)
    return hosts


def _core(request: RunRequest) -> AbstractContextManager[None]:
    """Return the pin to one core where threads or processes hand over to each other."""
    hands_over = request.is_isolated or len(request.controllers) > 1
    return one_core() if hands_over and request.speed is None else nullcontext()


def _await_end(
    request: RunRequest,
    hosts: list[Host],
    lockstep: Lockstep,
    listener: RunListener,
    end_s: float,
) -> None:
    """Wait until every controller has ended; Ctrl-C asks all of them to end."""
    engine = None
    if request.speed is not None:
        engine = PacedEngine(lockstep, speed=request.speed)
        engine.start()
    waiting = list(hosts)
    while waiting:
        try:
            if waiting[0].wait(PROGRESS_PERIOD_S):
                del waiting[0]
            listener.progressed(ticks_to_seconds(lockstep.tick), end_s)
        except KeyboardInterrupt:
            lockstep.request_stop()
            for host in waiting:
                host.request_stop()
    if engine is not None:
        lockstep.request_stop()
        engine.join()
        if engine.failure is not None:
            raise engine.failure


def _tell_what_is_said(listener: RunListener) -> Callable[[int, int, Annotation], None]:
    """Return what passes ``say`` on to the listener; drawings are for windows only."""

    def tell(tick: int, robot: int, annotation: Annotation) -> None:
        if isinstance(annotation, Say):
            listener.said(robot, ticks_to_seconds(tick), annotation.text)

    return tell

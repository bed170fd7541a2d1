"""What recordings have to do with a live run: it may be recorded, and begin in one's middle."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wsusim.control.hosting.host import Host
from wsusim.engine.lockstep import Lockstep
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import Command
from wsusim.model.inputs import Input
from wsusim.model.interventions import MadeSafe
from wsusim.runs.recorded.record import RecordingTap, RecordingWish
from wsusim.runs.recorded.resume import Moment, resume
from wsusim.runs.reporting import report_of
from wsusim.runs.request import RunRequest

if TYPE_CHECKING:
    from wsusim.runs.live_request import LiveRequest


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a live run begins.

    Attributes:
        simulation: At its first tick.
        earlier: What had reached it before.
        catch_up_tick: Until here the run only repeats what was recorded; nobody wants to wait.
    """

    simulation: Simulation
    earlier: list[tuple[int, int, Input]]
    catch_up_tick: int = 0


def beginning_of(request: LiveRequest) -> Beginning:
    """Return the start of the maze, or the moment of a recording; raises ``BadInput``."""
    if request.resume_file is None:
        simulation = Simulation(request.world, seed=request.seed, ideal=request.is_ideal)
        return Beginning(simulation, [])
    moment = Moment(request.resume_file, request.resume_tick)
    resumption = resume(moment, _run_request(request))
    simulation, earlier = resumption.simulation, resumption.earlier
    if resumption.is_replayed:
        return Beginning(simulation, earlier, moment.tick)
    driven = {robot for robot, _ in request.controllers}
    for robot in range(max(driven, default=0)):
        if robot not in driven:
            simulation.make_safe(robot)
            earlier.append((moment.tick, robot, MadeSafe()))
    return Beginning(simulation, earlier)


class LiveRecording:
    """Records a live run, if that was asked for; whatever goes wrong, the run goes on."""

    def __init__(self, request: LiveRequest, tell: Callable[[str], None]) -> None:
        self._request = _run_request(request)
        self._is_repeatable = True
        self._begun_s = 0.0
        self._simulation: Simulation | None = None
        self._tap: RecordingTap | None = None
        if request.record_file is not None:
            wish = RecordingWish(request.record_file, overwrite=request.may_replace)
            self._tap = RecordingTap(wish, tell)

    @property
    def is_whole(self) -> bool:
        """Whether the file is finished and lacks nothing."""
        figures = None if self._tap is None else self._tap.figures
        return figures is not None and figures.failure is None

    def begin(self, beginning: Beginning) -> None:
        """Make the file; nothing has moved yet."""
        self._begun_s = time.perf_counter()
        self._simulation = beginning.simulation
        if self._tap is not None:
            self._tap.continues(beginning.earlier)
            self._tap.begin(self._request, beginning.simulation)

    def command(self, tick: int, robot: int, command: Command) -> None:
        """Record an order or remark, of a controller or a person."""
        if self._tap is not None:
            self._tap.command(tick, robot, command)

    def printed(self, tick: int, robot: int, text: str) -> None:
        """Record what a controller printed. Any thread."""
        if self._tap is not None:
            self._tap.printed(tick, robot, text)

    def left_behind(self, robots: Sequence[int]) -> None:
        """Record that the world goes on without some controllers."""
        self._is_repeatable = False
        if self._tap is not None and self._simulation is not None:
            names = ", ".join(str(robot + 1) for robot in robots)
            text = f"The controller of robot {names} was left behind because it took too long."
            self._tap.noticed(self._simulation.tick, text)

    def end(self, lockstep: Lockstep, hosts: Sequence[Host]) -> None:
        """Finish the file; nothing moves any more."""
        if self._tap is None or self._simulation is None:
            return
        wall_s = time.perf_counter() - self._begun_s
        report = report_of(self._request, self._simulation, lockstep, hosts, wall_s, 0.0)
        self._tap.end(replace(report, is_reproducible=self._is_repeatable))

    def cut_off(self) -> None:
        """Leave the file as it is, if ``end`` was not reached."""
        if self._tap is not None:
            self._tap.cut_off()


def _run_request(request: LiveRequest) -> RunRequest:
    """Return the request of the same run without a window; robots by hand have an empty name."""
    specs = dict(request.controllers)
    count = max(specs, default=0) + 1
    return RunRequest(
        tuple(specs.get(robot, "") for robot in range(count)),
        maze=request.world.name,
        seed=request.seed,
        time_s=request.until_s,
        is_ideal=request.is_ideal,
        is_isolated=True,
        patience_s=request.last_patience_s,
    )

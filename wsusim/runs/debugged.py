"""A run that a person debugs: back into its past, and from any moment of it into another future."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from wsusim.control.debugging.breakpoints import Breakpoint
from wsusim.control.debugging.debugger import DebugEvent, Debugger, Echo
from wsusim.control.debugging.moment import Moment
from wsusim.control.debugging.past import Known, NoWayBack, Past
from wsusim.errors import BadInput
from wsusim.model.inputs import Input
from wsusim.model.units import ticks_to_seconds
from wsusim.runs.observer import Observers, RunObserver
from wsusim.runs.pictures import Picture
from wsusim.runs.report import RunReport
from wsusim.runs.request import RunRequest
from wsusim.runs.run import Run
from wsusim.runs.sources.simulated import SimulatedRobots

if TYPE_CHECKING:
    from wsusim.engine.simulation import Simulation

REAL_HAS_NO_PAST = (
    "A real robot can't be taken back: the run that has happened can't be done again in the same "
    "way. Debug the program in the simulation to step back."
)


@dataclass(frozen=True, slots=True)
class Future:
    """A run that goes on from a moment of another one.

    Attributes:
        run: To be started.
        debugged: How it is debugged, in its turn.
        tick: Where it begins.
        is_same: The programs do all the same up to the moment that was asked for. If not, it begins
            where they first do something else.
    """

    run: Run
    debugged: DebuggedRun
    tick: int
    is_same: bool


class DebuggedRun:
    """A run with a debugger, and with the way back.

    Args:
        run: Its request has the debugger.
    """

    def __init__(self, run: Run) -> None:
        assert isinstance(run.request.debugger, Debugger)
        self.run = run
        self.request = run.request
        self.debugger = run.request.debugger

    @classmethod
    def of(
        cls,
        request: RunRequest,
        debugger: Debugger,
        observers: Sequence[RunObserver] = (),
        *,
        is_paused: bool = False,
    ) -> Self:
        """Return a run of a request with a debugger; its controllers are isolated."""
        return cls(Run(debugged_request(request, debugger), observers, is_paused=is_paused))

    def known(self, robot: int) -> Known:
        """Return what is known of a robot's program.

        Raises:
            NoWayBack: It drives a real robot, or has not begun.
        """
        if self.request.real_robot is not None:
            raise NoWayBack(REAL_HAS_NO_PAST)
        log = self.debugger.log_of(robot)
        if log is None:
            raise NoWayBack("The program has not begun yet.")
        return Known(robot, self.debugger.load_of(robot), self.debugger.texts_of(robot), log)

    def past(self, robot: int, on_event: Callable[[DebugEvent], None] | None = None) -> Past:
        """Return the way back of a robot's program; raises ``NoWayBack``."""
        return Past(self.known(robot), on_event)

    def tick_of(self, robot: int, moment: Moment) -> int:
        """Return the tick of a moment of a robot's program."""
        return self.known(robot).log.tick_after(moment.wait)

    def picture_at(self, tick: int) -> Picture:
        """Return what there was to be seen at a tick."""
        from wsusim.runs.sources.shown_simulation import ShownSimulation

        given = self.run.given
        assert given is not None
        simulation = self._world_at(tick, given.before(tick))
        sight = ShownSimulation(simulation, Observers()).first_sight()
        nothing = tuple(() for _ in range(simulation.robot_count))
        return Picture(
            sight.snapshot,
            sight.statistics,
            tuple("" for _ in nothing),
            nothing,
            sensed=sight.sensed,
        )

    def future(
        self,
        robot: int,
        moment: Moment,
        *,
        texts: Mapping[int, Mapping[str, str]] | None = None,
        on_event: Callable[[DebugEvent], None] | None = None,
        breakpoints: Sequence[Breakpoint] = (),
        observers: Sequence[RunObserver] = (),
        request: RunRequest | None = None,
        stops_there: bool = True,
    ) -> Future:
        """Return a run that goes on from a moment of this one.

        All programs have done by then what they had done here: each comes there by itself, unseen.

        Args:
            robot: Whose program ``moment`` is of.
            moment: From there.
            texts: Files of programs that were edited, by path, for each robot that has some.
            on_event: Told of what its debugger hears.
            breakpoints: For it.
            observers: Hear of it.
            request: What it has beside the programs and the world: speed, recording.
            stops_there: It stands at the moment, as long as its program is the same.

        Raises:
            NoWayBack: A program doesn't do the same again.
        """
        edited = texts or {}
        waits = self._waits_alike(robot, moment.wait, edited.get(robot))
        tick = self.known(robot).log.tick_after(waits)
        for other, new in edited.items():
            if other != robot:
                log = self.known(other).log
                alike = self._waits_alike(other, log.waits_until(tick), new)
                tick = min(tick, log.tick_after(alike))
        is_same = waits == moment.wait and tick == self.known(robot).log.tick_after(waits)
        echoes = {
            one: Echo(
                self.known(one).log,
                self.known(one).log.waits_until(tick),
                edited.get(one, self.debugger.texts_of(one)),
                moment if one == robot and is_same and stops_there and moment.way else None,
            )
            for one in self.debugger.robots
        }
        given = self.run.given
        assert given is not None
        earlier = given.before(tick)
        new_request = debugged_request(
            replace(request or self.request, begin_at=None, controllers=self.request.controllers),
            Debugger(on_event, breakpoints, echoes),
        )
        source = SimulatedRobots(new_request, self._world_at(tick, earlier), earlier=earlier)
        debugged = DebuggedRun(Run(new_request, observers, source=source))
        return Future(debugged.run, debugged, tick, is_same)

    def _waits_alike(self, robot: int, waits: int, texts: Mapping[str, str] | None) -> int:
        if texts is None or texts == self.debugger.texts_of(robot):
            return waits
        return self.past(robot).waits_alike(texts, waits)

    def _world_at(self, tick: int, earlier: Sequence[tuple[int, int, Input]]) -> Simulation:
        """Return the world at a tick, before anybody does something there."""
        from wsusim.engine.simulation import Simulation
        from wsusim.recording.restore import drive
        from wsusim.runs.staging import stage

        request = self.request
        if request.begin_at is not None:
            raise BadInput(
                "This run began in the middle of a recording. Go on from a moment of the "
                "recording instead."
            )
        simulation = Simulation(stage(request), seed=request.seed, ideal=request.is_ideal)
        drive(simulation, earlier)
        simulation.advance_to(tick)
        return simulation


def debugged_request(request: RunRequest, debugger: Debugger) -> RunRequest:
    """Return a request with a debugger.

    The world waits for a controller that stands or computes; one that hangs is ended.
    """
    return replace(request, is_isolated=True, debugger=debugger, leave_behind_s=None)


def run_again(request: RunRequest, until_tick: int | None = None) -> tuple[DebuggedRun, RunReport]:
    """Do a finished run again as fast as it goes, so that there is a way back into it.

    Raises:
        BadInput: It can't be done.
    """
    time_s = request.time_s if until_tick is None else ticks_to_seconds(max(1, until_tick))
    again = DebuggedRun.of(replace(request, speed=None, record=None, time_s=time_s), Debugger())
    return again, again.run.execute()

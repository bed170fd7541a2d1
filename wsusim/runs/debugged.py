"""A run that a person debugs: back into its past, and from any moment into another future."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from wsusim.control.debugging.breakpoints import Breakpoint
from wsusim.control.debugging.debugger import DebugEvent, Debugger, Echo
from wsusim.control.debugging.moment import Moment
from wsusim.errors import BadInput
from wsusim.hosting.past import Known, NoWayBack, Past
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
        debugged: The debugged run that it is itself.
        tick: Where it begins.
        is_same: The programs do the same up to the requested moment. If not, it begins where they
            first do something else.
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
        """Return what is known about a robot's program.

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
        """Return what was visible at a tick."""
        from wsusim.runs.sources.shown_simulation import ShownSimulation

        simulation = self.world_at(tick)
        update = ShownSimulation(simulation, Observers()).first_update()
        nothing = tuple(() for _ in range(simulation.robot_count))
        return Picture(
            update.snapshot,
            update.statistics,
            tuple("" for _ in nothing),
            nothing,
            sensed=update.sensed,
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

        By then all programs have done what they did here: each is replayed up to there, unseen.

        Args:
            robot: The robot of the program whose ``moment`` it is.
            moment: Where it begins.
            texts: Files of programs that were edited, by path, for each robot that has some.
            on_event: Called with its debugger's events.
            breakpoints: Its breakpoints.
            observers: Its observers.
            request: Everything else, such as speed and recording.
            stops_there: It stops at the moment, if its program is the same.

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
        is_met = is_same and stops_there and bool(moment.way)
        debugged = self.begun_at(
            tick,
            edited,
            {robot: moment} if is_met else {},
            on_event=on_event,
            breakpoints=breakpoints,
            observers=observers,
            request=request,
        )
        return Future(debugged.run, debugged, tick, is_same)

    def begun_at(
        self,
        tick: int,
        texts: Mapping[int, Mapping[str, str]],
        until: Mapping[int, Moment] | None = None,
        *,
        on_event: Callable[[DebugEvent], None] | None = None,
        breakpoints: Sequence[Breakpoint] = (),
        observers: Sequence[RunObserver] = (),
        request: RunRequest | None = None,
        world: Simulation | None = None,
    ) -> DebuggedRun:
        """Return a run that begins in this one's world of a tick, with programs as they are then.

        It isn't checked whether edited programs do the same up to there: one that does not stops
        with ``Why.DIFFERS``.

        Args:
            tick: Where it begins.
            texts: See ``future``.
            until: Moments at which programs stop, by robot.
            on_event: See ``future``.
            breakpoints: See ``future``.
            observers: See ``future``.
            request: See ``future``.
            world: The world of that tick, if the caller has it; it is consumed.
        """
        stops = until or {}
        echoes = {
            one: Echo(
                self.known(one).log,
                self.known(one).log.waits_going_on(tick),
                texts.get(one, self.debugger.texts_of(one)),
                stops.get(one),
            )
            for one in self.debugger.robots
        }
        given = self.run.given
        assert given is not None
        earlier = given.before(tick)
        new_request = debugged_request(
            replace(
                request or self.request,
                begin_at=None,
                controllers=self.request.controllers,
                # What programs tell of their variables is among what they do.
                has_variables=self.request.has_variables,
            ),
            Debugger(on_event, breakpoints, echoes),
        )
        begins_with = self.world_at(tick, new_request.time_s) if world is None else world
        source = SimulatedRobots(new_request, begins_with, earlier=earlier)
        return DebuggedRun(Run(new_request, observers, source=source))

    def world_at(self, tick: int, time_s: float | None = None) -> Simulation:
        """Return the world at a tick, before that tick's orders.

        Args:
            tick: The tick.
            time_s: Its time limit; ``None``: that of this run.
        """
        from wsusim.engine.simulation import Simulation
        from wsusim.recording.restore import drive
        from wsusim.runs.staging import stage

        request = self.request
        if time_s is not None:
            request = replace(request, time_s=time_s)
        if request.begin_at is not None:
            raise BadInput(
                "This run began in the middle of a recording. Go on from a moment of the "
                "recording instead."
            )
        given = self.run.given
        assert given is not None
        simulation = Simulation(stage(request), seed=request.seed, ideal=request.is_ideal)
        drive(simulation, given.before(tick))
        simulation.advance_to(tick)
        return simulation

    def _waits_alike(self, robot: int, waits: int, texts: Mapping[str, str] | None) -> int:
        if texts is None or texts == self.debugger.texts_of(robot):
            return waits
        return self.past(robot).waits_alike(texts, waits)


def debugged_request(request: RunRequest, debugger: Debugger) -> RunRequest:
    """Return a request with a debugger.

    The world waits for a controller that is stopped or computes; one that hangs is ended.
    """
    return replace(request, is_isolated=True, debugger=debugger, leave_behind_s=None)


def run_again(request: RunRequest, until_tick: int | None = None) -> tuple[DebuggedRun, RunReport]:
    """Repeat a finished run as fast as possible, so that there is a way back into it.

    Args:
        request: Of that run. Futures of it end when the request says.
        until_tick: Where it was ended; ``None``: where the request says.

    Raises:
        BadInput: It can't be repeated.
    """
    request = replace(request, speed=None, record=None, debugger=None)
    time_s = request.time_s if until_tick is None else ticks_to_seconds(max(1, until_tick))
    again = DebuggedRun.of(replace(request, time_s=time_s), Debugger())
    again.request = replace(again.request, time_s=request.time_s)
    return again, again.run.execute()

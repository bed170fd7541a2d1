"""A simulation that is open: controllers in lock-step with it, as fast as it goes or paced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from wsusim.backends.contract import HostedBackend
from wsusim.backends.simulated import SimulatedBackend
from wsusim.engine.lockstep import Lockstep
from wsusim.engine.paced import PacedEngine
from wsusim.engine.participant import EndReason
from wsusim.engine.simulation import Simulation
from wsusim.hosting.host import LOAD_PATIENCE_S, Charges, Host, HostSettings
from wsusim.hosting.host_group import HostGroup
from wsusim.hosting.watch import FairClock
from wsusim.interrupts import INTERRUPTS
from wsusim.kernels.cache import trouble
from wsusim.model.commands import RobotCommand
from wsusim.model.inputs import Input
from wsusim.model.units import seconds_to_ticks, ticks_to_seconds
from wsusim.runs.actions import (
    Action,
    Drag,
    HoldKeys,
    Order,
    Pause,
    Resume,
    SetSpeed,
    Step,
    TypeLine,
)
from wsusim.runs.first_start import prepare_run
from wsusim.runs.observer import Observers, RunStart
from wsusim.runs.report import End
from wsusim.runs.request import DEFAULT_TIME_LIMIT_S, Moment, RunRequest
from wsusim.runs.sources.shown_simulation import ShownSimulation
from wsusim.runs.sources.simulated import ABILITIES, SimulatedRobots
from wsusim.runs.sources.source import Finish
from wsusim.runs.sources.typed_lines import TypedLines
from wsusim.runs.staging import stage, turn_round_of

UPDATES_PER_S = 125.0
"""One for each tick at the usual speed, also for one that comes a little early."""

SPEED_WITHOUT = 1.0
"""The fastest that the world goes on without a controller: that one computes in real time."""

UNPACED_LOOK_S = 0.1
PACED_LOOK_S = 0.05
"""How often it is looked whether a controller has ended (wall clock)."""

CATCH_UP_SLICE_S = 0.02


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a simulation is when its run begins.

    Attributes:
        request: What is run: a recording's maze and seed, if it goes on from one.
        simulation: Nothing steps it yet.
        earlier: Its inputs so far.
        is_replayed: The programs are in the state of ``catch_up_tick`` when that comes.
        catch_up_tick: Until then the run only repeats a recording.
    """

    request: RunRequest
    simulation: Simulation
    earlier: Sequence[tuple[int, int, Input]] = ()
    is_replayed: bool = False
    catch_up_tick: int = 0


def open_simulation(source: SimulatedRobots, observers: Observers) -> OpenedSimulation:
    """Build the simulation that a source asks for, and show it.

    Raises:
        BadInput: Maze, robots or recording can't be used.
    """
    request = source.request
    with INTERRUPTS.raising():  # there is nothing to lose
        goes_on = source.simulation is not None or request.begin_at is not None
        world = None if goes_on else stage(request)
        robots = 1 if world is None else len(world.robots)
        prepare_run(lambda text: observers.noticed(0, text), robots)
        if source.simulation is not None:
            beginning = Beginning(request, source.simulation, source.earlier)
        elif request.begin_at is not None:
            beginning = _resumed(request, request.begin_at, observers)
        else:
            assert world is not None
            beginning = Beginning(
                request, Simulation(world, seed=request.seed, ideal=request.is_ideal)
            )
    if trouble():
        observers.noticed(0, trouble())
    return OpenedSimulation(source, beginning, observers)


def _resumed(request: RunRequest, moment: Moment, observers: Observers) -> Beginning:
    from wsusim.runs.recorded.resume import resume  # few runs read a recording

    resumed = resume(moment, request)
    if resumed.notice:
        observers.noticed(0, resumed.notice)
    catch_up_tick = moment.tick if resumed.is_replayed else 0
    return Beginning(
        resumed.request, resumed.simulation, resumed.earlier, resumed.is_replayed, catch_up_tick
    )


class OpenedSimulation:
    """Simulated robots that are ready; fulfils ``source.Opened``.

    Args:
        source: What was opened.
        beginning: Where it begins.
        observers: Its observers.

    Attributes:
        request: What is run.
        speed: Simulated seconds per wall-clock second, as asked for.
    """

    def __init__(self, source: SimulatedRobots, beginning: Beginning, observers: Observers) -> None:
        request, simulation = beginning.request, beginning.simulation
        self.request = request
        self.speed = request.speed or 1.0
        self._source = source
        self._beginning = beginning
        self._observers = observers
        self._is_repeatable = True
        self._is_going = False
        self._hosts: Sequence[Host] = ()
        self._group: HostGroup | None = None
        self._shown = ShownSimulation(simulation, observers)
        self._typed = TypedLines(simulation, self._note_hand)
        observers.placed(simulation.world, self._shown.first_update())
        self._end_tick = _last_tick(request, simulation)
        self._lockstep = Lockstep(
            simulation,
            sorted(request.driven),
            until_tick=self._end_tick,
            paced=request.speed is not None,
            on_annotation=observers.remarked if observers.hears("remarked") else None,
            on_command=observers.teller("given"),
        )
        self._engine = None if request.speed is None else self._paced()

    def members(self) -> list[tuple[str, HostedBackend]]:
        """Return the controllers, each with its simulated robot."""
        world, programs = self._shown.simulation.world, self._source.programs
        end_s = None if self._end_tick is None else ticks_to_seconds(self._end_tick)
        return [
            (
                spec if programs is None else programs[robot],
                SimulatedBackend(
                    self._lockstep, robot, world.robots[robot].kind, self._allowed, end_s
                ),
            )
            for robot, spec in self.request.driven.items()
        ]

    def settings(self) -> HostSettings:
        """Return patience and timing of the request."""
        request = self.request
        settings = self._source.host_settings or HostSettings()
        if request.compute_s is not None:
            patience_s = max(LOAD_PATIENCE_S, request.patience_s)
            settings = replace(settings, load_patience_s=patience_s, compute_s=request.compute_s)
        return replace(
            settings,
            patience_s=request.patience_s,
            charges=Charges(request.baud, turn_round_of(request), request.decision_factor),
            sandbox=request.sandbox,
            parameters=request.parameters,
            debugger=request.debugger,
            has_variables=request.has_variables and request.decision_factor is None,
        )

    def begin(self, hosts: Sequence[Host]) -> RunStart:
        """Return the start, and report every tick from now on."""
        self._hosts = hosts
        beginning, simulation = self._beginning, self._beginning.simulation
        self._shown.begin()
        return RunStart(
            self.request,
            ABILITIES,
            simulation.world,
            self._shown.first_update(),
            seed=simulation.seed,
            is_ideal=simulation.ideal,
            options=self.request.recorded_options(),
            end_tick=self._end_tick,
            earlier=beginning.earlier,
            heard_from_tick=beginning.catch_up_tick,
            is_replayed=beginning.is_replayed,
        )

    def go(self, group: HostGroup) -> None:
        """Start the controllers."""
        self._group = group
        group.start()

    def drive(self, group: HostGroup, look: Callable[[], None]) -> None:
        """Let the controllers, or the paced engine, step the simulation."""
        engine = self._engine
        if engine is None:
            while not group.wait(UNPACED_LOOK_S):
                look()
        else:
            self._catch_up()
            if not self._is_going:
                self._is_going = True
                engine.start()
            while not engine.join(PACED_LOOK_S):
                look()
        look()
        failure = self._lockstep.failure or (None if engine is None else engine.failure)
        if failure is not None:
            raise failure

    def finish(self) -> Finish:
        """Tell the last ticks."""
        self._shown.end()
        simulation = self._shown.simulation
        debugger = self.request.debugger
        was_changed = debugger is not None and debugger.was_changed
        return Finish(
            tick=self.tick,
            end=self._end(),
            mission=simulation.mission,
            statistics=self._shown.statistics(),
            trace_sha256=simulation.trace_sha256(),
            is_reproducible=self._is_repeatable and not self._shown.was_moved and not was_changed,
        )

    def close(self) -> None:
        """End the time of the simulation, whatever has broken the run off."""
        if self._engine is not None:
            self._lockstep.request_stop()

    @property
    def tick(self) -> int:
        """The tick that all robots are in."""
        return self._lockstep.tick

    @property
    def _allowed(self) -> tuple[str, ...]:
        """What is allowed; a shared world can't be put back."""
        request, mission = self.request, self._shown.simulation.world.mission
        if len(request.driven) == 1 and mission.kind != "soccer":
            return request.allowed
        return tuple(extra for extra in request.allowed if extra != "episodes")

    # Steering

    def stop(self) -> None:
        """Stop the motors in the tick that it is in, and end the run."""
        self._lockstep.request_stop()

    def steer(self, action: Action) -> None:
        """Pass an action to the engine, which obeys between two ticks."""
        engine = self._engine
        if engine is None:
            return
        match action:
            case Pause():
                engine.pause()
            case Resume():
                engine.resume()
            case Step():
                engine.single_step(action.ticks)
            case SetSpeed():
                self.speed = action.speed
                engine.set_speed(action.speed)
            case Drag():
                if self._shown.drag(action):
                    engine.post(self._shown.do_drags)
            case Order():
                engine.post(lambda: self._order(action))
            case HoldKeys():
                engine.post(lambda: self._hold(action))
            case TypeLine():
                engine.post(lambda: self._type(action))

    # Inside

    def _end(self) -> End:
        simulation = self._shown.simulation
        if simulation.end_reason == "goal":
            return "goal"
        if self._lockstep.end_reason is EndReason.STOPPED:
            return "stopped"
        if self._lockstep.end_reason is EndReason.TIME or simulation.end_reason == "time":
            return "time"
        return "finished"

    def _paced(self) -> PacedEngine:
        return PacedEngine(
            self._lockstep,
            speed=self.speed,
            patience_s=self.request.leave_behind_s,
            on_left_behind=self._leave_behind,
            show=self._shown.look if self._observers.hears("seen") else None,
            shows_per_s=UPDATES_PER_S,
            # A busy computer is not the program's fault.
            patience_clock=FairClock(lambda: [own for host in self._hosts for own in host.threads]),
            listening=self._coming_round,
        )

    def _coming_round(self) -> Callable[[], bool]:
        return (lambda: True) if self._group is None else self._group.coming_round()

    def _catch_up(self) -> None:
        """Repeat the part that is recorded already as fast as possible, and exactly to its tick."""
        lockstep, until_tick = self._lockstep, self._beginning.catch_up_tick
        while lockstep.tick < until_tick and not lockstep.is_stopping:
            if lockstep.await_all(CATCH_UP_SLICE_S):
                lockstep.step_to(until_tick)

    # The thread that steps, with the simulation at rest

    def _order(self, action: Order) -> None:
        if not self._lockstep.is_stopping:
            self._shown.simulation.apply(action.robot, action.command)
            self._note_hand(self._lockstep.tick, action.robot, action.command)

    def _hold(self, action: HoldKeys) -> None:
        if not self._lockstep.is_stopping and "keys" in self.request.allowed:
            self._shown.simulation.hold_keys(action.keys)
            self._is_repeatable = False

    def _type(self, action: TypeLine) -> None:
        if not self._lockstep.is_stopping:
            self._observers.replied(action, self._typed.answer(action))

    def _note_hand(self, tick: int, robot: int, command: RobotCommand) -> None:
        """Note an order of a person: such a run can't be repeated."""
        self._observers.given(tick, robot, command)
        self._is_repeatable = False

    def _leave_behind(self, robots: tuple[int, ...]) -> None:
        self._is_repeatable = False
        assert self._engine is not None
        if self.speed > SPEED_WITHOUT:
            self.speed = SPEED_WITHOUT
            self._engine.set_speed(SPEED_WITHOUT)
        for host in self._hosts:
            robot = host.info.robot_id
            if robot in robots:
                self._observers.left_behind(self.tick, robot, host.spec, host.whereabouts)


def _last_tick(request: RunRequest, simulation: Simulation) -> int | None:
    limit_s = request.time_s or simulation.world.mission.time_limit_s
    if limit_s is None and not request.driven:
        return None
    return seconds_to_ticks(limit_s or DEFAULT_TIME_LIMIT_S)

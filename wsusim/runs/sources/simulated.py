"""Simulated robots: controllers in lock-step with the engine, as fast as it goes or paced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from wsusim.interrupts import INTERRUPTS
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
from wsusim.runs.observer import Abilities, Observers, RunStart
from wsusim.runs.report import End
from wsusim.runs.request import DEFAULT_TIME_LIMIT_S, RunRequest
from wsusim.runs.sources.source import Finish

if TYPE_CHECKING:
    from wsusim.backends.contract import HostedBackend
    from wsusim.control.hosting.host import Host, HostSettings
    from wsusim.control.hosting.host_group import HostGroup
    from wsusim.engine.lockstep import Lockstep
    from wsusim.engine.paced import PacedEngine
    from wsusim.engine.simulation import Simulation
    from wsusim.model.commands import RobotCommand
    from wsusim.model.inputs import Input
    from wsusim.model.world import World
    from wsusim.runs.sources.shown_simulation import ShownSimulation
    from wsusim.runs.sources.typed_lines import TypedLines

UPDATES_PER_S = 125.0
"""One for each tick at the usual speed, also for one that comes a little early."""

SPEED_WITHOUT = 1.0
"""The fastest that the world goes on without a controller: that one computes in real time."""

UNPACED_LOOK_S = 0.1
PACED_LOOK_S = 0.05
"""How often it is looked whether a controller has ended (wall clock)."""

CATCH_UP_SLICE_S = 0.02

ABILITIES = Abilities(pause=True, drag=True, order=True, type=True, rays=True)


class SimulatedRobots:
    """The robots of a simulation; fulfils ``source.Source``.

    Args:
        request: Which, and how fast.
        simulation: Where to begin, instead of the request's maze and seed.
        settings: What the controllers' hosts need to know beside what the request says.
        earlier: What had reached that simulation.
        programs: What is run in the place of the request's controllers: copies of them, by robot.
    """

    abilities = ABILITIES

    def __init__(
        self,
        request: RunRequest,
        simulation: Simulation | None = None,
        settings: HostSettings | None = None,
        programs: Sequence[str] | None = None,
        earlier: Sequence[tuple[int, int, Input]] = (),
    ) -> None:
        self.request = request
        self._programs = programs
        self._begins_with = simulation
        self._settings = settings
        self.speed = request.speed or 1.0
        """Simulated seconds per wall-clock second, as asked for."""
        self.is_pinned = request.speed is None
        self._is_repeatable = True
        self.earlier: Sequence[tuple[int, int, Input]] = earlier
        """What had reached the simulation before the run began."""
        self._catch_up_tick = 0
        self._is_going = False
        self._is_replayed = False
        self._end_tick: int | None = None
        self._shown: ShownSimulation
        self._typed: TypedLines
        self._lockstep: Lockstep
        self._engine: PacedEngine | None = None
        self._hosts: Sequence[Host] = ()
        self._observers = Observers()

    # Source: from the request to the first tick

    def open(self, observers: Observers) -> None:
        """Build the simulation, or bring it to the moment at which the run is to begin."""
        from wsusim.control.hosting.watch import FairClock
        from wsusim.engine.lockstep import Lockstep
        from wsusim.engine.paced import PacedEngine
        from wsusim.kernels.cache import trouble
        from wsusim.runs.first_start import prepare_run
        from wsusim.runs.sources.shown_simulation import ShownSimulation
        from wsusim.runs.sources.typed_lines import TypedLines

        self._observers = observers
        with INTERRUPTS.raising():  # there is nothing to lose
            world = self._new_world()
            robots = 1 if world is None else len(world.robots)
            prepare_run(lambda text: observers.noticed(0, text), robots)
            simulation = self._beginning() if world is None else self._new(world)
        if trouble():
            observers.noticed(0, trouble())
        self._shown = ShownSimulation(simulation, observers)
        self._typed = TypedLines(simulation, self._note_hand)
        observers.placed(simulation.world, self._shown.first_update())
        self._end_tick = self._last_tick(simulation)
        self._lockstep = Lockstep(
            simulation,
            sorted(self.request.driven),
            until_tick=self._end_tick,
            paced=self.request.speed is not None,
            on_annotation=observers.remarked if observers.hears("remarked") else None,
            on_command=observers.teller("given"),
        )
        if self.request.speed is not None:
            self._engine = PacedEngine(
                self._lockstep,
                speed=self.speed,
                patience_s=self.request.leave_behind_s,
                on_left_behind=self._leave_behind,
                show=self._shown.look if observers.hears("seen") else None,
                shows_per_s=UPDATES_PER_S,
                # A busy computer is not the program's fault.
                patience_clock=FairClock(
                    lambda: [own for host in self._hosts for own in host.threads]
                ),
            )

    def members(self) -> list[tuple[str, HostedBackend]]:
        """Return the controllers, each with its simulated robot."""
        from wsusim.backends.simulated import SimulatedBackend

        world = self._shown.simulation.world
        end_s = None if self._end_tick is None else ticks_to_seconds(self._end_tick)
        return [
            (
                spec if self._programs is None else self._programs[robot],
                SimulatedBackend(
                    self._lockstep, robot, world.robots[robot].kind, self._allowed, end_s
                ),
            )
            for robot, spec in self.request.driven.items()
        ]

    def settings(self) -> HostSettings:
        """Return patience and timing of the request."""
        from wsusim.control.hosting.host import LOAD_PATIENCE_S, Charges, HostSettings
        from wsusim.runs.staging import turn_round_of

        request = self.request
        settings = self._settings or HostSettings()
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
        """Return the start, and have every tick told from now on."""
        self._hosts = hosts
        simulation = self._shown.simulation
        self._shown.begin()
        return RunStart(
            self.request,
            ABILITIES,
            simulation.world,
            self._shown.first_update(),
            simulation.seed,
            simulation.ideal,
            self.request.recorded_options(),
            self._end_tick,
            self.earlier,
            self._catch_up_tick,
            self._is_replayed,
        )

    def go(self, group: HostGroup) -> None:
        """Start the controllers."""
        group.start()

    def drive(self, group: HostGroup, look: Callable[[], None]) -> None:
        """Let the controllers step the simulation, or the paced engine."""
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
        """Let the time of the simulation end, whatever has broken the run off."""
        if self._engine is not None:
            self._lockstep.request_stop()

    @property
    def tick(self) -> int:
        """The tick that everybody is in."""
        return self._lockstep.tick

    @property
    def _allowed(self) -> tuple[str, ...]:
        """What is allowed; a world that is shared can't be put back."""
        request, mission = self.request, self._shown.simulation.world.mission
        if len(request.driven) == 1 and mission.kind != "soccer":
            return request.allowed
        return tuple(extra for extra in request.allowed if extra != "episodes")

    # Source: steering

    def stop(self) -> None:
        """Stop the motors in the tick that it is in, and end the run."""
        self._lockstep.request_stop()

    def steer(self, action: Action) -> None:
        """Post an action to the engine, which obeys between two ticks."""
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
        from wsusim.engine.participant import EndReason

        simulation = self._shown.simulation
        if simulation.end_reason == "goal":
            return "goal"
        if self._lockstep.end_reason is EndReason.STOPPED:
            return "stopped"
        if self._lockstep.end_reason is EndReason.TIME or simulation.end_reason == "time":
            return "time"
        return "finished"

    def _new_world(self) -> World | None:
        """Return the world of a run that begins anew; ``None``: it goes on from a moment."""
        from wsusim.runs.staging import stage

        goes_on = self._begins_with is not None or self.request.begin_at is not None
        return None if goes_on else stage(self.request)

    def _new(self, world: World) -> Simulation:
        from wsusim.engine.simulation import Simulation

        return Simulation(world, seed=self.request.seed, ideal=self.request.is_ideal)

    def _beginning(self) -> Simulation:
        """Return the simulation at the moment from which the run goes on."""
        from wsusim.runs.recorded.resume import resume

        request = self.request
        if self._begins_with is not None:
            return self._begins_with
        assert request.begin_at is not None
        resumption = resume(request.begin_at, request)
        self.request = resumption.request
        self.earlier = resumption.earlier
        self._is_replayed = resumption.is_replayed
        if resumption.notice:
            self._observers.noticed(0, resumption.notice)
        self._catch_up_tick = request.begin_at.tick if resumption.is_replayed else 0
        return resumption.simulation

    def _last_tick(self, simulation: Simulation) -> int | None:
        limit_s = self.request.time_s or simulation.world.mission.time_limit_s
        if limit_s is None and not self.request.driven:
            return None
        return seconds_to_ticks(limit_s or DEFAULT_TIME_LIMIT_S)

    def _catch_up(self) -> None:
        """Do what only repeats a recording as fast as it goes, and to the tick."""
        lockstep = self._lockstep
        while lockstep.tick < self._catch_up_tick and not lockstep.is_stopping:
            if lockstep.await_all(CATCH_UP_SLICE_S):
                lockstep.step_to(self._catch_up_tick)

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
        """Tell an order of a person's: such a run can't be done again."""
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

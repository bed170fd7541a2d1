"""A real robot on a serial line: one controller, and time that can't be stopped."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from wsusim.errors import BadInput
from wsusim.interrupts import INTERRUPTS
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import MissionSnapshot
from wsusim.model.units import PULSE_MM, seconds_to_ticks
from wsusim.model.world import Arena, RobotStart, World
from wsusim.runs.actions import Action, Drag
from wsusim.runs.observer import Abilities, Observers, RunStart
from wsusim.runs.report import LineReport
from wsusim.runs.request import RunRequest
from wsusim.runs.sources.source import Finish

if TYPE_CHECKING:
    from wsusim.backends.contract import HostedBackend
    from wsusim.backends.serial_line.backend import SerialBackend
    from wsusim.backends.serial_line.line_clock import WallClock
    from wsusim.backends.serial_line.port import Port
    from wsusim.backends.serial_line.robot_address import SerialAddress
    from wsusim.backends.tape.taping import TapingBackend
    from wsusim.control.hosting.host import Host, HostSettings
    from wsusim.control.hosting.host_group import HostGroup
    from wsusim.model.commands import Annotation
    from wsusim.runs.sources.real_telling import RealTelling

LOOK_S = 0.1
"""How often it is looked whether the time is up."""

FLOOR_MM = 2000.0
"""Side of the floor for a robot whose place is unknown."""

FLOOR = World(
    "floor",
    Arena.rectangle(FLOOR_MM, FLOOR_MM),
    robots=(RobotStart(1, Pose(FLOOR_MM / 2.0, FLOOR_MM / 2.0)),),
    next_id=2,
)
"""A maze for a robot whose place is unknown."""

ROBOT_IS_AWAY = (
    "The robot can't be reached and may still be driving. wsusim keeps trying to stop it: plug the "
    "cable in again, or lift the robot up."
)
"""Told when a run has ended and its robot has not confirmed that it stands."""

ROBOT_IS_LOST = (
    "The robot could not be reached and MAY STILL BE DRIVING. Lift it up or switch it off."
)

ROBOT_IS_BACK = "The robot answered again and was stopped."

UNSEEN = MissionSnapshot(False, None, 0, ())
"""How far the mission has come is unknown."""

ABILITIES = Abilities(
    drag=True,
    no_pause="A real robot can't be paused, so it was stopped and the run has ended.",
    pause_stops=True,
)


class RealRobot:
    """The robot at the request's address; fulfils ``source.Source``.

    Its maze is where people say that it stands: at the first robot's start. A drag tells that it
    was carried elsewhere.

    Args:
        request: With an address and one controller.
        open_address: Replaces the opening of the port (tests).
        clock: Replaces the wall clock (tests).
    """

    abilities = ABILITIES
    is_pinned = False

    def __init__(
        self,
        request: RunRequest,
        open_address: Callable[[SerialAddress], Port] | None = None,
        clock: WallClock | None = None,
    ) -> None:
        self.request = request
        self._open_address = open_address
        self._clock = clock
        self._observers = Observers()
        self._world = FLOOR
        self._address: SerialAddress
        self._backend: SerialBackend
        self._taping: TapingBackend | None = None
        """Between the program and the robot, where what goes through is kept."""
        self._telling: RealTelling | None = None
        self._kind = ""
        self._mutex = threading.Lock()
        self._has_ended = False
        self._is_time_up = False
        self._was_stopped = False
        self._is_lost = False
        self._end_tick = 0
        self._stopper = threading.Thread(target=self._make_safe, name="wsusim-stop", daemon=True)
        self._held = ExitStack()

    # Source: from the request to the first order

    def open(self, observers: Observers) -> None:
        """Find the robot; whatever becomes of this program, a guard stops it."""
        from wsusim.backends.contract import RobotInfo
        from wsusim.backends.serial_line.backend import SerialBackend
        from wsusim.backends.serial_line.khepera import KHEPERA
        from wsusim.backends.serial_line.languages import language_of
        from wsusim.backends.serial_line.observed_backend import ObservedBackend
        from wsusim.backends.serial_line.port import open_port
        from wsusim.backends.serial_line.robot_address import parse_address
        from wsusim.backends.serial_line.search import find_robot
        from wsusim.backends.tape.taping import TapingBackend
        from wsusim.robots import robot_kind
        from wsusim.runs.sources.robot_guard import guarded
        from wsusim.runs.staging import stage

        request = self.request
        self._observers = observers
        self._check()
        self._world = stage(replace(request, time_s=None))
        address = parse_address(request.real_robot or "")
        with INTERRUPTS.raising():  # it drives no robot, and can take long
            self._address = find_robot(address, lambda text: observers.noticed(0, text))
        self._held.enter_context(guarded(self._address))
        is_observed = observers.hears("given", "seen", "sampled", "answered", "taped")
        open_address = self._open_address or open_port
        language = language_of(self._address.scheme)
        start = place_of(self._world, language.kind).robots[0].pose
        if language is not KHEPERA and request.pulse_mm == PULSE_MM:
            pulse_mm = robot_kind(language.kind).motors.pulse_mm
            self._request = request = replace(request, pulse_mm=pulse_mm)
        self._backend = (ObservedBackend if is_observed else SerialBackend)(
            lambda: open_address(self._address),
            self._address.port,
            self._address.baud,
            language=language,
            info=RobotInfo(
                0,
                language.kind,
                "serial",
                seed=request.seed,
                start_pose=(start.x_mm, start.y_mm, math.degrees(start.heading_rad)),
                pulse_mm=request.pulse_mm,
                mission=self._world.mission.kind,
                end_s=request.time_s,
            ),
            clock=self._clock,
            on_annotation=self._hear,
        )
        self._held.callback(self._backend.close)
        if observers.hears("taped"):
            self._taping = TapingBackend(self._backend)

    def members(self) -> list[tuple[str, HostedBackend]]:
        """Return the controller and the robot."""
        return [(self.request.driven[0], self._taping or self._backend)]

    def settings(self) -> HostSettings:
        """Return the patience of the request."""
        from wsusim.control.hosting.host import HostSettings

        return HostSettings(
            patience_s=self.request.patience_s,
            sandbox=self.request.sandbox,
            parameters=self.request.parameters,
            debugger=self.request.debugger,
            has_variables=self.request.has_variables,
        )

    def begin(self, hosts: Sequence[Host]) -> RunStart:
        """Return the start: the robot stands at its place, its counters at zero."""
        from wsusim.recording.header import REAL_ROBOT, TOLD
        from wsusim.runs.sources.real_telling import RealTelling

        request = self.request
        info = hosts[0].info
        self._kind = info.kind
        world = place_of(self._world, self._kind)
        self._telling = RealTelling(request, world, self._observers)
        return RunStart(
            request,
            ABILITIES,
            world,
            self._telling.update_at(0),
            seed=request.seed,
            is_ideal=False,
            options={
                **request.recorded_options(),
                REAL_ROBOT: str(self._address),
                TOLD: asdict(info),
            },
            end_tick=None if request.time_s is None else seconds_to_ticks(request.time_s),
        )

    def go(self, group: HostGroup) -> None:
        """Let it be the first tick now."""
        from wsusim.backends.serial_line.observed_backend import ObservedBackend

        if isinstance(self._backend, ObservedBackend):
            self._backend.observer = self._telling
        if self._taping is not None and self._telling is not None:
            self._taping.tape = self._telling.taped
        self._backend.start_clock()
        group.start()

    def drive(self, group: HostGroup, look: Callable[[], None]) -> None:
        """Wait for the controller's end, or bring it when the time is up."""
        until_s = self.request.time_s
        until_tick = None if until_s is None else seconds_to_ticks(until_s)
        while not group.wait(LOOK_S):
            look()
            if until_tick is not None and self.tick >= until_tick and not self._is_time_up:
                self._is_time_up = True
                group.request_stop()

    def finish(self) -> Finish:
        """Wait for a robot that was lost, and stop it."""
        self._end_tick = self._backend.now_ticks()
        if self._taping is not None:
            self._taping.finish()
        self._await_stop()
        if self._backend.may_be_moving:
            self._await_return()
        if self._telling is not None:
            self._telling.end(self._end_tick)
        self._has_ended = True
        telling, figures = self._telling, self._backend.statistics
        return Finish(
            tick=self._end_tick,
            end="time" if self._is_time_up else "stopped" if self._was_stopped else "finished",
            mission=UNSEEN,
            statistics=() if telling is None else telling.update_at(self.tick).statistics,
            line=LineReport(
                port=self._address.port,
                baud=self._address.baud,
                kind=self._kind,
                is_stopped=not self._is_lost,
                figures=figures.to_json(),
                text=figures.text(),
            ),
        )

    def close(self) -> None:
        """Stop the robot and let it go."""
        if self._stopper.ident is not None:
            self._stopper.join()
        self._held.close()

    @property
    def tick(self) -> int:
        """Ticks since the controller began; 0 before."""
        if self._has_ended:
            return self._end_tick
        return 0 if self._telling is None else self._backend.now_ticks()

    # Source: steering

    def stop(self) -> None:
        """Set the motors to zero at once, in a thread that waits for the line."""
        self._was_stopped = True
        with self._mutex:
            if self._stopper.ident is None:
                self._stopper.start()

    def steer(self, action: Action) -> None:
        """Hear that the robot was carried elsewhere: its pose is reckoned from there."""
        if not isinstance(action, Drag) or self._telling is None:
            return
        if action.object_id != self._world.robots[0].id:
            self._observers.refused("During this run you can only move the robot that is running.")
        else:
            self._telling.place(self.tick, action.x_mm, action.y_mm)

    # Inside

    def _check(self) -> None:
        """Refuse what can't be done with a real robot; say what is left out."""
        driven = self.request.driven
        if 0 not in driven:
            raise BadInput(
                "A real robot uses the controller of the first robot in the maze, and that one "
                "has none. Give it a controller, or choose the simulated robot to drive by hand."
            )
        if len(driven) > 1:
            self._observers.noticed(
                0, "Only the first robot is real; the other robots' controllers won't run."
            )

    def _make_safe(self) -> None:
        self._backend.make_safe()

    def _hear(self, tick: int, robot: int, remark: Annotation) -> None:
        if self._telling is not None:
            self._telling.remarked(tick, remark)

    def _await_stop(self) -> None:
        """Let who is just stopping the robot have the line: until then it may be moving."""
        if self._stopper.ident is not None:
            self._stopper.join()
        self._backend.make_safe()

    def _await_return(self) -> None:
        """Wait for a lost robot and stop it, or say that it may be driving on."""
        self._observers.alarmed(self._end_tick, ROBOT_IS_AWAY)
        INTERRUPTS.answer()  # the run has ended; the next request is for this to end, too
        try:
            with INTERRUPTS.raising():
                is_back = self._backend.stop_robot(self.request.return_patience_s)
        except KeyboardInterrupt:
            is_back = False
        if is_back:
            self._observers.alarmed(self._end_tick, ROBOT_IS_BACK)
        else:
            self._is_lost = True
            self._observers.alarmed(self._end_tick, ROBOT_IS_LOST)


def place_of(world: World, kind: str) -> World:
    """Return where a real robot stands: alone at the first robot's start, as what it has said.

    Raises:
        BadInput: The maze has no robot.
    """
    if not world.robots:
        raise BadInput(
            f"The maze {world.name!r} has no robot, so there is no way to tell where the real one "
            "starts. Place a robot in the maze where the real one stands."
        )
    return replace(world, robots=(replace(world.robots[0], kind=kind),))

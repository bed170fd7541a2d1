"""A real robot that was found: one controller, and time that can't be stopped."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, replace

from wsusim.backends.contract import HostedBackend, RobotInfo
from wsusim.backends.serial_line.backend import SerialBackend
from wsusim.backends.serial_line.khepera import KHEPERA
from wsusim.backends.serial_line.languages import language_of
from wsusim.backends.serial_line.observed_backend import ObservedBackend
from wsusim.backends.serial_line.port import open_port
from wsusim.backends.serial_line.robot_address import SerialAddress, parse_address
from wsusim.backends.serial_line.search import find_robot
from wsusim.backends.tape.taping import TapingBackend
from wsusim.hosting.host import Host, HostSettings
from wsusim.hosting.host_group import HostGroup
from wsusim.interrupts import INTERRUPTS
from wsusim.model.commands import Annotation
from wsusim.model.units import PULSE_MM, seconds_to_ticks
from wsusim.model.world import World
from wsusim.recording.header import REAL_ROBOT, TOLD
from wsusim.robots import robot_kind
from wsusim.runs.actions import Action, Drag
from wsusim.runs.observer import Observers, RunStart
from wsusim.runs.report import LineReport
from wsusim.runs.sources.real import (
    ABILITIES,
    ROBOT_IS_AWAY,
    ROBOT_IS_BACK,
    ROBOT_IS_LOST,
    RealRobot,
    place_of,
)
from wsusim.runs.sources.real_telling import RealTelling
from wsusim.runs.sources.real_track import UNSEEN
from wsusim.runs.sources.robot_guard import guarded
from wsusim.runs.sources.source import Finish
from wsusim.runs.staging import stage

LOOK_S = 0.1
"""How often it is looked whether the time is up."""


def open_robot(source: RealRobot, observers: Observers) -> OpenedRobot:
    """Find the robot of a source.

    Raises:
        BadInput: There is no such robot, or no maze for it.
        LinkLost: It does not answer.
    """
    request = source.request
    world = stage(replace(request, time_s=None))
    asked = parse_address(request.real_robot or "")
    with INTERRUPTS.raising():  # it drives no robot, and can take long
        address = find_robot(asked, lambda text: observers.noticed(0, text))
    return OpenedRobot(source, world, address, observers)


class OpenedRobot:
    """A real robot that is ready; fulfils ``source.Opened``.

    A guard stops it whatever becomes of this program.

    Args:
        source: What was opened.
        world: Where it is.
        address: Where it was found.
        observers: Its observers.

    Attributes:
        request: The request, with the distance for a pulse of the robot that was found.

    Raises:
        BadInput: There is no robot in the maze.
    """

    def __init__(
        self, source: RealRobot, world: World, address: SerialAddress, observers: Observers
    ) -> None:
        request, open_address = source.request, source.open_address or open_port
        language = language_of(address.scheme)
        start = place_of(world, language.kind).robots[0].pose
        if language is not KHEPERA and request.pulse_mm == PULSE_MM:
            request = replace(request, pulse_mm=robot_kind(language.kind).motors.pulse_mm)
        self.request = request
        self._observers = observers
        self._world = world
        self._address = address
        self._kind = ""
        self._telling: RealTelling | None = None
        """Who tells of it; ``None``: its controller has not begun."""
        self._mutex = threading.Lock()
        self._has_ended = False
        self._is_time_up = False
        self._was_stopped = False
        self._is_lost = False
        self._end_tick = 0
        self._stopper = threading.Thread(target=self._make_safe, name="wsusim-stop", daemon=True)
        is_observed = observers.hears("given", "seen", "sampled", "answered", "taped")
        self._backend = (ObservedBackend if is_observed else SerialBackend)(
            lambda: open_address(address),
            address.port,
            address.baud,
            language=language,
            info=RobotInfo(
                0,
                language.kind,
                "serial",
                seed=request.seed,
                start_pose=(start.x_mm, start.y_mm, math.degrees(start.heading_rad)),
                pulse_mm=request.pulse_mm,
                mission=world.mission.kind,
                end_s=request.time_s,
            ),
            clock=source.clock,
            on_annotation=self._hear,
        )
        self._taping = TapingBackend(self._backend) if observers.hears("taped") else None
        """Between the program and the robot, where what goes through is kept."""
        self._held = ExitStack()
        self._held.enter_context(guarded(address))
        self._held.callback(self._backend.close)

    def members(self) -> list[tuple[str, HostedBackend]]:
        """Return the controller and the robot."""
        return [(self.request.driven[0], self._taping or self._backend)]

    def settings(self) -> HostSettings:
        """Return the patience of the request."""
        return HostSettings(
            patience_s=self.request.patience_s,
            sandbox=self.request.sandbox,
            parameters=self.request.parameters,
            debugger=self.request.debugger,
            has_variables=self.request.has_variables,
        )

    def begin(self, hosts: Sequence[Host]) -> RunStart:
        """Return the start: the robot stands at its place, with its counters at zero."""
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
        """Begin with the first tick now."""
        if isinstance(self._backend, ObservedBackend):
            self._backend.observer = self._telling
        if self._taping is not None and self._telling is not None:
            self._taping.tape = self._telling.taped
        self._backend.start_clock()
        group.start()

    def drive(self, group: HostGroup, look: Callable[[], None]) -> None:
        """Wait for the controller's end, or end it when the time is up."""
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

    # Steering

    def stop(self) -> None:
        """Set the motors to zero at once, in a thread that waits for the line."""
        self._was_stopped = True
        with self._mutex:
            if self._stopper.ident is None:
                self._stopper.start()

    def steer(self, action: Action) -> None:
        """Note that the robot was carried elsewhere: its pose is computed from there."""
        if not isinstance(action, Drag) or self._telling is None:
            return
        if action.object_id != self._world.robots[0].id:
            self._observers.refused("During this run you can only move the robot that is running.")
        else:
            self._telling.place(self.tick, action.x_mm, action.y_mm)

    def _make_safe(self) -> None:
        self._backend.make_safe()

    def _hear(self, tick: int, robot: int, remark: Annotation) -> None:
        if self._telling is not None:
            self._telling.remarked(tick, remark)

    def _await_stop(self) -> None:
        """Let a thread that is just stopping the robot have the line: it may still be moving."""
        if self._stopper.ident is not None:
            self._stopper.join()
        self._backend.make_safe()

    def _await_return(self) -> None:
        """Wait for a lost robot and stop it, or report that it may be driving on."""
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

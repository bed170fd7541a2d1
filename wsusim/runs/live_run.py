"""A run that people watch: paced, paused, dragged about; with no window in it.

Threads: the *run thread* loads the controllers and waits for their end; the *engine thread* steps;
each controller has a process of its own. Whoever watches calls methods, which all return at once,
looks at ``picture`` as often as it likes and takes the events away.

The engine is imported by the run thread, so that a window opens without it and never waits for it.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from wsusim.control.report import FailureReport
from wsusim.errors import BadInput, ControllerLoadError
from wsusim.model.commands import Annotation, RobotCommand
from wsusim.model.geometry import Pose
from wsusim.model.units import seconds_to_ticks
from wsusim.runs.live_end import at_rest, end_kind, ended_now, plain_report
from wsusim.runs.live_events import (
    Ended,
    Failed,
    LeftBehind,
    Noticed,
    Picture,
    Printed,
    Refused,
    Started,
)
from wsusim.runs.live_remarks import Remarks
from wsusim.runs.live_request import LiveRequest
from wsusim.runs.live_sensed import SensedMoments
from wsusim.runs.live_steering import Phase, SteeredRun

if TYPE_CHECKING:
    from wsusim.control.hosting.host import Host
    from wsusim.engine.lockstep import Lockstep
    from wsusim.engine.paced import PacedEngine
    from wsusim.engine.simulation import Simulation
    from wsusim.runs.live_rays import LiveRays
    from wsusim.runs.live_recording import LiveRecording

_LOG = logging.getLogger(__name__)

SPEED_WITHOUT = 1.0
"""The fastest that the world goes on without a controller: that one computes in real time."""

PICTURES_PER_S = 125.0
"""One for each tick at the usual speed, also for one that comes a little early."""

WATCH_S = 0.05
"""How often the run thread looks whether a controller has ended."""


class LiveRun(SteeredRun):
    """One run, from the loading of its controllers to its end; ``start`` begins it."""

    def __init__(
        self, request: LiveRequest, *, speed: float = 1.0, is_paused: bool = False
    ) -> None:
        super().__init__(request, speed=speed, is_paused=is_paused)
        self._is_reproducible = True
        self._simulation: Simulation | None = None
        self._drags: dict[int, tuple[float, float]] = {}
        self._was_refused = False
        self._sensed = SensedMoments()
        self._rays: LiveRays | None = None
        self._recording: LiveRecording | None = None
        self._catch_up_tick = 0
        self._heard_from_tick = 0
        self._remarks = Remarks(len(request.world.robots))

    # For whoever watches; every method may be called at any time, and returns at once.

    @property
    def recorded_file(self) -> Path | None:
        """The whole recording of this run, once it has ended; ``None`` when there is none."""
        is_whole = self._recording is not None and self._recording.is_whole
        return self.request.record_file if is_whole else None

    def drag(self, object_id: int, x_mm: float, y_mm: float) -> None:
        """Put a robot, cap or ball elsewhere; ``Refused`` tells when there is no room."""
        with self._mutex:
            if self._engine is None:
                return
            is_first = not self._drags
            self._drags[object_id] = (x_mm, y_mm)
            if is_first:
                self._engine.post(self._do_drags)

    def order(self, robot: int, command: RobotCommand) -> None:
        """Give an order to a robot that no controller drives."""
        with self._mutex:
            if robot not in self._specs and self._engine is not None:
                self._engine.post(lambda: self._do_order(robot, command))

    # The run thread

    def _run(self) -> None:
        ended = Ended("failed", 0, "", False, None)
        try:
            ended = self._drive()
        except ControllerLoadError as error:
            self._tell_load_error(error)
        except BadInput as error:
            self._outbox.put(Failed(None, "", plain_report(error, None, None)))
        except Exception as failure:  # noqa: BLE001 - the top of a thread: logged and shown
            _LOG.exception("A run broke off")
            text = f"wsusim itself failed: {failure!r}. Please report this; the terminal says more."
            self._outbox.put(Failed(None, "", FailureReport("WsusimError", text, None, None)))
        finally:
            if self._recording is not None:
                self._recording.cut_off()
            self.phase = Phase.ENDED
            self._outbox.put(ended)

    def _drive(self) -> Ended:
        from wsusim.backends.simulated import SimulatedBackend
        from wsusim.control.hosting.crew import Crew
        from wsusim.control.hosting.host import HostSettings
        from wsusim.engine.lockstep import Lockstep
        from wsusim.runs.live_rays import LiveRays
        from wsusim.runs.live_recording import LiveRecording, beginning_of

        request = self.request
        beginning = beginning_of(request)
        simulation = beginning.simulation
        self._catch_up_tick = self._heard_from_tick = beginning.catch_up_tick
        recording = LiveRecording(request, lambda text: self._outbox.put(Noticed(text)))
        self._recording = recording
        self._rays = LiveRays(request.world)
        lockstep = Lockstep(
            simulation,
            [robot for robot, _ in request.controllers],
            until_tick=None if request.until_s is None else seconds_to_ticks(request.until_s),
            paced=True,
            on_annotation=self._hear,
            on_command=recording.command,
        )
        crew = Crew(
            [
                (spec, SimulatedBackend(lockstep, robot, request.world.robots[robot].kind))
                for robot, spec in request.controllers
            ],
            self._print,
            isolated=True,
            settings=HostSettings(patience_s=request.last_patience_s),
        )
        self._take_picture(simulation)
        with self._mutex:
            self._simulation, self._lockstep, self._crew = simulation, lockstep, crew
            if self._stop_asked:
                return ended_now(simulation, "stopped", is_reproducible=False)
        with crew:
            recording.begin(beginning)
            engine = self._start_engine(simulation, lockstep)
            self._outbox.put(Started())
            crew.start()
            waiting = list(crew.hosts)
            while not engine.join(WATCH_S):
                waiting = [host for host in waiting if not self._tell_end(host)]
        for host in waiting:
            self._tell_end(host)
        self.picture = at_rest(self._take_picture(simulation))
        failure = engine.failure or lockstep.failure
        if failure is not None:
            raise failure
        recording.end(lockstep, crew.hosts)
        kind = end_kind(simulation, lockstep)
        return ended_now(simulation, kind, is_reproducible=self._is_reproducible)

    def _start_engine(self, simulation: Simulation, lockstep: Lockstep) -> PacedEngine:
        from wsusim.engine.paced import PacedEngine

        engine = PacedEngine(
            lockstep,
            speed=self._speed,
            patience_s=self.request.patience_s,
            on_left_behind=self._tell_left_behind,
            take_snapshot=lambda: self._take_picture(simulation).snapshot,
            snapshots_per_s=PICTURES_PER_S,
        )
        with self._mutex:
            self._engine = engine
            engine.set_speed(self._speed)
            if self._catch_up_tick > simulation.tick:
                # Steps are done as fast as it goes, and to the tick.
                engine.pause()
                engine.single_step(self._catch_up_tick - simulation.tick)
            elif self._is_paused:
                engine.pause()
                engine.single_step(self._steps)
            if self._stop_asked:
                lockstep.request_stop()
        engine.start()
        self.phase = Phase.GOING
        return engine

    def _tell_end(self, host: Host) -> bool:
        """Tell how a controller has ended, if it has."""
        if not host.wait(0.0):
            return False
        if host.failure is not None:
            self._outbox.put(Failed(host.info.robot_id, host.spec, host.failure))
        if host.remark is not None:
            self._outbox.put(Noticed(host.remark))
        return True

    def _tell_load_error(self, error: ControllerLoadError) -> None:
        hosts = () if self._crew is None else self._crew.hosts
        failed = next((host for host in hosts if host.outcome == "error"), None)
        robot = None if failed is None else failed.info.robot_id
        report = plain_report(error, error.file, error.line)
        self._outbox.put(Failed(robot, "" if failed is None else failed.spec, report))

    # Any thread

    def _print(self, robot: int, tick: int, text: str) -> None:
        if self._recording is not None:
            self._recording.printed(tick, robot, text)
        # A print of what was caught up with may arrive after that has ended.
        if tick >= self._heard_from_tick:
            self._outbox.put(Printed(robot, text))

    # The engine thread, with the simulation at rest

    def _hear(self, _tick: int, robot: int, remark: Annotation) -> None:
        self._remarks.hear(robot, remark)

    def _take_picture(self, simulation: Simulation) -> Picture:
        if 0 < self._catch_up_tick <= simulation.tick:
            self._catch_up_tick = 0
            with self._mutex:
                if self._engine is not None and not self._is_paused:
                    self._engine.resume()
        snapshot = simulation.snapshot()
        assert self._rays is not None
        rays_robot = self._rays_robot
        self.picture = Picture(
            snapshot=snapshot,
            statistics=tuple(map(simulation.statistics, range(simulation.robot_count))),
            says=self._remarks.says,
            drawings=self._remarks.drawings,
            rays_robot=rays_robot,
            rays=() if rays_robot is None else self._rays.of(rays_robot, snapshot),
            sensed=self._sensed.of(simulation, snapshot),
        )
        return self.picture

    def _do_drags(self) -> None:
        with self._mutex:
            drags, self._drags = self._drags, {}
        for object_id, (x_mm, y_mm) in drags.items():
            self._do_drag(object_id, x_mm, y_mm)

    def _do_drag(self, object_id: int, x_mm: float, y_mm: float) -> None:
        simulation = self._simulation
        if simulation is None:
            return
        world = self.request.world
        numbers = {start.id: robot for robot, start in enumerate(world.robots)}
        try:
            if object_id in numbers:
                robot = numbers[object_id]
                heading_rad = simulation.snapshot().robots[robot].pose.heading_rad
                simulation.move_robot(robot, Pose(x_mm, y_mm, heading_rad))
            else:
                simulation.move_object(object_id, x_mm, y_mm)
            self._sensed.note_drag(simulation.tick)
            self._is_reproducible = False
            if self._was_refused:
                self._was_refused = False
                self._outbox.put(Refused(""))
        except BadInput as error:
            self._was_refused = True
            self._outbox.put(Refused(str(error)))

    def _do_order(self, robot: int, command: RobotCommand) -> None:
        if self._lockstep is not None and not self._lockstep.is_stopping:
            self._lockstep.simulation.apply(robot, command)
            if self._recording is not None:
                self._recording.command(self._lockstep.tick, robot, command)
            self._is_reproducible = False

    def _tell_left_behind(self, robots: tuple[int, ...]) -> None:
        self._is_reproducible = False
        if self._recording is not None:
            self._recording.left_behind(robots)
        if self._speed > SPEED_WITHOUT:
            self.set_speed(SPEED_WITHOUT)
        hosts = () if self._crew is None else self._crew.hosts
        for host in hosts:
            robot = host.info.robot_id
            if robot in robots:
                place = host.whereabouts
                self._outbox.put(
                    LeftBehind(
                        robot,
                        host.spec,
                        self.request.patience_s,
                        None if place is None else place.file,
                        None if place is None else place.line,
                    )
                )

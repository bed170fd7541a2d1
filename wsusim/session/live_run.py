"""A run that people watch: paced, paused, dragged about; with no window in it.

Threads: the *run thread* loads the controllers and waits for their end; the *engine thread* steps;
each controller has a process of its own. Whoever watches calls methods, which all return at once,
looks at ``picture`` as often as it likes and takes the events away.

The engine is imported by the run thread, so that a window opens without it and never waits for it.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from wsusim.control.report import FailureReport, report_failure
from wsusim.errors import BadInput, ControllerLoadError, WsusimError
from wsusim.model.commands import Annotation, ClearDrawing, Draw, RobotCommand, Say
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import Snapshot
from wsusim.model.units import SENSOR_REFRESH_TICKS, seconds_to_ticks
from wsusim.model.world import Arena, Cap, RobotStart, World
from wsusim.session.live_events import (
    Ended,
    EndKind,
    Failed,
    LeftBehind,
    LiveEvent,
    Noticed,
    Outbox,
    Picture,
    Printed,
    Refused,
    Started,
)
from wsusim.session.sensed import as_before
from wsusim.shipped import shipped_folder

if TYPE_CHECKING:
    from wsusim.control.hosting.crew import Crew
    from wsusim.control.hosting.host import Host
    from wsusim.engine.lockstep import Lockstep
    from wsusim.engine.paced import PacedEngine
    from wsusim.engine.simulation import Simulation
    from wsusim.session.live_rays import LiveRays
    from wsusim.session.live_recording import LiveRecording

_LOG = logging.getLogger(__name__)

AS_FAST_AS_IT_GOES = 1e6
"""A speed that no computer reaches."""

SLOWEST, FASTEST = 0.1, 50.0
"""Range of the speeds that are kept."""

POINTS_KEPT = 2000
"""Points of what one controller has drawn; older figures go."""

TEXT_POINTS = 10
"""A text counts as so many points: it takes as long to draw."""

SPEED_WITHOUT = 1.0
"""The fastest that the world goes on without a controller: that one computes in real time."""

PICTURES_PER_S = 125.0
"""One for each tick at the usual speed, also for one that comes a little early."""

WATCH_S = 0.05
"""How often the run thread looks whether a controller has ended."""


class Phase(Enum):
    """Where a run is."""

    LOADING = "loading"
    GOING = "going"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class LiveRequest:
    """Everything that decides how a run goes; speed and pauses change nothing in it.

    Attributes:
        world: The maze.
        controllers: (number of the robot, ``file.py:Class``), in the robots' order; robots without
            one stand still or are driven by ``LiveRun.order``.
        seed: Start of all randomness.
        is_ideal: No noise, no differences between sensors.
        until_s: Simulated seconds after which it ends, if the mission has not ended it before.
        patience_s: A controller that computes for so long (wall clock) is left behind: the world
            goes on.
        last_patience_s: After so long it is ended.
        record_file: Record the run into this file.
        may_replace: Whether that file may be there already.
        resume_file: Begin at a moment of this recording; ``world`` and the rest must be its own.
        resume_tick: That moment.
    """

    world: World
    controllers: tuple[tuple[int, str], ...]
    seed: int = 1
    is_ideal: bool = False
    until_s: float | None = None
    patience_s: float = 0.5
    last_patience_s: float = 5.0
    record_file: Path | None = None
    may_replace: bool = False
    resume_file: Path | None = None
    resume_tick: int = 0


class LiveRun:
    """One run, from the loading of its controllers to its end; ``start`` begins it."""

    can_pause = True
    """Whether its time can stand still."""

    def __init__(
        self, request: LiveRequest, *, speed: float = 1.0, is_paused: bool = False
    ) -> None:
        self.request = request
        self.phase = Phase.LOADING
        self.picture: Picture | None = None
        """The newest picture; replaced, never changed."""
        self._outbox = Outbox()
        self._speed = speed
        self._is_paused = is_paused
        self._steps = 0
        self._mutex = threading.Lock()
        self._stop_asked = False
        self._is_reproducible = True
        self._simulation: Simulation | None = None
        self._lockstep: Lockstep | None = None
        self._crew: Crew | None = None
        self._engine: PacedEngine | None = None
        self._drag: tuple[int, float, float] | None = None
        self._dragged_tick = -1
        self._sensed: Snapshot | None = None
        self._first_tick = -1
        self._rays: LiveRays | None = None
        self._recording: LiveRecording | None = None
        self._catch_up_tick = 0
        self._heard_from_tick = 0
        self._rays_robot: int | None = None
        robots = len(request.world.robots)
        self._says = [""] * robots
        self._figures: list[deque[Draw]] = [deque() for _ in range(robots)]
        self._points = [0] * robots
        self._drawings: list[tuple[Draw, ...] | None] = [()] * robots
        self._specs = dict(request.controllers)
        self._thread = threading.Thread(target=self._run, name="wsusim-run", daemon=True)

    # For whoever watches; every method may be called at any time, and returns at once.

    def start(self) -> None:
        """Begin to load the controllers; then time begins."""
        self._thread.start()

    def take_events(self) -> list[LiveEvent]:
        """Return what has happened since the last time."""
        return self._outbox.take()

    @property
    def is_paused(self) -> bool:
        """Whether time stands still on request."""
        return self._is_paused

    @property
    def speed(self) -> float:
        """Simulated seconds per wall-clock second, as asked for."""
        return self._speed

    @property
    def has_controllers(self) -> bool:
        """Whether any robot is driven by a program."""
        return bool(self._specs)

    @property
    def recorded_file(self) -> Path | None:
        """The whole recording of this run, once it has ended; ``None`` when there is none."""
        is_whole = self._recording is not None and self._recording.is_whole
        return self.request.record_file if is_whole else None

    def pause(self) -> None:
        """Let time stand still."""
        with self._mutex:
            self._is_paused = True
            if self._engine is not None:
                self._engine.pause()

    def resume(self) -> None:
        """Let time go on."""
        with self._mutex:
            self._is_paused = False
            self._steps = 0
            if self._engine is not None:
                self._engine.resume()

    def step(self, ticks: int = 1) -> None:
        """Pause, and do so many ticks."""
        self.pause()
        with self._mutex:
            if self._engine is None:
                self._steps += ticks
            else:
                self._engine.single_step(ticks)

    def set_speed(self, speed: float) -> None:
        """Go on at another speed (simulated seconds per wall-clock second)."""
        with self._mutex:
            self._speed = speed
            if self._engine is not None:
                self._engine.set_speed(speed)

    def stop(self) -> None:
        """End the run: motors stop in the tick that it is in; controllers end within a second."""
        with self._mutex:
            self._stop_asked = True
            lockstep, crew = self._lockstep, self._crew
        if lockstep is not None:
            lockstep.request_stop()
        if crew is not None:
            crew.request_stop()

    def close(self, timeout_s: float = 3.0) -> bool:
        """Stop and wait for the end of all threads and processes; tell whether it has come."""
        self.stop()
        return self.wait(timeout_s)

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait for the end; tell whether it has come."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def drag(self, object_id: int, x_mm: float, y_mm: float) -> None:
        """Put a robot, cap or ball elsewhere; ``Refused`` tells when there is no room."""
        with self._mutex:
            if self._engine is None:
                return
            is_first = self._drag is None
            self._drag = (object_id, x_mm, y_mm)
            if is_first:
                self._engine.post(self._do_drag)

    def order(self, robot: int, command: RobotCommand) -> None:
        """Give an order to a robot that no controller drives."""
        with self._mutex:
            if robot not in self._specs and self._engine is not None:
                self._engine.post(lambda: self._do_order(robot, command))

    def watch_rays(self, robot: int | None) -> None:
        """Have the rays of one robot in the pictures; ``None``: of no one."""
        self._rays_robot = robot

    # The run thread

    def _run(self) -> None:
        ended = Ended("failed", 0, "", False, None)
        try:
            ended = self._drive()
        except ControllerLoadError as error:
            self._tell_load_error(error)
        except BadInput as error:
            self._outbox.put(Failed(None, "", _plain_report(error, None, None)))
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
        from wsusim.session.live_rays import LiveRays
        from wsusim.session.live_recording import LiveRecording, beginning_of

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
            on_annotation=self._annotate,
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
                return _ended(simulation, "stopped", is_reproducible=False)
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
        self._take_picture(simulation)
        failure = engine.failure or lockstep.failure
        if failure is not None:
            raise failure
        self._show_at_rest()
        recording.end(lockstep, crew.hosts)
        kind = _end_kind(simulation, lockstep)
        return _ended(simulation, kind, is_reproducible=self._is_reproducible)

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

    def _show_at_rest(self) -> None:
        """Show that no wheel turns any more; the snapshot has them as in the last tick."""
        assert self.picture is not None
        snapshot = self.picture.snapshot
        robots = tuple(replace(robot, left_speed=0.0, right_speed=0.0) for robot in snapshot.robots)
        self.picture = replace(self.picture, snapshot=replace(snapshot, robots=robots))

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
        report = _plain_report(error, error.file, error.line)
        self._outbox.put(Failed(robot, "" if failed is None else failed.spec, report))

    # Any thread

    def _print(self, robot: int, tick: int, text: str) -> None:
        if self._recording is not None:
            self._recording.printed(tick, robot, text)
        # A print of what was caught up with may arrive after that has ended.
        if tick >= self._heard_from_tick:
            self._outbox.put(Printed(robot, text))

    # The engine thread, with the simulation at rest

    def _annotate(self, _tick: int, robot: int, remark: Annotation) -> None:
        match remark:
            case Say():
                self._says[robot] = remark.text
            case Draw():
                self._keep_figure(robot, remark)
            case ClearDrawing():
                self._figures[robot].clear()
                self._points[robot] = 0
                self._drawings[robot] = ()

    def _keep_figure(self, robot: int, figure: Draw) -> None:
        """Add a figure, and drop the oldest ones when there are too many points."""
        if len(figure.points_mm) > POINTS_KEPT:
            figure = replace(figure, points_mm=figure.points_mm[-POINTS_KEPT:])
        figures = self._figures[robot]
        figures.append(figure)
        self._points[robot] += _weight(figure)
        while self._points[robot] > POINTS_KEPT:
            self._points[robot] -= _weight(figures.popleft())
        self._drawings[robot] = None

    def _take_picture(self, simulation: Simulation) -> Picture:
        if 0 < self._catch_up_tick <= simulation.tick:
            self._catch_up_tick = 0
            with self._mutex:
                if self._engine is not None and not self._is_paused:
                    self._engine.resume()
        for robot, drawing in enumerate(self._drawings):
            if drawing is None:
                self._drawings[robot] = tuple(self._figures[robot])
        snapshot = simulation.snapshot()
        assert self._rays is not None
        rays_robot = self._rays_robot
        self.picture = Picture(
            snapshot=snapshot,
            statistics=tuple(map(simulation.statistics, range(simulation.robot_count))),
            says=tuple(self._says),
            drawings=tuple(drawing or () for drawing in self._drawings),
            rays_robot=rays_robot,
            rays=() if rays_robot is None else self._rays.of(rays_robot, snapshot),
            sensed=self._sensed_at(simulation, snapshot),
        )
        return self.picture

    def _sensed_at(self, simulation: Simulation, snapshot: Snapshot) -> Snapshot | None:
        """Return the moment of a snapshot's readings: this very tick, or the one before it.

        What a hand moves after the sensors have looked, they see with their next look only.
        """
        tick = snapshot.tick - snapshot.tick % SENSOR_REFRESH_TICKS
        if self._first_tick < 0:
            self._first_tick = snapshot.tick
        if self._sensed is not None and self._sensed.tick == tick:
            return self._sensed
        if tick < snapshot.tick:
            is_known = tick > self._first_tick
            return as_before(simulation, snapshot) if is_known else None
        if tick == self._dragged_tick:
            return None
        self._sensed = snapshot
        return snapshot

    def _do_drag(self) -> None:
        with self._mutex:
            drag, self._drag = self._drag, None
        simulation = self._simulation
        if drag is None or simulation is None:
            return
        object_id, x_mm, y_mm = drag
        world = self.request.world
        numbers = {start.id: robot for robot, start in enumerate(world.robots)}
        try:
            if object_id in numbers:
                robot = numbers[object_id]
                heading_rad = simulation.snapshot().robots[robot].pose.heading_rad
                simulation.move_robot(robot, Pose(x_mm, y_mm, heading_rad))
            else:
                simulation.move_object(object_id, x_mm, y_mm)
            self._dragged_tick = simulation.tick
            self._is_reproducible = False
        except BadInput as error:
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


def warm_up() -> None:
    """Import the engine and compile what a run needs, so that the first one begins quickly."""
    import shapely  # noqa: F401 - the first drag would wait for it

    from wsusim.backends import simulated  # noqa: F401
    from wsusim.control.hosting import crew  # noqa: F401
    from wsusim.engine.paced import PacedEngine  # noqa: F401
    from wsusim.engine.simulation import Simulation
    from wsusim.session import live_recording  # noqa: F401
    from wsusim.session.live_rays import LiveRays

    world = World(
        "warm-up",
        Arena.rectangle(400.0, 400.0),
        caps=(Cap(1, 300.0, 300.0),),
        robots=(RobotStart(2, Pose(150.0, 150.0)),),
        next_id=3,
    )
    simulation = Simulation(world)
    simulation.advance(4)
    LiveRays(world).of(0, simulation.snapshot())


def _weight(figure: Draw) -> int:
    return TEXT_POINTS if figure.shape == "text" else len(figure.points_mm)


def _end_kind(simulation: Simulation, lockstep: Lockstep) -> EndKind:
    from wsusim.engine.participant import EndReason

    if simulation.end_reason == "goal":
        return "goal"
    if lockstep.end_reason is EndReason.STOPPED:
        return "stopped"
    if lockstep.end_reason is EndReason.TIME or simulation.end_reason == "time":
        return "time"
    return "finished"


def _ended(simulation: Simulation, kind: EndKind, *, is_reproducible: bool) -> Ended:
    return Ended(
        kind, simulation.tick, simulation.trace_sha256(), is_reproducible, simulation.mission
    )


def _plain_report(error: WsusimError, file: str | None, line: int | None) -> FailureReport:
    """Return the report of an error whose message says everything."""
    if file is None:
        return report_failure(error, shipped_folder("controllers"))
    return FailureReport(type(error).__name__, str(error), file, line)

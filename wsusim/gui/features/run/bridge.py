"""Connects a run with Qt: a timer passes the run's pictures and events to what shows them."""

from __future__ import annotations

import logging
import time
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from wsusim.gui.arena.arena_scene import ArenaScene
from wsusim.gui.document import Document, Mode
from wsusim.gui.features.run.real_kind import shown_world
from wsusim.gui.shell.watched import Failure, RunState, Subject, Watched
from wsusim.model.units import ticks_to_seconds
from wsusim.recording.samples import Samples
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
from wsusim.runs.events import (
    Ended,
    Failed,
    LeftBehind,
    Noticed,
    Outbox,
    Printed,
    Refused,
    Replied,
    RunEvent,
    Started,
)
from wsusim.runs.pictures import Picture, Pictures
from wsusim.runs.request import RunRequest
from wsusim.runs.run import Phase, Run
from wsusim.runs.unfinished import finish_recording

_LOG = logging.getLogger(__name__)

POLL_MS = 16
SPEED_WINDOW_S = 0.5
"""The speed that was reached is the mean over so long."""

CLOSE_S = 4.0
"""Closing the window waits at most so long for controllers to end."""


LEAVE_BEHIND_S = 0.5
"""The world goes on without a controller that computes for so long: a window must not stand."""

RETURN_PATIENCE_S = 10.0
"""A real robot that could not be told to stop is waited for so long."""


class RunBridge(QObject):
    """Starts, steers and ends runs of the document's maze, and passes on their events.

    No method waits for a run. A run that was replaced or reset ends by itself in the background.
    """

    left_behind = Signal(object)
    """A controller that computes for too long: ``LeftBehind``."""

    refused = Signal(str)
    """Why something could not be done."""

    noticed = Signal(str)
    """A remark about the run."""

    lacking = Signal(str)
    """What a robot lacks that its program uses, told when the run starts."""

    speed_measured = Signal(float)
    """Simulated seconds per wall-clock second, as reached."""

    def __init__(
        self,
        document: Document,
        scene: ArenaScene,
        watched: Watched,
        parent: QObject | None = None,
    ) -> None:
        """``watched`` passes on the events of a run."""
        super().__init__(parent)
        self._document = document
        self._scene = scene
        self._watched = watched
        self.run: Run | None = None
        """The run that is shown."""
        self._outbox, self._pictures = Outbox(), Pictures()
        self._retired: list[Run] = []
        self._speed = 1.0
        self._rays_robot: int | None = None
        self._shown_rays: object = ()
        self._measured_at = (0.0, 0)
        self._timer = QTimer(self, interval=POLL_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.poll)
        document.loaded.connect(self.reset)

    def begin(self, request: RunRequest, *, is_paused: bool = False) -> None:
        """Begin a run; the one before is ended."""
        watched = replace(
            request,
            is_isolated=True,
            speed=self._speed,
            leave_behind_s=None if request.debugger else request.leave_behind_s or LEAVE_BEHIND_S,
            return_patience_s=RETURN_PATIENCE_S,
        )
        self.begin_made(Run(watched, is_paused=is_paused))

    def begin_made(self, run: Run) -> None:
        """Begin a prepared run; the one before is ended."""
        request = run.request
        self._retire()
        self._scene.show_start()
        self._document.set_mode(Mode.RUN)
        world = shown_world(request)
        is_own = world is self._document.world
        self._document.set_preview(None if is_own else world)
        self.run = run
        self._outbox, self._pictures = Outbox(), Pictures()
        self._pictures.watch_rays(self._rays_robot)
        # Pictures first: an event is told with its picture.
        run.observe(self._pictures)
        run.observe(self._outbox)
        self._shown_rays = ()
        self._measured_at = (time.monotonic(), 0)
        self._watched.begin(
            Subject(
                world,
                seed=request.seed,
                is_ideal=request.is_ideal,
                is_real=request.real_robot is not None,
                abilities=run.source.abilities,
                driven=frozenset(request.driven),
                values=self._pictures.values,
            )
        )
        self._watched.run_begun.emit(run)
        self.run.start()
        self._timer.start()
        self._watched.set_state(RunState.LOADING)

    def pause(self) -> None:
        """Let time stand still."""
        if self._lively_run is not None:
            self._lively_run.pause()
            self._tell_pause()

    def resume(self) -> None:
        """Let time go on."""
        if self.run is not None and self._watched.state is RunState.PAUSED:
            self.run.resume()
            self._watched.set_state(RunState.GOING)

    def step(self, ticks: int = 1) -> None:
        """Do one tick or some, and pause."""
        if self._lively_run is not None:
            self._lively_run.step(ticks)
            self._tell_pause()

    def stop(self) -> None:
        """End the run; its traces stay in view."""
        if self._lively_run is not None:
            self._lively_run.stop()

    def reset(self) -> None:
        """Show the maze itself; a run ends."""
        self._retire()
        self._timer.stop()
        self._document.set_mode(Mode.EDIT)
        self._scene.show_start()
        self._watched.clear()

    def set_speed(self, speed: float) -> None:
        """Go on, and begin every later run, at this speed."""
        self._speed = speed
        if self.run is not None:
            self.run.do(SetSpeed(speed))

    def do(self, action: Action) -> None:
        """Do what a local or remote person asks for; the run bar sets the speed."""
        match action:
            case Pause():
                self.pause()
            case Resume():
                self.resume()
            case Step():
                self.step(action.ticks)
            case Drag() | Order() | TypeLine() | HoldKeys() if self._lively_run is not None:
                self._lively_run.do(action)

    def watch_rays(self, robot: int | None) -> None:
        """Show the rays of one robot, or of none."""
        if robot != self._rays_robot:
            self._clear_rays()
        self._rays_robot = robot
        self._pictures.watch_rays(robot)

    def close(self) -> None:
        """End everything; the window is going away."""
        self._retire()
        self._timer.stop()
        deadline_s = time.monotonic() + CLOSE_S
        for run in self._retired:
            run.wait(max(0.0, deadline_s - time.monotonic()))

    def finish_recordings(self) -> None:
        """Wait for what runs still write after the window has closed."""
        for run in self._retired:
            finish_recording(run, _LOG.warning)

    def poll(self) -> None:
        """Pass on what is new."""
        run = self.run
        if run is None:
            return
        is_over = run.phase is Phase.ENDED
        # The last picture is there before the end is told: taken first, an end has its picture.
        events = self._outbox.take()
        picture = self._pictures.picture
        if picture is not None and picture is not self._watched.picture:
            self._lead(picture)
            samples = self._pictures.take_samples()
            for move in self._pictures.take_moves():
                self._watched.carried.emit(*move)
            self._refresh(samples)
            self._show(picture)
        for event in events:
            self._follow(event)
        if is_over and self._watched.state is RunState.ENDED:
            self._timer.stop()

    def _lead(self, picture: Picture) -> None:
        """Extend the trails of a remote run."""
        robots = picture.snapshot.robots
        for ways, is_anew in self._pictures.take_ways():
            if is_anew:
                self._scene.clear_trails()
            for robot, points_mm in ways.items():
                self._scene.extend_trail(robots[robot].id, points_mm)

    def _refresh(self, blocks: list[Samples]) -> None:
        """Extend trails and curves by all that happened since the last picture."""
        for block in blocks if not self._pictures.is_led else ():
            for robot in block.robots:
                self._scene.extend_trail(robot.id, robot.track[:, :2].tolist())
        self._watched.refreshed.emit(blocks)

    def _follow(self, event: RunEvent) -> None:
        match event:
            case Started():
                self._follow_start()
                for text in event.lacks:
                    self.lacking.emit(text)
            case Printed():
                self._watched.printed.emit(event.robot, event.text)
            case Failed():
                self._watched.failed.emit(Failure(event.robot, event.report))
            case LeftBehind():
                self.left_behind.emit(event)
            case Refused():
                self.refused.emit(event.text)
            case Replied():
                self._watched.replied.emit(event.asked, event.lines)
            case Noticed():
                self.noticed.emit(event.text)
            case Ended():
                self._follow_end(event)

    def _follow_start(self) -> None:
        # A resumed run does not begin at tick 0.
        first = self._pictures.picture
        self._measured_at = (time.monotonic(), 0 if first is None else first.snapshot.tick)
        if self._watched.state is RunState.LOADING and self.run is not None:
            self._watched.set_state(RunState.PAUSED if self.run.is_paused else RunState.GOING)

    def _follow_end(self, event: Ended) -> None:
        if event.kind == "failed" and event.tick == 0:
            # Nothing has moved: the maze can be edited at once.
            self._watched.ended.emit(event)
            self.reset()
            return
        self._watched.set_state(RunState.ENDED)
        if self._watched.picture is not None:
            self._watched.show(self._watched.picture, at_once=True)
        self._watched.ended.emit(event)

    @property
    def _lively_run(self) -> Run | None:
        return self.run if self._watched.is_lively else None

    def _tell_pause(self) -> None:
        """Report that time stands still, if the source of robots allows that."""
        if self.run is not None and self.run.is_paused:
            self._watched.set_state(RunState.PAUSED)

    def _show(self, picture: Picture) -> None:
        self._watched.show(picture, at_once=self._watched.state is not RunState.GOING)
        self._measure(picture.snapshot.tick)
        number = picture.rays_robot
        if (
            number is not None
            and number == self._rays_robot
            and picture.rays is not self._shown_rays
        ):
            self._shown_rays = picture.rays
            self._scene.set_rays(picture.snapshot.robots[number].id, picture.rays)

    def _clear_rays(self) -> None:
        self._shown_rays = ()
        world = self._document.shown
        if self._rays_robot is not None and self._rays_robot < len(world.robots):
            self._scene.set_rays(world.robots[self._rays_robot].id, ())

    def _measure(self, tick: int) -> None:
        now_s = time.monotonic()
        since_s, since_tick = self._measured_at
        if now_s - since_s >= SPEED_WINDOW_S:
            self._measured_at = (now_s, tick)
            self.speed_measured.emit(ticks_to_seconds(tick - since_tick) / (now_s - since_s))

    def _retire(self) -> None:
        """Let the current run end in the background."""
        self._retired = [run for run in self._retired if run.phase is not Phase.ENDED]
        if self.run is not None:
            self.run.stop()
            self._retired.append(self.run)
            self.run = None

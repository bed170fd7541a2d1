"""Where a run and Qt meet: a timer takes the run's pictures and events to whoever shows them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from wsusim.gui.arena.scene import ArenaScene
from wsusim.gui.shell.document import Document, Mode
from wsusim.gui.shell.watched import LIVELY, SAMPLE_S, RunState
from wsusim.model.commands import RobotCommand
from wsusim.model.units import ticks_to_seconds
from wsusim.recording.samples import Samples
from wsusim.runs.events import (
    Ended,
    Failed,
    LeftBehind,
    Noticed,
    Outbox,
    Printed,
    Refused,
    RunEvent,
    Started,
)
from wsusim.runs.pictures import Picture, Pictures
from wsusim.runs.request import RunRequest
from wsusim.runs.run import Phase, Run

POLL_MS = 16
DRAWING_S = 0.2
"""What a controller draws is shown anew so often; all of it is drawn each time."""

SPEED_WINDOW_S = 0.5
"""The speed that was reached is the mean over so long."""

SAID_MAX = 120
"""Characters of a speech bubble; of a longer text the rest is left out."""

CLOSE_S = 4.0
"""Closing the window waits at most so long for controllers to end."""


LEAVE_BEHIND_S = 0.5
"""The world goes on without a controller that computes for so long: a window must not stand."""

RETURN_PATIENCE_S = 10.0
"""A real robot that could not be told to stop is waited for so long."""


class RunBridge(QObject):
    """Starts, steers and ends runs of the document's maze, and passes on what they tell.

    No method waits for a run. A run that was replaced or reset ends by itself in the background.
    """

    state_changed = Signal(object)
    """The new ``RunState``."""

    begun = Signal(object)
    """A new ``Run`` begins to load: panels forget the one before."""

    pictured = Signal(object)
    """A new ``Picture``."""

    sampled = Signal(object)
    """A new ``Picture``, for panels with text, which nobody reads sixty times a second."""

    refreshed = Signal(object)
    """All refreshes of the sensors since the last time: a list of ``recording.samples.Samples``."""

    cleared = Signal()
    """The maze itself is shown again."""

    speed_measured = Signal(float)
    """Simulated seconds per wall-clock second, as reached."""

    printed = Signal(int, str)
    failed = Signal(object)
    left_behind = Signal(object)
    refused = Signal(str)
    noticed = Signal(str)
    ended = Signal(object)

    rays_watched = Signal()
    """The rays of another robot are to be shown, or of none: see ``rays_robot``."""

    def __init__(
        self, document: Document, scene: ArenaScene, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._scene = scene
        self._run: Run | None = None
        self._outbox, self._pictures = Outbox(), Pictures()
        self._retired: list[Run] = []
        self._state = RunState.IDLE
        self._speed = 1.0
        self._rays_robot: int | None = None
        self._picture: Picture | None = None
        self._shown_rays: object = ()
        self._drawn_s = 0.0
        self._sampled_s = 0.0
        self._drawings: dict[int, object] = {}
        self._drawn_robot = 0
        self._says: tuple[str, ...] = ()
        self._measured_at = (0.0, 0)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self.poll)
        self._handlers: dict[type[RunEvent], Callable[[RunEvent], object]] = {}
        self._fill_handlers()
        document.loaded.connect(self.reset)

    @property
    def state(self) -> RunState:
        """What is going on."""
        return self._state

    @property
    def is_lively(self) -> bool:
        """Whether a run is loading, going or paused."""
        return self._state in LIVELY

    @property
    def run(self) -> Run | None:
        """The run that is shown."""
        return self._run

    @property
    def picture(self) -> Picture | None:
        """What is shown of it."""
        return self._picture

    @property
    def rays_robot(self) -> int | None:
        """The robot whose rays are to be shown."""
        return self._rays_robot

    def begin(self, request: RunRequest, *, is_paused: bool = False) -> None:
        """Begin a run; the one before is ended."""
        watched = replace(
            request,
            is_isolated=True,
            speed=self._speed,
            leave_behind_s=request.leave_behind_s or LEAVE_BEHIND_S,
            return_patience_s=RETURN_PATIENCE_S,
        )
        self.begin_made(Run(watched, is_paused=is_paused))

    def begin_made(self, run: Run) -> None:
        """Begin a run that somebody has made; the one before is ended."""
        request = run.request
        self._retire()
        self._scene.show_start()
        self._document.set_mode(Mode.RUN)
        is_own = request.world is self._document.world
        self._document.set_preview(None if is_own else request.world)
        self._run = run
        self._outbox, self._pictures = Outbox(), Pictures()
        self._pictures.watch_rays(self._rays_robot)
        # Pictures first: an event is told with its picture.
        run.observe(self._pictures)
        run.observe(self._outbox)
        self._picture = None
        self._shown_rays = ()
        self._drawings = {}
        self._drawn_robot = 0
        self._says = ()
        self._measured_at = (time.monotonic(), 0)
        self.begun.emit(self._run)
        self._run.start()
        self._timer.start()
        self._set_state(RunState.LOADING)

    def pause(self) -> None:
        """Let time stand still."""
        if self._run is not None and self.is_lively:
            self._run.pause()
            if self._run.is_paused:
                self._set_state(RunState.PAUSED)

    def resume(self) -> None:
        """Let time go on."""
        if self._run is not None and self._state is RunState.PAUSED:
            self._run.resume()
            self._set_state(RunState.GOING)

    def step(self) -> None:
        """Do one tick, and stand still."""
        if self._run is not None and self.is_lively:
            self._run.step()
            if self._run.is_paused:
                self._set_state(RunState.PAUSED)

    def stop(self) -> None:
        """End the run; what it has left stays in view."""
        if self._run is not None and self.is_lively:
            self._run.stop()

    def reset(self) -> None:
        """Show the maze itself; a run ends."""
        self._retire()
        self._timer.stop()
        self._picture = None
        self._document.set_mode(Mode.EDIT)
        self._scene.show_start()
        self._set_state(RunState.IDLE)
        self.cleared.emit()

    def set_speed(self, speed: float) -> None:
        """Go on, and begin every later run, at this speed."""
        self._speed = speed
        if self._run is not None:
            self._run.set_speed(speed)

    def drag(self, object_id: int, x_mm: float, y_mm: float) -> None:
        """Put a robot, cap or ball elsewhere while the run goes on."""
        if self._run is not None and self.is_lively:
            self._run.drag(object_id, x_mm, y_mm)

    def order(self, robot: int, command: RobotCommand) -> None:
        """Give an order to a robot that no controller drives."""
        if self._run is not None and self.is_lively:
            self._run.order(robot, command)

    def watch_rays(self, robot: int | None) -> None:
        """Show the rays of one robot, or of none."""
        if robot != self._rays_robot:
            self._clear_rays()
        self._rays_robot = robot
        self._pictures.watch_rays(robot)
        self.rays_watched.emit()

    def close(self) -> None:
        """End everything; the window is going away."""
        self._retire()
        self._timer.stop()
        deadline_s = time.monotonic() + CLOSE_S
        for run in self._retired:
            run.wait(max(0.0, deadline_s - time.monotonic()))

    def poll(self) -> None:
        """Pass on what is new."""
        run = self._run
        if run is None:
            return
        is_over = run.phase is Phase.ENDED
        # The last picture is there before the end is told: taken first, an end has its picture.
        events = self._outbox.take()
        picture = self._pictures.picture
        if picture is not None and picture is not self._picture:
            self._refresh(self._pictures.take_samples())
            self._show(picture)
        for event in events:
            self._handlers[type(event)](event)
        if is_over and self._state is RunState.ENDED:
            self._timer.stop()

    def _refresh(self, blocks: list[Samples]) -> None:
        """Lead trails and curves through all that was since the last picture."""
        for block in blocks:
            for robot in block.robots:
                self._scene.extend_trail(robot.id, robot.track[:, :2].tolist())
        self.refreshed.emit(blocks)

    def _fill_handlers(self) -> None:
        def printed(event: RunEvent) -> None:
            assert isinstance(event, Printed)
            self.printed.emit(event.robot, event.text)

        def told(event: RunEvent) -> None:
            assert isinstance(event, Refused | Noticed)
            (self.refused if isinstance(event, Refused) else self.noticed).emit(event.text)

        self._handlers = {
            Started: lambda _event: self._follow_start(),
            Printed: printed,
            Failed: self.failed.emit,
            LeftBehind: self.left_behind.emit,
            Refused: told,
            Noticed: told,
            Ended: self._follow_end,
        }

    def _follow_start(self) -> None:
        # A resumed run does not begin at tick 0.
        first = self._pictures.picture
        self._measured_at = (time.monotonic(), 0 if first is None else first.snapshot.tick)
        if self._state is RunState.LOADING and self._run is not None:
            self._set_state(RunState.PAUSED if self._run.is_paused else RunState.GOING)

    def _follow_end(self, event: RunEvent) -> None:
        assert isinstance(event, Ended)
        if event.kind == "failed" and event.tick == 0:
            # Nothing has moved: the maze can be edited at once.
            self.ended.emit(event)
            self.reset()
            return
        self._set_state(RunState.ENDED)
        self._draw(at_once=True)
        if self._picture is not None:
            self.sampled.emit(self._picture)
        self.ended.emit(event)

    def _show(self, picture: Picture) -> None:
        self._picture = picture
        self._scene.show(picture.snapshot)
        said = self._says or ("",) * len(picture.says)
        self._says = picture.says
        for robot, old, new in zip(picture.snapshot.robots, said, picture.says, strict=True):
            if new != old:
                self._scene.say(robot.id, new if len(new) <= SAID_MAX else f"{new[:SAID_MAX]}…")
        self._draw(at_once=False)
        self._show_rays(picture)
        self._measure(picture.snapshot.tick)
        self.pictured.emit(picture)
        now_s = time.monotonic()
        if self._state is not RunState.GOING or now_s - self._sampled_s >= SAMPLE_S:
            self._sampled_s = now_s
            self.sampled.emit(picture)

    def _draw(self, *, at_once: bool) -> None:
        """Draw what one robot's controller has added, the robots in turn; or at once, of all."""
        now_s = time.monotonic()
        picture = self._picture
        if picture is None:
            return
        count = len(picture.drawings)
        if not at_once and now_s - self._drawn_s < DRAWING_S / count:
            return
        self._drawn_s = now_s
        for robot in (*range(self._drawn_robot + 1, count), *range(self._drawn_robot + 1)):
            new = picture.drawings[robot]
            if new is not self._drawings.get(robot, ()):
                self._drawings[robot] = new
                self._scene.set_drawing(picture.snapshot.robots[robot].id, new)
                if not at_once:
                    self._drawn_robot = robot
                    return

    def _show_rays(self, picture: Picture) -> None:
        if picture.rays_robot is None or picture.rays is self._shown_rays:
            return
        if picture.rays_robot != self._rays_robot:
            return
        self._shown_rays = picture.rays
        robot = picture.snapshot.robots[picture.rays_robot]
        self._scene.set_rays(robot.id, picture.rays)

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

    def _set_state(self, state: RunState) -> None:
        if state is not self._state:
            self._state = state
            self.state_changed.emit(state)

    def _retire(self) -> None:
        """Let the present run end in the background."""
        self._retired = [run for run in self._retired if run.phase is not Phase.ENDED]
        if self._run is not None:
            self._run.stop()
            self._retired.append(self._run)
            self._run = None

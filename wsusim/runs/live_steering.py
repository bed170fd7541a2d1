"""What whoever watches may do with a run: look, pause, step, speed up, stop."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from enum import Enum
from typing import TYPE_CHECKING

from wsusim.runs.live_events import LiveEvent, Outbox, Picture
from wsusim.runs.live_request import LiveRequest

if TYPE_CHECKING:
    from wsusim.control.hosting.crew import Crew
    from wsusim.engine.lockstep import Lockstep
    from wsusim.engine.paced import PacedEngine


class Phase(Enum):
    """Where a run is."""

    LOADING = "loading"
    GOING = "going"
    ENDED = "ended"


class SteeredRun(ABC):
    """The side of a run that is steered; wishes are kept until there is an engine to obey them.

    Every public method may be called at any time, from any thread, and returns at once. Whoever
    inherits does the work in ``_run``.
    """

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
        self._lockstep: Lockstep | None = None
        self._crew: Crew | None = None
        self._engine: PacedEngine | None = None
        self._rays_robot: int | None = None
        self._specs = dict(request.controllers)
        self._thread = threading.Thread(target=self._run, name="wsusim-run", daemon=True)

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

    def watch_rays(self, robot: int | None) -> None:
        """Have the rays of one robot in the pictures; ``None``: of no one."""
        self._rays_robot = robot

    @abstractmethod
    def _run(self) -> None:
        """Do the whole run, in the run thread."""

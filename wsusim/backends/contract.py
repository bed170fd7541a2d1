"""The contract between a controller and what moves the robot.

Time is counted in ticks of 10 ms since the controller's start, simulated or real. A backend is used
by one controller thread; only ``make_safe`` may be called from another thread, at any moment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from wsusim.model.camera_image import CameraImage, Look
from wsusim.model.commands import Command
from wsusim.model.readings import Quantity
from wsusim.model.units import PULSE_MM


@dataclass(frozen=True, slots=True)
class RobotInfo:
    """What a backend knows about its robot after ``connect``."""

    robot_id: int
    kind: str
    backend: str
    """``simulated``, ``link``, ``serial`` or ``fake``."""
    seed: int = 0
    """Of the run; with the robot's number it makes the controller's own random numbers."""
    start_pose: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Where the robot stands at first: x and y in mm, heading in degrees."""
    pulse_mm: float = PULSE_MM
    """Way of a wheel for a pulse of its counter; a calibrated real robot has its own."""
    robots: int = 0
    """How many robots there are, numbered from 1; 0: unknown."""
    mission: str = "none"
    """The task: a kind of ``model.world.Mission``."""
    end_s: float | None = None
    """When the run ends at the latest; ``None``: unknown."""
    allowed: tuple[str, ...] = ()
    """What the controller is told or may do beyond what a robot can: of ``model.extras``."""
    goals: tuple[tuple[float, float, float, float], ...] = ()
    """Middle, width and height of each goal in mm, where ``goal`` is allowed."""


class LineTimes(NamedTuple):
    """How long exchanges on a robot's line take; all 0 without a line, and before the first."""

    exchange_s: float = 0.0
    """How long the last exchange took, repeats included."""
    age_s: float = 0.0
    """How long ago the robot was asked for the proximities that were read last."""


class Backend(Protocol):
    """A way to one robot.

    A backend whose time moves only inside its own ``sleep_until_tick`` (a simulation in lock-step)
    may say so with a class attribute ``time_stands_still = True``: what a controller has read then
    stays valid until it waits, and it need not ask for the tick before each reading.
    """

    def connect(self) -> RobotInfo:
        """Reach the robot and stop its motors. Raises ``LinkLost`` with what to try next."""

    def send(self, command: Command) -> None:
        """Give an order; it takes effect at the next tick. After ``make_safe`` it is ignored."""

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return the newest values the robot holds (``QUANTITY_LENGTHS`` says how many)."""

    def look(self, look: Look) -> CameraImage:
        """Return the newest picture of a camera. Raises ``RobotRefused`` where there is none."""

    def line_times(self) -> LineTimes:
        """Return how slow the line to the robot is, and how old its proximities are."""

    def now_ticks(self) -> int:
        """Return the tick that the robot is in."""

    def sleep_until_tick(self, tick: int) -> None:
        """Return when ``tick`` is reached, or early when a stop was asked for (``is_stopping``)."""

    @property
    def is_stopping(self) -> bool:
        """Return whether the controller should end."""

    def make_safe(self) -> None:
        """Bring the motors to zero and keep them there. Idempotent; any thread; never raises."""

    def close(self) -> None:
        """Make safe and let the robot go. Idempotent."""


class HostedBackend(Backend, Protocol):
    """A backend whose controller is hosted: supervised, and ended from outside."""

    def request_stop(self) -> None:
        """Let ``is_stopping`` become true and the controller's sleep return. Any thread."""

    def sleep_then(self, tick: int, wake: Callable[[], object]) -> bool:
        """Do as ``sleep_until_tick``, if possible without blocking the thread.

        Returns:
            True: The sleep is over. False: ``wake`` is called once when it is, by any thread and
            maybe already; it returns at once.
        """

    def carry_on(self, ticks: int) -> None:
        """Let so much time pass although a controller hangs, with its orders, before it is ended.

        Where time does not wait for controllers, it has passed already.
        """


def stamp_of(backend: Backend) -> Callable[[], int]:
    """Return a function that returns the tick, for callers other than the controller.

    A tape (``backends.tape``) records the controller's own looks at the clock, so no one else may
    use that method: such a backend has another method, ``stamp_ticks``.
    """
    stamp: Callable[[], int] = getattr(backend, "stamp_ticks", backend.now_ticks)
    return stamp


class BackendInFront:
    """A backend in front of another one, to which it passes what it does not do itself."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def connect(self) -> RobotInfo:
        """Reach the robot."""
        return self._backend.connect()

    def look(self, look: Look) -> CameraImage:
        """Return the newest picture of a camera; no time is charged, as no line is in its way."""
        return self._backend.look(look)

    def now_ticks(self) -> int:
        """Return the tick that the robot is in."""
        return self._backend.now_ticks()

    @property
    def is_stopping(self) -> bool:
        """Whether the controller should end."""
        return self._backend.is_stopping

    def make_safe(self) -> None:
        """Stop the motors for good; no time is charged."""
        self._backend.make_safe()

    def close(self) -> None:
        """Let the robot go."""
        self._backend.close()

"""The one place through which a controller's calls reach its backend.

It owns three rules. **Cost*: every call costs 0.1 ms of simulated time, added up until it makes a
tick, so that a loop without ``sleep`` moves on in step. *Freshness*: a reading is valid for its
tick. *Stopping*: after Stop the first sleep returns early, so that a controller can end by itself;
one that goes on anyway gets ``ControllerStopped``. It also notices a loop that only asks whether it
may go on, which is probably not what its author meant.
"""

from __future__ import annotations

import math
from functools import lru_cache
from threading import get_ident
from typing import TYPE_CHECKING

from wsusim.backends.contract import RobotInfo
from wsusim.control.allowance import Allowance
from wsusim.control.misuse import real_number
from wsusim.errors import ControllerStopped, Misuse, MisuseValue
from wsusim.model.commands import Plot, Say, SetSpeeds
from wsusim.model.readings import Quantity
from wsusim.model.units import TICKS_PER_SECOND, seconds_to_ticks
from wsusim.robots import robot_kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from wsusim.backends.contract import Backend, LineTimes
    from wsusim.model.camera_image import CameraImage, Look
    from wsusim.model.commands import Command, Variables

CALLS_PER_TICK = 100
"""API calls that cost one tick together: 0.1 ms each (guess: a fast line, a small computer)."""

CALLS_AFTER_STOP = 1000
"""API calls for cleaning up after Stop; the next one raises ``ControllerStopped``."""

ASKING_TICKS = 300
"""Ticks used up only by ``active`` and ``time`` that are remarked on: 3 s."""

CUT_SHORT = "... more was said in this second, and left out"
"""Stands for what a robot says beyond what it may print, too, in a second."""

LONGEST_SLEEP_S = 10_000_000
"""About 115 days; more than that is a mistake in the unit."""

MOST_PLOTTED = 50
"""Values that ``plot`` shows in one tick."""

_PROXIMITY = Quantity.PROXIMITY

UNKNOWN_ROBOT = RobotInfo(0, "khepera1", "fake")
"""For tests: a Khepera without a place."""


class Calls:
    """A controller's calls, counted and checked.

    Only one thread uses it: the one that created it, or the last that called ``adopt_thread``.
    """

    def __init__(
        self,
        backend: Backend,
        info: RobotInfo = UNKNOWN_ROBOT,
        on_only_asking: Callable[[], None] | None = None,
    ) -> None:
        self.info = info
        self.kind = robot_kind(info.kind)
        """What robot it is."""
        self._backend = backend
        self.thread = get_ident()
        """The one that may talk to the robot."""
        self._clock_runs = not getattr(backend, "time_stands_still", False)
        self._readings: dict[Quantity, tuple[int, ...]] = {}
        """What was read since the last wait."""
        self.proximities: tuple[int, ...] = ()
        """Those of them, if time stands still until the next wait: here the parts find them."""
        self._readings_tick = -1
        """The tick they are of, where the clock runs on between two waits."""
        self._images: dict[Look, tuple[int, CameraImage]] = {}
        """Pictures, and the tick in which they were asked for."""
        self._calls_after_stop = 0
        self._sleeps_after_stop = 0
        self._asks = 0
        """Calls of ``active`` and ``time`` in the present tick."""
        self._asking_ticks = 0
        """Ticks on end that were used up by nothing else."""
        self._on_only_asking = on_only_asking
        self._allowance = Allowance()
        self._said_second = 0
        self._is_cut_short = False
        self._plotted: dict[str, float] = {}
        """Values to show as curves; the newest go with the next wait."""
        self.on_wait: Callable[[], None] | None = None
        """Called before each wait, in the controller's thread; takes none of the robot's time."""
        self.calls_left = CALLS_PER_TICK - 1
        """Calls before the next one that takes a tick."""
        self.speeds = SetSpeeds(0, 0)
        """What the wheels were told last."""
        self._speeds_tick = 0
        self.profile = self.kind.motors.usual_profile
        """How the wheels go to a target; the robot begins with this."""

    def adopt_thread(self) -> None:
        """Make the calling thread the only one that may talk to the robot."""
        self.thread = get_ident()

    # Each of these costs one call.

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return the newest values of a quantity; within one tick they stay the same."""
        if self.calls_left and get_ident() == self.thread:
            self.calls_left -= 1  # as nearly always: programs read more than they do anything else
        else:
            self._charge()
        if self._clock_runs:
            self._forget_old_readings()
        elif quantity is _PROXIMITY:
            self.proximities = values = self.proximities or self._backend.read(quantity)
            return values
        kept = self._readings.get(quantity)
        return self._fetch(quantity) if kept is None else kept

    def look(self, look: Look) -> CameraImage:
        """Return the newest picture of a camera; within one tick it stays the same."""
        self._charge()
        now = self._backend.now_ticks()
        tick, image = self._images.get(look, (-1, None))
        if image is None or tick != now:
            image = self._backend.look(look)
            self._images[look] = now, image
        return image

    def line_times(self) -> LineTimes:
        """Return how long exchanges on the line to the robot take."""
        self._charge()
        return self._backend.line_times()

    def send(self, command: Command, calls: int = 1) -> None:
        """Send an order, which costs the given number of calls."""
        self._charge()
        while calls > 1:
            calls -= 1
            self._charge()
        self._backend.send(command)

    def say(self, text: str) -> None:
        """Say a line; if too much was said in this second, say that instead, once."""
        second = self._backend.now_ticks() // TICKS_PER_SECOND
        if second != self._said_second:
            self._said_second, self._is_cut_short = second, False
            self._allowance.begin()
        if self._allowance.take(text):
            self.send(Say(text))
        elif self._is_cut_short:
            self._charge()
        else:
            self._is_cut_short = True
            self.send(Say(CUT_SHORT))

    def plot(self, values: dict[str, float]) -> None:
        """Show numbers as curves; of several in a tick, the newest count."""
        self._charge()
        self._plotted.update(values)
        if len(self._plotted) > MOST_PLOTTED:
            last = next(reversed(self._plotted))
            raise MisuseValue(
                f"`self.plot` can show {MOST_PLOTTED} values at a time, and `{last}` is one more. "
                "Choose those that you want to look at."
            )

    def send_and_settle(self, command: Command) -> None:
        """Send an order and wait for the tick in which it takes effect.

        For orders whose effect a program may read in its next line (counters, targets, jaws): it
        would otherwise get the value from before the order.
        """
        self.send(command)
        self._wait_until(self._backend.now_ticks() + 1)

    def sleep(self, seconds: float) -> None:
        """Wait at least ``seconds`` of the robot's time, until a whole tick."""
        ticks = _usual_ticks(seconds) if type(seconds) is float else _sleep_ticks(seconds)
        if self.calls_left and get_ident() == self.thread:
            self.calls_left -= 1
        else:
            self._charge()
        if ticks:
            self._wait_until(self._backend.now_ticks() + ticks)
        if self._backend.is_stopping:
            self.calls_left = 0
            self._sleeps_after_stop += 1
            if self._sleeps_after_stop > 1:
                raise _went_on("slept once more")

    def drive(self, speeds: SetSpeeds) -> None:
        """Set the speeds of the wheels."""
        if self.calls_left and get_ident() == self.thread:
            self.calls_left -= 1
        else:
            self._charge()
        self._backend.send(speeds)
        if speeds is not self.speeds:
            self.speeds, self._speeds_tick = speeds, self._backend.now_ticks()

    @property
    def speeds_age_ticks(self) -> int:
        """How long the wheels have had the same order; costs nothing."""
        return self._backend.now_ticks() - self._speeds_tick

    def now_ticks(self) -> int:
        """Return the current tick."""
        self._asks += 1
        self._charge()
        return self._backend.now_ticks()

    def is_active(self) -> bool:
        """Return whether the controller may go on.

        Threads that a controller has started may ask, too, at no cost, to learn when to end.
        """
        if get_ident() == self.thread:
            self._asks += 1
            if self.calls_left:
                self.calls_left -= 1
            else:
                self._charge()
        if self._backend.is_stopping:
            self.calls_left = 0
            return False
        return True

    def _charge(self) -> None:
        """Charge one call: refuse other threads, and let a tick pass when it is used up."""
        if get_ident() != self.thread:
            raise Misuse(
                "Only the controller's own thread may talk to the robot, and this is a different "
                "thread. Let your thread store what it wants in a variable, and let run() or "
                "step() act on it."
            )
        if self.calls_left:
            self.calls_left -= 1
        elif self._backend.is_stopping:
            self._calls_after_stop += 1
            if self._calls_after_stop > CALLS_AFTER_STOP:
                raise _went_on(f"made {CALLS_AFTER_STOP} more calls")
        else:
            self.calls_left = CALLS_PER_TICK - 1
            self._wait_until(self._backend.now_ticks() + 1)
            self._watch_for_asking()

    def _watch_for_asking(self) -> None:
        """Report a loop that has only asked for a long time, once."""
        only_asked = self._asks >= CALLS_PER_TICK
        self._asking_ticks = self._asking_ticks + 1 if only_asked else 0
        self._asks = 0
        if self._asking_ticks == ASKING_TICKS and self._on_only_asking is not None:
            self._on_only_asking()
            self._on_only_asking = None  # once is enough

    def _fetch(self, quantity: Quantity) -> tuple[int, ...]:
        """Read a quantity again and cache it."""
        values = self._backend.read(quantity)
        if self._clock_runs:
            self._forget_old_readings()
        self._readings[quantity] = values
        return values

    def _forget_old_readings(self) -> None:
        now = self._backend.now_ticks()
        if now != self._readings_tick:
            self._readings.clear()
            self._readings_tick = now

    def _wait_until(self, tick: int) -> None:
        """Let time pass, which makes all cached readings out of date."""
        if self._plotted:
            self._send_plotted()
        if self.on_wait is not None:
            self.on_wait()
        self._backend.sleep_until_tick(tick)
        self._readings.clear()
        self.proximities = ()

    # For ``Controller`` itself; these cost nothing.

    def wait_for_step(self, last_tick: int, period_ticks: float) -> int:
        """Wait for the first multiple of the period after ``last_tick`` that is not yet past.

        Returns the tick, or -1 if a stop was requested. Multiples count from tick 0, and each is
        rounded up to a whole tick, so that errors don't add up.
        """
        self._asks = 0
        now = self._backend.now_ticks()
        past = now - 1 if now > last_tick else last_tick
        if type(period_ticks) is int:  # as nearly always
            due = past + period_ticks - past % period_ticks
        else:
            periods = math.floor(past / period_ticks + 1e-9) + 1
            due = max(past + 1, math.ceil(periods * period_ticks - 1e-6))
        if due > now:
            self._wait_until(due)
        return -1 if self._backend.is_stopping else due

    def note(self, variables: Variables) -> None:
        """Report the values of the program's variables; costs nothing."""
        self._backend.send(variables)

    def _send_plotted(self) -> None:
        self._backend.send(Plot(tuple(self._plotted.items())))
        self._plotted.clear()

    def make_safe(self) -> None:
        """Stop the motors for good."""
        if self._plotted and get_ident() == self.thread:
            self._send_plotted()
        self._backend.make_safe()


def _sleep_ticks(seconds: float) -> int:
    number = real_number("seconds", seconds, "sleep", "seconds, 0 or more")
    if not 0 <= number <= LONGEST_SLEEP_S:
        raise MisuseValue(
            f"`seconds` is {number:g}, but sleep takes 0 to {LONGEST_SLEEP_S:,} seconds. "
            "A tenth of a second is sleep(0.1)."
        )
    return seconds_to_ticks(number)


@lru_cache
def _usual_ticks(seconds: float) -> int:
    """Return the ticks of a sleep, cached: programs repeat the same sleep."""
    return _sleep_ticks(seconds)


def _went_on(what: str) -> ControllerStopped:
    return ControllerStopped(
        f"The run was stopped, but the controller {what}. Write your loop as `while self.active:`."
    )

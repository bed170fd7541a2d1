"""The one place through which a controller's calls reach its backend.

It owns three rules. *Cost*: every call costs 0.1 ms of simulated time, collected until it makes a
tick, so that a loop without ``sleep`` moves on in step. *Freshness*: what was read is kept until
time has moved. *Stopping*: after Stop the first sleep returns early, so that a controller can come
to its end by itself; one that goes on all the same gets ``ControllerStopped``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from threading import get_ident
from typing import TYPE_CHECKING

from wsusim.control.drawing import Drawing
from wsusim.control.gripper import Gripper
from wsusim.control.leds import Leds
from wsusim.control.misuse import real_number
from wsusim.control.motors import Motors
from wsusim.control.sensors import Sensors
from wsusim.errors import ControllerStopped, Misuse, MisuseValue
from wsusim.model.commands import SetSpeeds
from wsusim.model.readings import Quantity
from wsusim.model.units import seconds_to_ticks

if TYPE_CHECKING:
    from wsusim.backends.contract import Backend, LineTimes
    from wsusim.model.commands import Command

CALLS_PER_TICK = 100
"""API calls that cost one tick together: 0.1 ms each (guess: a fast line, a small computer)."""

CALLS_AFTER_STOP = 1000
"""API calls for cleaning up after Stop; the next one raises ``ControllerStopped``."""

LONGEST_SLEEP_S = 10_000_000
"""About 115 days; more than that is a mistake in the unit."""

_QUANTITIES = tuple(Quantity)
_PROXIMITY = int(Quantity.PROXIMITY)
_NOTHING: Sequence[tuple[int, ...] | None] = (None,) * len(_QUANTITIES)


class Robot:
    """A controller's calls, counted and checked, and the robot's parts.

    One thread uses it: the one that made it, or the last that called ``adopt_thread``.
    ``calls_left`` and ``proximity`` are public for the fast path of ``Sensor.proximity``: the calls
    before the next one costs a tick, and the proximities of this tick (empty: not yet read);
    ``last_speeds`` is the last order of ``Motors.set_speeds``, for the same reason.
    """

    __slots__ = (
        "_backend",
        "_calls_after_stop",
        "_calls_per_tick",
        "_fresh",
        "_kept",
        "_kept_tick",
        "_now",
        "_read",
        "_send",
        "_sleep_seconds",
        "_sleep_ticks",
        "_sleep_until",
        "_sleeps_after_stop",
        "_stands_still",
        "_thread",
        "calls_left",
        "draw",
        "gripper",
        "last_speeds",
        "leds",
        "motors",
        "proximity",
        "sensors",
    )

    def __init__(self, backend: Backend, calls_per_tick: int = CALLS_PER_TICK) -> None:
        self._backend = backend
        self._send = backend.send
        self._read = backend.read
        self._now = backend.now_ticks
        self._sleep_until = backend.sleep_until_tick
        self._stands_still: bool = getattr(backend, "time_stands_still", False)
        self._calls_per_tick = calls_per_tick
        self._calls_after_stop = 0
        self._sleeps_after_stop = 0
        self._sleep_seconds: float = 0.0
        self._sleep_ticks = 0
        self._kept = list(_NOTHING)
        self._kept_tick = [-1] * len(_QUANTITIES)
        self._thread = get_ident()
        self.calls_left = calls_per_tick - 1
        self.last_speeds = SetSpeeds(0, 0)
        self.proximity: tuple[int, ...] = ()
        self._fresh = _NOTHING
        self.sensors = Sensors(self)
        self.motors = Motors(self)
        self.gripper = Gripper(self)
        self.leds = Leds(self)
        self.draw = Drawing(self)

    def adopt_thread(self) -> None:
        """Make the calling thread the only one that may talk to the robot."""
        self._thread = get_ident()

    def read(self, quantity: int) -> tuple[int, ...]:
        """Return the newest values of a quantity; costs one call."""
        if self.calls_left:
            self.calls_left -= 1
        else:
            self.pay()
        return self._fresh[quantity] or self._fetch(quantity)

    def fetch_proximity(self) -> tuple[int, ...]:
        """Return the proximities, which ``proximity`` does not hold yet; costs nothing more."""
        if not self._stands_still:
            return self._fetch(_PROXIMITY)
        if get_ident() != self._thread:
            raise _wrong_thread()
        values = self.proximity = self._read(Quantity.PROXIMITY)
        return values

    def _fetch(self, quantity: int) -> tuple[int, ...]:
        """Return the values from the backend, or those already read in this very tick."""
        if get_ident() != self._thread:
            raise _wrong_thread()
        if self._stands_still:
            if self._fresh is _NOTHING:
                self._fresh = self._kept = list(_NOTHING)
            values = self._kept[quantity] = self._read(_QUANTITIES[quantity])
            return values
        kept = self._kept[quantity]
        if kept is not None and self._kept_tick[quantity] == self._now():
            return kept
        values = self._kept[quantity] = self._read(_QUANTITIES[quantity])
        self._kept_tick[quantity] = self._now()
        return values

    def line_times(self) -> LineTimes:
        """Return what the line to the robot costs; costs one call."""
        if self.calls_left:
            self.calls_left -= 1
        else:
            self.pay()
        if get_ident() != self._thread:
            raise _wrong_thread()
        return self._backend.line_times()

    def send(self, command: Command) -> None:
        """Give an order; costs one call."""
        if self.calls_left:
            self.calls_left -= 1
        else:
            self.pay()
        if get_ident() != self._thread:
            raise _wrong_thread()
        self._send(command)

    def send_and_settle(self, command: Command) -> None:
        """Give an order and wait for the tick in which it has taken effect.

        For orders whose effect a program asks for in its next line (counters, targets, jaws): it
        would otherwise get the answer from before the order.
        """
        self.send(command)
        self.wait_until(self._now() + 1)

    def pay(self) -> None:
        """Let one tick pass for the calls collected so far; after Stop, count the call."""
        if get_ident() != self._thread:
            raise _wrong_thread()
        if self._backend.is_stopping:
            self.calls_left = 0
            self._calls_after_stop += 1
            if self._calls_after_stop > CALLS_AFTER_STOP:
                raise _went_on(f"made {CALLS_AFTER_STOP} more calls")
            return
        self.calls_left = self._calls_per_tick - 1
        self.wait_until(self._now() + 1)

    def wait_until(self, tick: int) -> None:
        """Wait for a tick; what was read before is out of date afterwards."""
        self._sleep_until(tick)
        self.proximity = ()
        self._fresh = _NOTHING

    def sleep(self, seconds: float) -> None:
        """Wait in the robot's time, at least ``seconds``, to a whole tick; costs one call."""
        if seconds is not self._sleep_seconds:
            self._sleep_ticks = _sleep_ticks(seconds)
            self._sleep_seconds = seconds
        if self.calls_left:
            self.calls_left -= 1
        else:
            self.pay()
        if get_ident() != self._thread:
            raise _wrong_thread()
        if self._sleep_ticks:
            self.wait_until(self._now() + self._sleep_ticks)
        if self._backend.is_stopping:
            self.calls_left = 0
            self._sleeps_after_stop += 1
            if self._sleeps_after_stop > 1:
                raise _went_on("slept once more")

    def now_ticks(self) -> int:
        """Return the present tick; costs one call."""
        if self.calls_left:
            self.calls_left -= 1
        else:
            self.pay()
        return self._now()

    def is_active(self) -> bool:
        """Tell whether the controller may go on; costs one call in the controller's own thread.

        Threads that a controller started may ask as well: it tells them to come to their end.
        """
        if get_ident() == self._thread:
            if self.calls_left:
                self.calls_left -= 1
            else:
                self.pay()
        if self._backend.is_stopping:
            self.calls_left = 0
            return False
        return True

    def wait_for_step(self, last_tick: int, period_ticks: float) -> int:
        """Wait for the first multiple of the period after ``last_tick`` that is not yet past.

        Returns the tick, or -1 when a stop was asked for. Multiples count from tick 0 and are
        rounded up to whole ticks one by one, so that nothing adds up.
        """
        now = self._now()
        due = last_tick + period_ticks
        if type(due) is not int or due < now or due % period_ticks:
            earliest = max(now, last_tick + 1)
            count = math.floor((earliest - 1) / period_ticks + 1e-9) + 1
            due = max(earliest, math.ceil(count * period_ticks - 1e-6))
        if due > now:
            self._sleep_until(due)
            self.proximity = ()
            self._fresh = _NOTHING
        return -1 if self._backend.is_stopping else due

    def make_safe(self) -> None:
        """Stop the motors for good."""
        self._backend.make_safe()


def _sleep_ticks(seconds: float) -> int:
    number = real_number("seconds", seconds, "sleep", "seconds, 0 or more")
    if not 0 <= number <= LONGEST_SLEEP_S:
        raise MisuseValue(
            f"`seconds` is {number:g}, but sleep takes 0 to {LONGEST_SLEEP_S:,} seconds. "
            "A tenth of a second is sleep(0.1)."
        )
    return seconds_to_ticks(number)


def _wrong_thread() -> Misuse:
    return Misuse(
        "Only the controller's own thread may talk to the robot, and this is another one. "
        "Let your thread put its wish into a variable, and let run() or step() act on it."
    )


def _went_on(what: str) -> ControllerStopped:
    return ControllerStopped(
        f"The run was stopped, but the controller {what}. Use `while self.active:` for your loop."
    )

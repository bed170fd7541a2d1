"""Charges a controller for the time it needs to decide: KiKS's "emulate CPU speed".

On a real robot the world goes on while the program computes. In simulation that costs nothing,
unless this is in between. The figure is the processor time of the controller's own thread, so that
other programs on the computer do not count; it still differs from run to run, and so a run with it
can't be repeated to the byte.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from wsusim.backends.contract import Backend, BackendInFront, LineTimes
from wsusim.model.camera_image import CameraImage, Look
from wsusim.model.commands import Command
from wsusim.model.readings import Quantity
from wsusim.model.units import TICKS_PER_SECOND

P = ParamSpec("P")
T = TypeVar("T")


class DecisionTiming(BackendInFront):
    """A backend in front of another one; time passes with what its caller computes.

    Args:
        backend: Where orders and questions go.
        factor: How many times slower the robot's computer is than this one.
        thread_time_s: Processor time of the calling thread.
    """

    def __init__(
        self,
        backend: Backend,
        factor: float = 1.0,
        thread_time_s: Callable[[], float] = time.thread_time,
    ) -> None:
        super().__init__(backend)
        self._factor = factor
        self._thread_time_s = thread_time_s
        self._left_s: float | None = None
        """When the controller was last left to itself."""
        self._owed_ticks = 0.0

    def send(self, command: Command) -> None:
        """Give an order, once the time for deciding on it is over."""
        self._decided(self._backend.send, command)

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return the values of the moment at which the controller gets round to asking."""
        return self._decided(self._backend.read, quantity)

    def look(self, look: Look) -> CameraImage:
        """Return the picture of the moment at which the controller gets round to asking."""
        return self._decided(self._backend.look, look)

    def line_times(self) -> LineTimes:
        """Return those of the line behind."""
        return self._decided(self._backend.line_times)

    def now_ticks(self) -> int:
        """Return the tick that the robot is in, the time for computing counted in."""
        return self._decided(self._backend.now_ticks)

    def sleep_until_tick(self, tick: int) -> None:
        """Return when ``tick`` is reached; computing has used up a part of the wait."""
        self._decided(self._backend.sleep_until_tick, tick)

    def _decided(self, do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do what the controller has decided, once its computing time for that is over."""
        now_s = self._thread_time_s()
        if self._left_s is None:
            self._left_s = now_s
        self._owed_ticks += (now_s - self._left_s) * self._factor * TICKS_PER_SECOND
        ticks = int(self._owed_ticks)
        if ticks:
            self._owed_ticks -= ticks
            self._backend.sleep_until_tick(self._backend.now_ticks() + ticks)
        result = do(*args, **kwargs)
        self._left_s = self._thread_time_s()
        return result

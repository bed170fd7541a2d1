"""A backend in front of a real robot's that records what the program asks and is told.

It costs a microsecond or two for each call, compared with milliseconds for an exchange.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import get_ident
from typing import TypeVar

from wsusim.backends.contract import BackendInFront, HostedBackend, LineTimes
from wsusim.backends.tape.rows import (
    CLOCK,
    LINE,
    LOOK,
    LOST,
    ORDER,
    READ,
    REFUSED,
    SLEEP,
    STOP,
    Step,
    TapeRow,
)
from wsusim.errors import LinkLost, RobotRefused
from wsusim.model.camera_image import CameraImage, Look
from wsusim.model.commands import Command, Variables
from wsusim.model.inputs import row_of
from wsusim.model.readings import Quantity

T = TypeVar("T")


class TapingBackend(BackendInFront):
    """Fulfils ``backends.contract.HostedBackend``; passes what it records to ``tapes``.

    It recognises the program's thread by the calls that only a program makes.
    """

    def __init__(self, backend: HostedBackend) -> None:
        super().__init__(backend)
        self._robot = backend
        self.tape: Callable[[TapeRow], object] | None = None
        """Gets each row, in the program's thread; ``None``: nothing is written down."""
        self._told = 0
        self._looks = 0
        """At the clock, in the tick that was told last; not yet written down."""
        self._thread: int | None = None
        self._has_told_stop = False

    def stamp_ticks(self) -> int:
        """Return the tick that the program was told last: answers to it are dated with it."""
        return self._told

    def send(self, command: Command) -> None:
        """Give an order, and record it with its result.

        Values of the program's variables aren't recorded, as they are nothing that it does.
        """
        if isinstance(command, Variables):
            self._robot.send(command)
            return
        self._do(ORDER, row_of(command), lambda: self._robot.send(command), lambda _: ())

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return the robot's values, and record them."""
        return self._do(READ, (quantity.name,), lambda: self._robot.read(quantity), tuple)

    def look(self, look: Look) -> CameraImage:
        """Return a picture; record that there was one, without its content."""
        asked = (int(look.camera), look.width_px, look.height_px)
        return self._do(LOOK, asked, lambda: self._robot.look(look), lambda _: ())

    def line_times(self) -> LineTimes:
        """Return the times of the line, and record them."""
        return self._do(LINE, (), self._robot.line_times, lambda times: tuple(map(float, times)))

    def now_ticks(self) -> int:
        """Return the tick; looks within one tick become one row."""
        now = self._robot.now_ticks()
        if self.tape is not None:
            self._thread = get_ident()
            if now != self._told:
                self._write_looks()
                self._told = now
            self._looks += 1
        return now

    def sleep_until_tick(self, tick: int) -> None:
        """Wait; a wait for a past tick is not recorded, as a program's process doesn't ask."""
        if tick <= self._told or self._has_told_stop:
            self._robot.sleep_until_tick(tick)
        else:
            self._do(SLEEP, (tick,), lambda: self._robot.sleep_until_tick(tick), lambda _: ())

    def sleep_then(self, tick: int, wake: Callable[[], object]) -> bool:
        """Sleep in this thread: nothing else needs it."""
        self.sleep_until_tick(tick)
        return True

    def carry_on(self, ticks: int) -> None:
        """Do what the robot's own backend does while a controller hangs."""
        self._robot.carry_on(ticks)

    def request_stop(self) -> None:
        """Ask the controller to end. Any thread."""
        self._robot.request_stop()

    @property
    def is_stopping(self) -> bool:
        """Whether the controller should end; telling it so is recorded."""
        is_stopping = self._robot.is_stopping
        if is_stopping and not self._has_told_stop and get_ident() == self._thread:
            self._has_told_stop = True
            self._write(Step(self._told, STOP))
        return is_stopping

    def finish(self) -> None:
        """Record what is left, once the program has ended."""
        self._write_looks()

    def _do(
        self,
        what: str,
        asked: tuple[object, ...],
        call: Callable[[], T],
        answer: Callable[[T], tuple[object, ...]],
    ) -> T:
        """Make a call, and record the question and the result."""
        if self.tape is None:
            return call()
        self._thread = get_ident()
        try:
            found = call()
        except LinkLost as failure:  # a refusal is one
            trouble = REFUSED if isinstance(failure, RobotRefused) else LOST
            self._write(Step(self._now(), what, asked, (), trouble, str(failure)))
            raise
        self._write(Step(self._now(), what, asked, answer(found)))
        return found

    def _now(self) -> int:
        self._write_looks()
        self._told = self._robot.now_ticks()
        return self._told

    def _write(self, step: Step) -> None:
        self._write_looks()
        if self.tape is not None:
            self.tape(step.to_row())

    def _write_looks(self) -> None:
        looks, self._looks = self._looks, 0
        if looks and self.tape is not None:
            self.tape(Step(self._told, CLOCK, (), (looks,)).to_row())

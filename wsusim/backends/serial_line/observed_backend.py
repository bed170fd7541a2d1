"""A serial backend that reports what goes over the line, and checks where the robot is."""

from __future__ import annotations

import contextlib
from typing import Protocol

from wsusim.backends.serial_line.backend import SerialBackend
from wsusim.backends.serial_line.conversation import Wanted
from wsusim.errors import LinkLost, RobotRefused
from wsusim.model.commands import Annotation, Command, RobotCommand, SetCounters
from wsusim.model.readings import Quantity
from wsusim.model.units import TICKS_PER_SECOND

LOOK_TICKS: dict[Quantity, int] = {
    Quantity.POSITIONS: 10,
    Quantity.PROXIMITY: 20,
    Quantity.SPEEDS: 30,
    Quantity.AMBIENT: 50,
}
"""While its controller sleeps, the robot is asked for these this often, if nothing else does."""

SPARE_TICKS = 6
"""wsusim asks only when the controller sleeps so much longer: the longest of these exchanges takes
5 ticks at 9600 baud."""

LATEST_LOOK_TICKS = 40
"""A controller that never sleeps so long: after this time the counters are read in spite of it."""


class LineObserver(Protocol):
    """Gets the exchanges with a robot, in their order."""

    def ordered(self, tick: int, command: RobotCommand) -> None:
        """The robot was given an order."""

    def made_safe(self, tick: int) -> None:
        """The robot has confirmed its last stop."""

    def answered(
        self, tick: int, quantity: Quantity, values: tuple[int, ...], age_s: float, is_own: bool
    ) -> None:
        """The robot has answered; ``is_own``: wsusim asked, not the controller."""

    def exchanged(self, tick: int, seconds: float) -> None:
        """The robot has answered after so long, repeats included."""

    def link_lost(self, tick: int, reason: str) -> None:
        """The robot can't be reached any more."""


class ObservedBackend(SerialBackend):
    """Reports each order and answer to ``observer``; for the controller the line is only busier.

    Set ``observer`` before the controller begins.
    """

    observer: LineObserver | None = None

    def send(self, command: Command) -> None:
        """Give an order, and report it."""
        if isinstance(command, Annotation):
            super().send(command)
            return
        if isinstance(command, SetCounters):
            self._look(Quantity.POSITIONS)  # what was driven so far would be lost
        super().send(command)
        if self.observer is not None and not self._is_safe:
            self.observer.ordered(self.now_ticks(), command)

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return the robot's values, and report them."""
        if self._ticks_since(Quantity.POSITIONS) >= LATEST_LOOK_TICKS:
            self._look(Quantity.POSITIONS)
        values = super().read(quantity)
        self._tell(quantity, values, is_own=False)
        return values

    def sleep_until_tick(self, tick: int) -> None:
        """Return when ``tick`` is reached; use the time to look at the robot."""
        while self.observer is not None and not self.is_stopping:
            due_in, quantity = min(
                (period - self._ticks_since(quantity), quantity)
                for quantity, period in LOOK_TICKS.items()
                if quantity not in self._language.absent
            )
            look_at = self.now_ticks() + max(0, due_in)
            if look_at + SPARE_TICKS > tick:
                break
            super().sleep_until_tick(look_at)
            if not self.is_stopping:
                self._look(quantity)
        super().sleep_until_tick(tick)

    def make_safe(self) -> None:
        """Stop the motors for good, and report it."""
        was_safe = self._is_safe
        super().make_safe()
        if self.observer is not None and not was_safe and not self.may_be_moving:
            self.observer.made_safe(self.now_ticks())

    def close(self) -> None:
        """Stop the robot, check once more where it is, and let it go."""
        if not self._is_closed and self._conversation is not None:
            self.make_safe()
            if not self.may_be_moving:
                with contextlib.suppress(LinkLost, RobotRefused):
                    self._look(Quantity.POSITIONS)
                    self._look(Quantity.SPEEDS)
        super().close()

    def _put(self, wanted: Wanted | None) -> tuple[int, ...]:
        """Exchange one command, and report how long it took."""
        begun_s = self._clock.now_s()
        try:
            values = super()._put(wanted)
        except LinkLost as lost:
            if self.observer is not None and not self._is_closed:
                self.observer.link_lost(self.now_ticks(), str(lost))
            raise
        if self.observer is not None:
            self.observer.exchanged(self.now_ticks(), self._clock.now_s() - begun_s)
        return values

    def _look(self, quantity: Quantity) -> None:
        """Ask the robot for wsusim itself."""
        if self.observer is not None:
            self._tell(quantity, super().read(quantity), is_own=True)

    def _tell(self, quantity: Quantity, values: tuple[int, ...], *, is_own: bool) -> None:
        if self.observer is not None:
            age_s = self.age_s(quantity) or 0.0
            self.observer.answered(self.now_ticks(), quantity, values, age_s, is_own)

    def _ticks_since(self, quantity: Quantity) -> int:
        """Return how long ago the robot was asked for something, or the run began."""
        asked_s = self._asked_s.get(quantity, self._start_s)
        return int((self._clock.now_s() - max(asked_s, self._start_s)) * TICKS_PER_SECOND)

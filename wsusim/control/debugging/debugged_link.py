"""The link of a debugged program: it counts waits, and can replay exchanges."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NoReturn

from wsusim.backends.connection import Connection
from wsusim.backends.contract import RobotInfo
from wsusim.backends.link import LinkBackend
from wsusim.backends.link_frames import Flag, Kind
from wsusim.backends.unsent_orders import UnsentOrders
from wsusim.control.debugging.exchanges import PEEK_TICK, Exchange
from wsusim.errors import LinkLost, Misuse, RobotRefused
from wsusim.model.commands import Command, SetPwm, SetSpeeds, SetTargets
from wsusim.model.readings import CAMERA, EXTRAS, Quantity

_OF_THE_WHEELS = (SetSpeeds, SetPwm, SetTargets)

_ALWAYS = 1 << Quantity.PROXIMITY
"""Every answer to a wait brings these, so that they are known in the past, too."""

_ALL = sum(1 << quantity for quantity in Quantity if quantity not in CAMERA | EXTRAS)
"""What a person may look at."""


class DebuggedLink(LinkBackend):
    """A controller's end of the link, with what a debugger needs.

    Args:
        connection: To the parent's ``LinkHub``.
        on_emergency: See ``LinkBackend``.
        before_wait: Called with the tick that a wait is for, before it begins.
        after_wait: Called when the wait is over.
    """

    def __init__(
        self,
        connection: Connection,
        on_emergency: Callable[[], None] | None,
        before_wait: Callable[[int], None],
        after_wait: Callable[[], None],
    ) -> None:
        super().__init__(connection, on_emergency)
        self.is_looked_at = True
        """Whether anybody has to know of the next wait; most waits of a run pass unnoticed."""
        self._before_wait = before_wait
        self._after_wait = after_wait
        self.waits = 0
        """How many are over."""
        self._peeked: dict[Quantity, tuple[int, ...]] | None = None
        """What was asked for in this tick beside what the program asks."""
        self._moving: Command = SetSpeeds(0, 0)
        """The last order to the wheels of a robot whose time does not stand still."""

    def connect(self) -> RobotInfo:
        """Ask which robot this is, and for all its readings."""
        info = super().connect()
        if self.time_stands_still:
            mask = _ALWAYS
            self._values = self._readings.unpack(mask, self._ask(Kind.EXCHANGE, 0, mask))
        return info

    def sleep_until_tick(self, tick: int) -> None:
        """Wait, as every link does."""
        if tick <= self.last_tick or self._is_stopping:
            return
        if self.is_looked_at:
            self._before_wait(tick)
        if self.time_stands_still:
            self._mask |= _ALWAYS
        self._peeked = None
        mask, self._mask = self._mask if self.time_stands_still else 0, 0
        self._values = self._readings.unpack(mask, self._ask(Kind.SLEEP, tick, mask))
        self.waits += 1
        if self.is_looked_at:
            self._after_wait()

    def send(self, command: Command) -> None:
        """Give an order; the last one to the wheels is kept for when a real robot goes on."""
        if not self.time_stands_still and command.__class__ in _OF_THE_WHEELS:
            self._moving = command
        super().send(command)

    def rest(self) -> None:
        """Stop a real robot's motors while the program is stopped."""
        if not self.time_stands_still and not self._is_stopping:
            super().send(SetSpeeds(0, 0))

    def rest_no_longer(self) -> None:
        """Drive a real robot as before, when the program goes on."""
        if not self.time_stands_still and not self._is_stopping:
            super().send(self._moving)

    def fetch(self) -> None:
        """Fetch all that a person may look at, apart from the program's own requests.

        Its orders wait meanwhile, and this exchange isn't logged.
        """
        if self._peeked is not None or not self.time_stands_still or self._refused is not None:
            return
        with self._lock:
            orders, self._orders = self._orders, UnsentOrders()
            try:
                body = self._ask_locked(Kind.EXCHANGE, PEEK_TICK, _ALL)
            finally:
                self._orders = orders
        self._peeked = self._readings.unpack(_ALL, body)

    def peek(self, quantity: Quantity) -> tuple[int, ...]:
        """Return a reading of the robot, unnoticed by the program."""
        values = self._values.get(quantity)
        if values is None:
            self.fetch()
            values = (self._peeked or {}).get(quantity)
        if values is None:
            raise Misuse("The program has not read that here, so the debugger doesn't know it.")
        return values


class EchoLink(DebuggedLink):
    """A link that replays earlier answers, and may then go on as a real one.

    Args:
        exchanges: The earlier ones.
        is_to_go_on: Whether the parent's robot takes over where they end.
        on_end: Called when there is no answer left; with the difference, if the program has asked
            something else than before. It does not return.
    """

    def __init__(
        self,
        connection: Connection,
        on_emergency: Callable[[], None] | None,
        before_wait: Callable[[int], None],
        after_wait: Callable[[], None],
        *,
        exchanges: Iterable[Exchange],
        is_to_go_on: bool,
        on_end: Callable[[str], NoReturn],
    ) -> None:
        super().__init__(connection, on_emergency, before_wait, after_wait)
        self._left = iter(exchanges)
        self._is_to_go_on = is_to_go_on
        self._on_end = on_end
        self._theirs = self._mine = b""
        """Orders since the last wait: those of before, and those of now."""
        self.is_echo = True
        """Whether answers still come from before."""
        self._next: Exchange | None = None
        self._advance()

    def _advance(self) -> None:
        """Go to the next exchange whose moment does not depend on a clock."""
        self._next = next(self._left, None)
        while self._next is not None and self._next.is_handing_over:
            self._theirs += self._next.orders
            self._next = next(self._left, None)

    def fetch(self) -> None:
        """Fetch nothing while no robot is connected."""
        if not self.is_echo:
            super().fetch()

    def make_safe(self) -> None:
        """Stop the motors for good, if there still are any."""
        if self._is_to_answer:
            self._is_safe = True
        else:
            super().make_safe()

    def report_end(self, report: dict[str, object]) -> None:
        """Report how the controller ended, if that is new."""
        if self._is_to_answer:
            self._on_end("")
        super().report_end(report)

    def hand_over_orders(self) -> None:
        """Send orders early, if there is a robot to take them."""
        if not self.is_echo:
            super().hand_over_orders()

    def _ask_locked(self, kind: int, tick: int, mask: int) -> bytes:
        if not self.is_echo or self._is_copy:
            return super()._ask_locked(kind, tick, mask)
        self._mine += self._orders.take()
        known = self._next
        if kind != Kind.CONNECT and not self._is_to_answer:
            return super()._ask_locked(kind, tick, mask)
        if kind == Kind.EXCHANGE and not mask:
            return b""
        if known is None:
            self._on_end("")
        difference = self._difference(known, kind, tick, mask)
        if difference:
            self._on_end(difference)
        return self._answered(known)

    @property
    def _is_to_answer(self) -> bool:
        """Return whether replayed answers are left; if not, the parent's robot takes over now."""
        if self.is_echo and self._next is None and self._is_to_go_on:
            self.is_echo = False
            if self._mine:
                self._orders.give_first(self._mine)
        return self.is_echo

    def _difference(self, known: Exchange, kind: int, tick: int, mask: int) -> str:
        if kind != known.kind:
            return "it did something else with its robot"
        if tick != known.wanted_tick:
            return "it waited for another moment"
        if mask != known.mask:
            return "it read something else"
        if kind == Kind.SLEEP and self._mine != self._theirs + known.orders:
            return "it gave other orders"
        return ""

    def _answered(self, known: Exchange) -> bytes:
        self._theirs = b"" if known.is_wait else self._theirs + known.orders
        if known.is_wait:
            self._mine = b""
        self.exchanges += 1
        self._advance()
        _, flags, self.last_tick, _, body = known.answer
        if flags & Flag.STOPPING:
            self._is_stopping = True
        if flags & Flag.REFUSED:
            raise RobotRefused(body.decode("utf-8", "replace"))
        if flags & Flag.LOST:
            raise LinkLost(body.decode("utf-8", "replace"))
        return body

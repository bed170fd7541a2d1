"""A controller that believes nothing: it compares every answer with what the robot really said."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Sequence
from dataclasses import dataclass

from wsusim.backends.serial_line.backend import SerialBackend
from wsusim.errors import LinkLost
from wsusim.model.commands import SetCounters, SetSpeeds
from wsusim.model.readings import Quantity
from wsusim.protocol.codec import encode_request
from wsusim.protocol.messages import request_of_command, request_of_quantity

QUESTIONS = (
    Quantity.PROXIMITY,
    Quantity.POSITIONS,
    Quantity.AMBIENT,
    Quantity.SPEEDS,
    Quantity.PROXIMITY,
    Quantity.MOTION,
    Quantity.ARM,
)


ATTEMPTS = 20
"""For so many attempts to each exchange that is wanted, a line may be out of order."""

REST_TICKS = 2
"""From an attempt over a lost line to the next."""


@dataclass(frozen=True)
class Handled:
    """A command that the robot has handled."""

    time_s: float
    command: bytes
    answer: tuple[bytes, ...]


class DoubtfulController:
    """Asks and orders, and notes every answer that its own question did not get.

    Args:
        backend: The way to the robot.
        handled: What the robot was told and has said so far; grows behind our back.
        dice: Choose the questions.
    """

    def __init__(
        self, backend: SerialBackend, handled: Sequence[Handled], dice: random.Random
    ) -> None:
        self._backend = backend
        self._handled = handled
        self._dice = dice
        self.lost = 0
        self.wrong: list[str] = []

    def drive(self, exchanges: int) -> None:
        """Ask four times, order once, and so on, until so many exchanges went over the line."""
        statistics = self._backend.statistics
        last = statistics.exchanges + exchanges
        for number in range(ATTEMPTS * exchanges):
            if statistics.exchanges >= last:
                return
            begun = len(self._handled)
            try:
                if number % 5 == 4:
                    self._order(number, begun)
                else:
                    self._ask(begun)
            except LinkLost:
                self.lost += 1
                self._rest()

    def _rest(self) -> None:
        """Leave the cable time to be put back: how long that takes is not counted in attempts."""
        with contextlib.suppress(LinkLost):
            self._backend.sleep_until_tick(self._backend.now_ticks() + REST_TICKS)

    def _ask(self, begun: int) -> None:
        quantity = self._dice.choice(QUESTIONS)
        kept = self._backend.statistics.kept
        values = self._backend.read(quantity)
        if self._backend.statistics.kept > kept:
            return
        question = encode_request(request_of_quantity(quantity), end=b"")
        said = [h.answer[0] for h in self._handled[begun:] if h.command == question]
        if not said or not said[-1].endswith(b"," + ",".join(map(str, values)).encode()):
            self.wrong.append(f"{quantity.name} {values} for {said}")

    def _order(self, number: int, begun: int) -> None:
        speed = 1 + number % 7
        order = SetCounters(number, -number) if number % 10 == 4 else SetSpeeds(speed, -speed)
        unsent = self._backend.statistics.unsent
        self._backend.send(order)
        line = encode_request(request_of_command(order), end=b"")
        got = [handled.command for handled in self._handled[begun:]]
        if self._backend.statistics.unsent == unsent and line not in got:
            self.wrong.append(f"{number}: {order} was not given")

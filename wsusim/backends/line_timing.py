"""Charges each exchange with the robot for the time that a serial line would need.

A controller that is too chatty for 9600 baud then fails in simulation as it fails in the lab. The
law is that of KiKS: characters sent and received, 11 bits each, divided by the rate, plus the time
that the two ends need to turn round. The lengths are those of the actual texts (``D,5,-5`` and its
answer ``d``), taken from ``wsusim.protocol``. What ``backends.serial_line`` does not send (an order
that is in force, a question within the 20 ms of a sample) costs nothing here either; what it asks
besides (``repeated_answers``) costs the same here.
"""

from __future__ import annotations

from wsusim.backends.contract import Backend, BackendInFront, LineTimes
from wsusim.backends.repeated_answers import RepeatedAnswers
from wsusim.backends.sent_orders import SentOrders
from wsusim.model.commands import Annotation, Command, PutBack, SendRadio
from wsusim.model.readings import SENSED, Quantity
from wsusim.model.units import SENSOR_REFRESH_TICKS, TICK_S, TICKS_PER_SECOND
from wsusim.protocol.command_table import ENTRY_OF_QUANTITY
from wsusim.protocol.timing import BITS_PER_CHARACTER, exchange_characters, request_characters

TURN_ROUND_S = 0.001
"""Time from the end of a command to the begin of its answer, and from the answer's end to the
controller, together: measured over a pseudo-terminal (``tests/bench/bench_wire_agreement.py``). A
calibrated robot's profile has its own."""


class LineTiming(BackendInFront):
    """A backend in front of another one; time passes with every exchange.

    Time on the line goes in whole ticks; what is left over of one is carried to the next exchange,
    so that many short ones cost what they should. A sleep ends at a tick, on the robot as here, and
    takes the rest along. A sample of the sensors is kept for the 20 ms for which the robot holds
    it, counted from its arrival, and costs nothing within them.

    Args:
        backend: Where orders and questions go.
        baud: Bits a second on the line.
        turn_round_s: What each exchange takes besides the time on the line.
    """

    def __init__(self, backend: Backend, baud: int, turn_round_s: float = TURN_ROUND_S) -> None:
        super().__init__(backend)
        self._baud = baud
        self._turn_round_bits = round(turn_round_s * baud * TICKS_PER_SECOND)
        self._owed_bits = 0
        """Bit times on the line that have not made a tick yet, times ``TICKS_PER_SECOND``."""
        self._orders = SentOrders()
        self._samples: dict[Quantity, tuple[int, tuple[int, ...]]] = {}
        self._repeated = RepeatedAnswers()
        self._exchange_s = 0.0
        self._asked_proximities_s: float | None = None

    def send(self, command: Command) -> None:
        """Give an order; returns when its answer has arrived. Remarks and messages are free."""
        if isinstance(command, Annotation | SendRadio):
            self._backend.send(command)
            return
        if isinstance(command, PutBack):
            self._backend.send(command)
            self._orders.start()
            return
        order = self._orders.explicit(command)
        if self._orders.is_in_force(order):
            return
        self._orders.note(order)
        begun_s = self._now_s()
        there = request_characters(order)
        self._charge(there, 0)
        self._backend.send(order)
        self._charge(exchange_characters(order) - there, self._turn_round_bits)
        self._exchange_s = self._now_s() - begun_s

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return the values that the robot had when it was asked, once they have arrived.

        What no Khepera can be asked for costs nothing.
        """
        backend = self._backend
        if quantity not in ENTRY_OF_QUANTITY:
            return backend.read(quantity)
        kept = self._samples.get(quantity)
        if kept is not None and backend.now_ticks() < kept[0]:
            return kept[1]
        asked_s = self._now_s()
        values = self._exchange(quantity)
        other = self._repeated.other_question(quantity, values, asked_s, self._now_s())
        if other is not None:
            self._exchange(other)
        self._exchange_s = self._now_s() - asked_s
        if quantity is Quantity.PROXIMITY:
            self._asked_proximities_s = asked_s
        if quantity in SENSED:
            self._samples[quantity] = (backend.now_ticks() + SENSOR_REFRESH_TICKS, values)
        return values

    def line_times(self) -> LineTimes:
        """Return what the last exchange cost, and how old the proximities are."""
        asked_s = self._asked_proximities_s
        return LineTimes(self._exchange_s, 0.0 if asked_s is None else self._now_s() - asked_s)

    def sleep_until_tick(self, tick: int) -> None:
        """Return when ``tick`` is reached or a stop was asked for."""
        if tick > self._backend.now_ticks():
            self._owed_bits = 0
            self._backend.sleep_until_tick(tick)

    def _exchange(self, quantity: Quantity) -> tuple[int, ...]:
        there = request_characters(quantity)
        self._charge(there, 0)
        values = self._backend.read(quantity)
        self._charge(exchange_characters(quantity, values) - there, self._turn_round_bits)
        return values

    def _now_s(self) -> float:
        return (self._backend.now_ticks() + self._owed_bits / self._baud) * TICK_S

    def _charge(self, characters: int, more_bits: int) -> None:
        bits = characters * BITS_PER_CHARACTER * TICKS_PER_SECOND + more_bits
        ticks, self._owed_bits = divmod(self._owed_bits + bits, self._baud)
        if ticks:
            self._backend.sleep_until_tick(self._backend.now_ticks() + ticks)

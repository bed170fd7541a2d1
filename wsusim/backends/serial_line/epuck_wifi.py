"""The e-puck2 over Wi-Fi: each exchange sends all orders and brings all readings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

from wsusim.backends.serial_line.conversation import Abandoned, Language, NoAnswer, Wanted
from wsusim.backends.serial_line.epuck import EPUCK
from wsusim.backends.serial_line.line_clock import WallClock
from wsusim.backends.serial_line.port import SLICE_S, Port
from wsusim.backends.serial_line.statistics import Fault, LineStatistics
from wsusim.backends.serial_line.step_counters import StepCounters
from wsusim.backends.serial_line.target_drive import TargetDrive
from wsusim.model.commands import (
    RobotCommand,
    SetCounters,
    SetLed,
    SetProfile,
    SetSpeeds,
    SetTargets,
)
from wsusim.model.readings import Quantity
from wsusim.protocol import epuck_wifi as wifi
from wsusim.protocol.epuck import COUNTER_SPAN, reading_of, short
from wsusim.robots import robot_kind

_LAMPS = (wifi.BODY_LED, wifi.FRONT_LED)
_ON, _TOGGLE = 1, 2

_MOST_UNASKED = 1 << 20
"""Bytes taken in before a command at most: minutes of a robot's repetitions."""


class EpuckWifiConversation:
    """Talks to an e-puck2 over a network connection; fulfils ``Conversation``.

    The newest program of the robot's radio does not wait for a command: it obeys the last one again
    and again, and answers each time. Unrequested answers are thrown away, or readings would get
    older the longer a program runs.

    The connection neither loses nor reorders anything. So if something does not come in time, or
    has another form, the connection is closed, and a new one is made.
    """

    kind = "epuck"
    saw_reset = False

    def __init__(
        self,
        port: Port,
        baud: int,
        clock: WallClock,
        statistics: LineStatistics,
        is_urgent: Callable[[], bool],
    ) -> None:
        self._port = port
        self._clock = clock
        self._statistics = statistics
        self._is_urgent = is_urgent
        self._drive = TargetDrive(robot_kind(self.kind).motors)
        self._counters = StepCounters(COUNTER_SPAN)
        self._said = wifi.WifiCommand()
        """What the robot was told last, and is told again with each question."""
        self._unanswered = 0
        self._kept = b""
        self.asked_s = 0.0

    @property
    def is_in_step(self) -> bool:
        """Whether the next answer will be the one to the next command."""
        return not self._unanswered

    @property
    def busy_s(self) -> float | None:
        """In how many seconds to look whether the wheels are at their target."""
        return self._drive.due_s(self._clock.now_s())

    def shout_stop(self) -> None:
        """Send the order to stop at once."""
        self._said = replace(self._said, left=0, right=0)
        self._send(self._said)

    def introduce(self, until_s: float) -> None:
        """Read the first answers: they have the form of an e-puck2's, or it isn't one."""
        self._exchange(self._said, until_s)

    def ask(self, wanted: Wanted, until_s: float) -> tuple[int, ...]:
        """Give an order or ask for a reading."""
        begun_s = self._clock.now_s()
        if isinstance(wanted, Quantity):
            values = self._read(wanted, until_s)
        else:
            self._order(wanted, until_s)
            values = ()
        self._statistics.note_exchange(self._clock.now_s() - begun_s)
        return values

    def refusal(self, wanted: Wanted, answer: str) -> str:
        """Return the message for a refused command; the robot accepts all of them."""
        return f"The e-puck2 doesn't accept {type(wanted).__name__}: it says {answer!r}."

    def tend(self, until_s: float) -> None:
        """Check how far the wheels still have to go, and order the speeds for that."""
        if self._drive.is_active and not self._drive.is_there:
            counters = self._counters.read(wifi.steps_in(self._exchange(self._said, until_s)))
            self._turn(self._drive.look(counters, self._clock.now_s()), until_s)

    def _read(self, quantity: Quantity, until_s: float) -> tuple[int, ...]:
        if quantity is Quantity.MOTION:
            self.tend(until_s)
            return self._drive.motion()
        frame = self._exchange(self._said, until_s)
        counters = self._counters.read(wifi.steps_in(frame))
        match quantity:
            case Quantity.PROXIMITY:
                return reading_of(quantity, wifi.proximity_in(frame))
            case Quantity.AMBIENT:
                return reading_of(quantity, wifi.ambient_in(frame))
            case Quantity.POSITIONS:
                return counters
            case Quantity.SPEEDS:  # a stepper turns as it is told
                return self._said.left, self._said.right
            case _:
                raise AssertionError(quantity.name)

    def _order(self, order: RobotCommand, until_s: float) -> None:
        match order:
            case SetSpeeds():
                self._drive.end()
                self._turn(order, until_s)
            case SetTargets():
                self._drive.begin(order, self._clock.now_s())
                self.tend(until_s)
            case SetProfile():
                self._drive.set_profile(order)
            case SetCounters():
                left, right = order.left_pulses, order.right_pulses
                self._exchange(
                    replace(
                        self._said,
                        settings=wifi.SET_COUNTERS,
                        left=short(left),
                        right=short(right),
                    ),
                    until_s,
                )
                self._exchange(self._said, until_s)  # or the radio would set them again and again
                self._counters.set(left, right)
            case SetLed():
                lamp = _LAMPS[order.led]
                is_on = self._said.lamps & lamp != lamp if order.action == _TOGGLE else order.action
                lamps = self._said.lamps & ~lamp | lamp * bool(is_on)
                self._said = replace(self._said, lamps=lamps)
                self._exchange(self._said, until_s)
            case _:
                raise AssertionError(order)

    def _turn(self, speeds: SetSpeeds, until_s: float) -> None:
        self._said = replace(self._said, left=speeds.left, right=speeds.right)
        self._exchange(self._said, until_s)

    def _send(self, command: wifi.WifiCommand) -> None:
        self._port.send(command.encode())
        self._unanswered += 1

    def _exchange(self, command: wifi.WifiCommand, until_s: float) -> bytes:
        """Return the frame of 104 bytes that answers a command."""
        self._drop_unasked()
        asked_s = self._clock.now_s()
        self._send(command)
        frame = b""
        while self._unanswered:
            frame = self._frame(until_s)
            self._unanswered -= 1
        self.asked_s = asked_s
        return frame

    def _drop_unasked(self) -> None:
        """Throw away complete frames that came since the last answer."""
        if self._unanswered:
            return  # what comes is, or may be, an answer
        while len(self._kept) < _MOST_UNASKED and (data := self._port.receive(0.0)):
            self._kept += data
        whole = len(self._kept) // (1 + wifi.FRAME_BYTES)
        self._kept = self._kept[whole * (1 + wifi.FRAME_BYTES) :]

    def _frame(self, until_s: float) -> bytes:
        while len(self._kept) < 1 + wifi.FRAME_BYTES:
            left_s = until_s - self._clock.now_s()
            if left_s <= 0.0:
                self._fail(Fault.SHORT if self._kept else Fault.SILENCE)
            if self._is_urgent():
                raise Abandoned
            self._kept += self._port.receive(min(left_s, SLICE_S))
            if self._kept and self._kept[0] != wifi.SENSORS:
                self._fail(Fault.FOREIGN)
        frame = self._kept[1 : 1 + wifi.FRAME_BYTES]
        self._kept = self._kept[1 + wifi.FRAME_BYTES :]
        return frame

    def _fail(self, fault: Fault) -> NoReturn:
        self._statistics.faults[fault] += 1
        raise NoAnswer


EPUCK_WIFI: Language = replace(
    EPUCK,
    scheme="epuck2",
    title="e-puck2",
    one="an e-puck2",
    converse=EpuckWifiConversation,
    rates=(),
    tcp_port=wifi.TCP_PORT,
    examples=("epuck2:192.168.1.20", "epuck2:192.168.1.20:1000"),
    next_step=(
        "Is it switched on, its selector at 15, and in the same Wi-Fi as this computer? Is the "
        "address the one that its configuration page shows? Only one program at a time can use it."
    ),
)

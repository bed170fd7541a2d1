"""The e-puck's language: lines of text to find it and to be sure, binary questions for speed."""

from __future__ import annotations

import struct
from collections.abc import Callable
from types import MappingProxyType

from wsusim.backends.serial_line.conversation import Abandoned, Language, Wanted
from wsusim.backends.serial_line.exchange import Exchanger
from wsusim.backends.serial_line.line_clock import WallClock
from wsusim.backends.serial_line.port import SLICE_S, Port
from wsusim.backends.serial_line.recognise import Letters
from wsusim.backends.serial_line.statistics import Fault, LineStatistics
from wsusim.backends.serial_line.step_counters import StepCounters
from wsusim.backends.serial_line.target_drive import TargetDrive
from wsusim.model.commands import (
    SendRadio,
    SetArm,
    SetCounters,
    SetGrip,
    SetLed,
    SetProfile,
    SetPwm,
    SetSpeeds,
    SetTargets,
)
from wsusim.model.readings import Quantity
from wsusim.protocol import epuck
from wsusim.robots import robot_kind

BINARY_PATIENCE_S = 0.15
"""A robot that knows the binary mode answers within so long."""

COUNT_EVERY_S = 10.0
"""The counters are read this often, asked for or not: at full speed they wrap after 65 s."""

_BINARY = {
    Quantity.PROXIMITY: "N",
    Quantity.AMBIENT: "O",
    Quantity.POSITIONS: "Q",
    Quantity.SPEEDS: "E",
}

LETTERS = Letters(
    entries=epuck.ENTRIES,
    questions=epuck.QUESTIONS,
    identity=epuck.ENTRIES["C"],
    request_of_quantity=epuck.request_of,
    is_banner=lambda line: any(part.encode("ascii") in line for part in epuck.BANNER),
    may_keep_pace=False,
)


class EpuckConversation:
    """Talks to an e-puck; fulfils ``Conversation``.

    Nothing in a binary answer says what it answers. So each one ends with the speeds that were
    ordered last, which are known: an answer that ends differently is not believed. Then, and for
    all that the binary mode can't do, the lines of text are used.
    """

    kind = "epuck"

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
        self._exchanger = Exchanger(port, baud, clock, statistics, LETTERS, is_urgent)
        self._drive = TargetDrive(robot_kind(self.kind).motors)
        self._counters = StepCounters(epuck.COUNTER_SPAN)
        self._ordered: tuple[int, int] | None = None
        """Speeds that the robot has confirmed; ``None``: not known."""
        self._is_binary: bool | None = None
        self._asked_s = 0.0
        self._counted_s = clock.now_s()

    @property
    def is_in_step(self) -> bool:
        """Whether the next answer will be the one to the next command."""
        return self._exchanger.is_in_step

    @property
    def saw_reset(self) -> bool:
        """Whether the robot has said its banner."""
        return self._exchanger.saw_banner

    @saw_reset.setter
    def saw_reset(self, saw: bool) -> None:
        self._exchanger.saw_banner = saw

    @property
    def asked_s(self) -> float:
        """When the last answered command was sent."""
        return self._asked_s

    @property
    def busy_s(self) -> float | None:
        """In how many seconds to look whether the wheels are at their target."""
        return self._drive.due_s(self._clock.now_s())

    def shout_stop(self) -> None:
        """Send the order to stop at once."""
        self._ordered = None
        self._exchanger.shout(epuck.request_of(SetSpeeds(0, 0)))

    def introduce(self, until_s: float) -> None:
        """Meet the robot, and find out whether it knows the binary mode."""
        self._exchanger.introduce(until_s)
        self._order_speeds(SetSpeeds(0, 0), until_s)
        if self._is_binary is None:
            self._is_binary = self._knows_binary(until_s)

    def ask(self, wanted: Wanted, until_s: float) -> tuple[int, ...]:
        """Give an order or ask for a reading."""
        if isinstance(wanted, Quantity):
            return self._read(wanted, until_s)
        match wanted:
            case SetSpeeds():
                self._drive.end()
                self._order_speeds(wanted, until_s)
            case SetTargets():
                self._drive.begin(wanted, self._clock.now_s())
                self.tend(until_s)
            case SetProfile():
                self._drive.set_profile(wanted)
            case SetCounters():
                self._exchanger.ask(epuck.request_of(wanted), until_s)
                self._counters.set(wanted.left_pulses, wanted.right_pulses)
            case _:
                self._exchanger.ask(epuck.request_of(wanted), until_s)
        self._asked_s = self._exchanger.asked_s
        return ()

    def refusal(self, wanted: Wanted, answer: str) -> str:
        """Return the message for a command that the robot does not accept."""
        return (
            f"The robot doesn't accept {epuck.request_of(wanted).entry.key!r}: it says {answer!r}. "
            "Is its selector at the position for the advanced sercom (3 for Bluetooth, 8 for USB)?"
        )

    def tend(self, until_s: float) -> None:
        """Check how far the wheels still have to go, and order the speeds for that."""
        if self._drive.is_active and not self._drive.is_there:
            counters = self._read(Quantity.POSITIONS, until_s)
            self._order_speeds(self._drive.look(counters, self._clock.now_s()), until_s)

    def _read(self, quantity: Quantity, until_s: float) -> tuple[int, ...]:
        if quantity is Quantity.MOTION:
            self.tend(until_s)
            return self._drive.motion()
        values = self._quick(_BINARY[quantity], until_s) if self._is_binary else None
        if values is None:
            values = self._exchanger.ask(epuck.request_of(quantity), until_s)
            self._asked_s = self._exchanger.asked_s
        if quantity is Quantity.POSITIONS:
            self._counted_s = self._clock.now_s()
            return self._counters.read(values)
        if self._clock.now_s() - self._counted_s > COUNT_EVERY_S:
            asked_s = self._asked_s
            self._read(Quantity.POSITIONS, until_s)
            self._asked_s = asked_s
        return epuck.reading_of(quantity, values)

    def _order_speeds(self, speeds: SetSpeeds, until_s: float) -> None:
        self._ordered = None
        self._exchanger.ask(epuck.request_of(speeds), until_s)
        self._ordered = speeds.left, speeds.right

    # The binary mode

    def _knows_binary(self, until_s: float) -> bool:
        """Ask for the speeds, which are known to be zero."""
        return self._quick("E", until_s) is not None

    def _quick(self, letter: str, until_s: float) -> tuple[int, ...] | None:
        """Return the numbers of a binary answer; ``None``: no credible one came."""
        if self._ordered is None or not self.is_in_step:
            return None
        begun_s = self._clock.now_s()
        if self._port.receive(0.0):
            self._doubt(Fault.UNASKED)
            return None
        answer = struct.Struct(epuck.ANSWER_FORMATS[letter] + epuck.ANSWER_FORMATS["E"][1:])
        self._port.send(epuck.order_byte(letter) + epuck.order_byte("E") + b"\0")
        data = b""
        due_s = min(until_s, begun_s + BINARY_PATIENCE_S)
        while len(data) < answer.size and (left_s := due_s - self._clock.now_s()) > 0.0:
            if self._is_urgent():
                self._exchanger.is_in_step = False
                raise Abandoned
            data += self._port.receive(min(left_s, SLICE_S))
        if len(data) != answer.size:
            self._doubt(Fault.SHORT if data else Fault.SILENCE)
            return None
        *values, left, right = answer.unpack(data)
        if (left, right) != self._ordered:
            self._doubt(Fault.GARBLED)
            return None
        self._asked_s = begun_s
        self._statistics.note_exchange(self._clock.now_s() - begun_s)
        return tuple(values)

    def _doubt(self, fault: Fault) -> None:
        """Bring the line into step before anything else is believed."""
        self._statistics.faults[fault] += 1
        self._exchanger.is_in_step = False


def _no(what: str) -> str:
    return f"An e-puck has no {what}. Use a robot that has one, or do without it."


_NO_GRIPPER = _no("gripper")
_NO_CAMERA = _no("line camera like the Khepera's K213 turret")
_NO_RADIO = (
    "wsusim doesn't send radio messages between real e-pucks. Use simulated robots for that."
)

EPUCK = Language(
    scheme="epuck",
    title="e-puck",
    one="an e-puck",
    kind=EpuckConversation.kind,
    converse=EpuckConversation,
    rates=(epuck.BAUD,),
    examples=("epuck:/dev/rfcomm0", "epuck:COM4", "epuck:socket://HOST:PORT"),
    next_step=(
        "Is it switched on and charged, and its selector at 3 (Bluetooth) or 8 (USB, e-puck2)? Is "
        "it paired with this computer? A Khepera's address begins with serial: instead of epuck:"
    ),
    absent=MappingProxyType(
        {
            SetArm: _NO_GRIPPER,
            SetGrip: _NO_GRIPPER,
            Quantity.ARM: _NO_GRIPPER,
            Quantity.GRIP: _NO_GRIPPER,
            Quantity.OBJECT_PRESENT: _NO_GRIPPER,
            Quantity.RESISTIVITY: _NO_GRIPPER,
            Quantity.CAMERA_PIXELS: _NO_CAMERA,
            Quantity.CAMERA_LIGHT: _NO_CAMERA,
            Quantity.FLOOR: (
                "wsusim doesn't read the ground sensors of a real e-puck (they are an extra). Use "
                "`self.floor` with simulated robots only."
            ),
            Quantity.RADIO: _NO_RADIO,
            SendRadio: _NO_RADIO,
            SetPwm: "An e-puck's motors turn by steps: use `set_speeds`.",
        }
    ),
    no_eye=(
        "wsusim doesn't read the camera of a real e-puck yet: `self.eye` is there only in the "
        "simulator. Use `self.sensors`."
    ),
    as_after_reset=(SetCounters(0, 0), SetLed(0, 0), SetLed(1, 0)),
)

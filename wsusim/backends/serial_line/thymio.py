"""The Thymio's language: variables of an Aseba node, read and set by messages."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from wsusim.backends.repeated_answers import QUIET_S
from wsusim.backends.serial_line.conversation import Abandoned, Language, NoAnswer, Refused, Wanted
from wsusim.backends.serial_line.line_clock import WallClock
from wsusim.backends.serial_line.port import SLICE_S, Port
from wsusim.backends.serial_line.rolled_way import RolledWay
from wsusim.backends.serial_line.statistics import Fault, LineStatistics
from wsusim.backends.serial_line.target_drive import TargetDrive
from wsusim.model.commands import (
    RobotCommand,
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
from wsusim.protocol import thymio as aseba
from wsusim.protocol.thymio import Message, signed, words_to_bytes
from wsusim.robots import robot_kind

ANSWER_S = 0.15
"""A Thymio answers within so long, by its radio dongle too (guess); then it is asked again."""

ROLLING_S = 0.05
"""While the wheels roll, their speeds are read this often, to count how far they went."""

CHANGING_S, CHANGE_S = 0.01, 0.1
"""So often for so long after an order, until the wheels have followed it."""

BEFORE = 6
"""A question has so many forms, one after the other while it is asked again."""

LIT, DARK = 32, 0
"""Brightness of a lamp, 0 to 32 (Mobsya)."""

_LAMPS = ("leds.top", "leds.bottom.left")
_ON = 1


class ThymioConversation:
    """Talks to one Thymio, the first that answers; fulfils ``Conversation``.

    A question names the variables, and its answer says where they begin and how many they are. An
    order has no answer, so the target speeds are read back. Messages carry no checksum: if
    something else arrives, listen until the line is quiet, then ask again.
    """

    kind = "thymio"
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
        motors = robot_kind(self.kind).motors
        self._drive = TargetDrive(motors)
        self._way = RolledWay(motors)
        self._splitter = aseba.MessageSplitter()
        self._waiting: list[Message] = []
        self._node: int | None = None
        self._at: dict[str, int] = {}
        """Where each variable begins among the words of the node."""
        self._size: dict[str, int] = {}
        self.asked_s = 0.0
        self._ordered_s = 0.0

    @property
    def is_in_step(self) -> bool:
        """Whether the robot is known and nothing else is on the line."""
        return bool(self._at) and not self._splitter.is_lost

    @property
    def busy_s(self) -> float | None:
        """In how many seconds to look whether the wheels are at their target."""
        now_s = self._clock.now_s()
        drive_s = self._drive.due_s(now_s)
        if not self._way.is_rolling:
            return drive_s
        is_changing = now_s < self._ordered_s + CHANGE_S
        count_s = max(0.0, self.asked_s + (CHANGING_S if is_changing else ROLLING_S) - now_s)
        return count_s if drive_s is None else min(drive_s, count_s)

    def shout_stop(self) -> None:
        """Send the order to stop, as soon as the robot's node is known."""
        if self._node is not None and self._at:
            self._send_speeds(SetSpeeds(0, 0))

    def introduce(self, until_s: float) -> None:
        """Find the node and ask what variables it has."""
        while not self._at:
            self._listen_until_quiet(until_s)
            self._say(aseba.LIST_NODES, [aseba.PROTOCOL_VERSION])
            present = self._next((aseba.NODE_PRESENT,), min(until_s, self._clock.now_s() + 1.0))
            if present is None:
                self._statistics.faults[Fault.SILENCE] += 1
                continue
            self._node = present.source
            self._listen_until_quiet(until_s)
            self._say(aseba.GET_NODE_DESCRIPTION, [self._node, aseba.PROTOCOL_VERSION])
            self._learn(until_s)

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
        """Return the message for a command that the robot does not accept."""
        return f"This Thymio doesn't take {type(wanted).__name__}: {answer}"

    def tend(self, until_s: float) -> None:
        """Count how far the wheels have rolled; order the speeds for what is left of their way."""
        counters = self._count(until_s)
        if self._drive.due_s(self._clock.now_s()) == 0.0:
            self._turn(self._drive.look(counters, self._clock.now_s()), until_s)

    # Readings and orders

    def _read(self, quantity: Quantity, until_s: float) -> tuple[int, ...]:
        match quantity:
            case Quantity.PROXIMITY:
                words = self._get("prox.horizontal", aseba.HORIZONTAL, until_s)
                return tuple(
                    max(0, min(1023, round(word * 1023 / aseba.FULL_SCALE))) for word in words
                )
            case Quantity.FLOOR:
                words = self._get("prox.ground.reflected", 2, until_s)
                return max(0, min(1023, words[0])), max(0, min(1023, words[1]))
            case Quantity.MOTION:
                self.tend(until_s)
                return self._drive.motion()
            case Quantity.POSITIONS:
                return self._count(until_s)
            case Quantity.SPEEDS:
                return self._speeds(until_s)
            case _:
                raise AssertionError(quantity.name)

    def _speeds(self, until_s: float) -> tuple[int, ...]:
        """Return the measured speeds of the wheels, and compute how far they have gone."""
        speeds = self._get("motor.left.speed", 2, until_s)
        self._way.note(speeds, self.asked_s)
        return speeds

    def _count(self, until_s: float) -> tuple[int, int]:
        self._speeds(until_s)
        return self._way.counters

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
                self._speeds(until_s)
                self._way.counters = order.left_pulses, order.right_pulses
            case SetLed():
                self._light(order, until_s)
            case _:
                raise AssertionError(order)

    def _turn(self, speeds: SetSpeeds, until_s: float) -> None:
        """Order speeds until the robot confirms them as its targets."""
        self._speeds(until_s)
        self._way.expect((speeds.left, speeds.right))
        self._ordered_s = self._clock.now_s()
        while True:
            self._send_speeds(speeds)
            if self._get("motor.left.target", 2, until_s) == (speeds.left, speeds.right):
                return
            self._again(until_s)

    def _light(self, order: SetLed, until_s: float) -> None:
        lamp = _LAMPS[order.led]
        if lamp not in self._at:
            raise Refused(
                "its firmware has no variables for its lamps (firmware 13 and later has)."
            )
        level = LIT if order.action == _ON else DARK
        words = [level] * self._size[lamp]
        while True:
            self._set(lamp, words)
            if list(self._get(lamp, len(words), until_s)) == words:
                return
            self._again(until_s)

    def _send_speeds(self, speeds: SetSpeeds) -> None:
        self._set("motor.left.target", (speeds.left, speeds.right))

    # Messages

    def _set(self, name: str, words: list[int] | tuple[int, ...]) -> None:
        assert self._node is not None
        self._say(aseba.SET_VARIABLES, [self._node, self._at[name], *words])

    def _get(self, name: str, count: int, until_s: float) -> tuple[int, ...]:
        """Return variables as signed numbers, repeating the question if necessary."""
        assert self._node is not None
        attempt = 0
        while True:
            # Asked again, some more words before: so a late answer to the last time is known by it.
            before = min(attempt % BEFORE, self._at[name])
            attempt += 1
            start, size = self._at[name] - before, count + before
            self._expect_silence(until_s)
            asked_s = self._clock.now_s()
            self._say(aseba.GET_VARIABLES, [self._node, start, size])
            answer = self._next((aseba.VARIABLES,), min(until_s, asked_s + ANSWER_S))
            words = () if answer is None else answer.words
            if answer is not None and words[:1] == (start,) and len(words) == 1 + size:
                self.asked_s = asked_s
                return tuple(signed(word) for word in words[1 + before :])
            self._doubt(Fault.SILENCE if answer is None else Fault.LATE)
            self._listen_until_quiet(until_s)

    def _learn(self, until_s: float) -> None:
        """Read the description of the node, which must be complete."""
        at = 0
        size: dict[str, int] = {}
        names: dict[str, int] = {}
        wanted: int | None = None
        while wanted is None or len(names) < wanted:
            message = self._next(
                (aseba.DESCRIPTION, aseba.NAMED_VARIABLE), min(until_s, self._clock.now_s() + 1.0)
            )
            if message is None:
                return
            content = message.content
            if message.type == aseba.DESCRIPTION:
                begin = 1 + (content[0] if content else 0)
                counts = message.words_from(begin)
                if len(counts) < 5:
                    return
                wanted = counts[4]
            else:
                words = message.words
                name = content[3 : 3 + content[2]].decode("utf-8", "replace") if words else ""
                names[name], size[name] = at, words[0] if words else 0
                at += size[name]
        if not {"motor.left.target", "prox.horizontal"} <= set(names):
            self._statistics.faults[Fault.FOREIGN] += 1
            return
        self._at, self._size = names, size

    def _say(self, kind: int, words: list[int]) -> None:
        self._port.send(Message(0, kind, words_to_bytes(words)).encode())

    def _next(self, kinds: tuple[int, ...], until_s: float) -> Message | None:
        """Return the next message of these types from our node; ``None``: none came in time."""
        while True:
            while self._waiting:
                message = self._waiting.pop(0)
                if message.type in kinds and self._node in (None, message.source):
                    return message
            left_s = until_s - self._clock.now_s()
            if left_s <= 0.0 or self._splitter.is_lost:
                return None
            if self._is_urgent():
                raise Abandoned
            self._take(self._port.receive(min(left_s, SLICE_S)))

    def _take(self, data: bytes) -> None:
        self._waiting += [aseba.message_of(part) for _, part in self._splitter.cut(data)]

    def _expect_silence(self, until_s: float) -> None:
        self._take(self._port.receive(0.0))
        if any(m.type == aseba.VARIABLES for m in self._waiting) or self._splitter.is_lost:
            self._doubt(Fault.UNASKED)
            self._listen_until_quiet(until_s)

    def _again(self, until_s: float) -> None:
        """Count an order that did not arrive; raise ``NoAnswer`` when the time is up."""
        self._statistics.repeats += 1
        if self._clock.now_s() >= until_s:
            raise NoAnswer

    def _doubt(self, fault: Fault) -> None:
        self._statistics.faults[fault] += 1
        self._statistics.repeats += 1

    def _listen_until_quiet(self, until_s: float) -> None:
        """Forget all that comes in until nothing does."""
        quiet_s = self._clock.now_s() + QUIET_S
        while (now_s := self._clock.now_s()) < quiet_s:
            if now_s >= until_s:
                raise NoAnswer
            if self._is_urgent():
                raise Abandoned
            if self._port.receive(min(quiet_s - now_s, SLICE_S)):
                quiet_s = self._clock.now_s() + QUIET_S
        self._splitter = aseba.MessageSplitter()
        self._waiting.clear()
        if self._clock.now_s() >= until_s:
            raise NoAnswer


def _no(what: str) -> str:
    return f"A Thymio has no {what}. Use a robot that has one, or do without it."


_NO_GRIPPER = _no("gripper")
_NO_CAMERA = _no("camera")
_NO_RADIO = "wsusim doesn't send messages between real Thymios. Use simulated robots for that."

THYMIO = Language(
    scheme="thymio",
    title="Thymio",
    one="a Thymio",
    kind=ThymioConversation.kind,
    converse=ThymioConversation,
    rates=(aseba.BAUD,),
    tcp_port=aseba.TCP_PORT,
    examples=("thymio:/dev/ttyACM0", "thymio:COM5", "thymio:127.0.0.1:33333"),
    next_step=(
        "Is it switched on, and plugged in by USB or its dongle? Close Thymio Suite and Aseba "
        "Studio: only one program can use the port. (Or let asebaswitch share it: thymio:HOST.)"
    ),
    absent=MappingProxyType(
        {
            Quantity.AMBIENT: "A Thymio's sensors don't measure ambient light.",
            SetArm: _NO_GRIPPER,
            SetGrip: _NO_GRIPPER,
            Quantity.ARM: _NO_GRIPPER,
            Quantity.GRIP: _NO_GRIPPER,
            Quantity.OBJECT_PRESENT: _NO_GRIPPER,
            Quantity.RESISTIVITY: _NO_GRIPPER,
            Quantity.CAMERA_PIXELS: _NO_CAMERA,
            Quantity.CAMERA_LIGHT: _NO_CAMERA,
            Quantity.RADIO: _NO_RADIO,
            SendRadio: _NO_RADIO,
            SetPwm: "A Thymio takes speeds only: use `set_speeds`.",
        }
    ),
    no_eye="A real Thymio has no camera: `self.eye` is there only in the simulator.",
)

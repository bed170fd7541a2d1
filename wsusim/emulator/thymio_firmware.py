"""What a Thymio's program does: it is an Aseba node with variables, and runs no bytecode."""

from __future__ import annotations

import struct
import uuid
from collections.abc import Callable

from wsusim.emulator.body import Body
from wsusim.emulator.thymio_names import EVENTS, FUNCTIONS, NativeFunction
from wsusim.model.commands import SetLed, SetSpeeds
from wsusim.model.readings import Quantity
from wsusim.protocol import thymio as aseba
from wsusim.protocol.thymio import Message, MessageSplitter, message_of, signed, words_to_bytes

NODE = 1
"""Number of the first robot's node."""

NAME = "thymio-II"
FIRMWARE_VERSION = 13
FIRMWARE_VARIANT = 0
PROTOCOL_VERSION = 6
"""The first that can be asked for its name."""

PRODUCT_ID = 8
"""Of a Thymio II (Mobsya)."""

BYTECODE_WORDS, STACK_WORDS, VARIABLE_WORDS = 1534, 32, 620
"""Room for a program (guess: as a real one says); it is told, and not used."""

LAMPS: tuple[aseba.Variable, ...] = (
    aseba.Variable("leds.top", 3),
    aseba.Variable("leds.bottom.left", 3),
    aseba.Variable("leds.bottom.right", 3),
    aseba.Variable("leds.circle", 8),
)
"""Lamps as variables, as firmware 13 and later have them."""

VARIABLES = aseba.VARIABLES_OF_THYMIO + LAMPS

GRAVITY = (0, 0, 21)
"""Accelerometer of a robot that stands on the floor: 23 is 1 g (Mobsya)."""

TEMPERATURE = 250
"""Tenths of a degree."""

GROUND_CLEAR = 700
"""What a ground sensor reflects from a bright floor (guess)."""

WORDS_A_MESSAGE = 256
"""More variables are sent in several messages (guess: half of what fits)."""

NO_PROGRAMS = (
    "a program sent a Thymio bytecode to run. The emulated Thymio runs no Aseba programs: it is "
    "driven from the computer, by setting and reading its variables."
)

_PROGRAM_ORDERS = (aseba.SET_BYTECODE, aseba.RUN, aseba.STEP)


class ThymioFirmware:
    """One Thymio's node; fulfils ``RobotProgram``.

    Args:
        body: What it drives.
        node: Its number among the nodes.
        notice: Called once when a program is sent.
    """

    speed_counts = False
    ends_lines = False

    def __init__(
        self, body: Body, node: int = NODE, notice: Callable[[str], None] = lambda text: None
    ) -> None:
        self.baud = aseba.BAUD
        self._body = body
        self._node = node
        self._notice = notice
        self._has_noticed = False
        self._at: dict[str, int] = {}
        begin = 0
        for name, words in VARIABLES:
            self._at[name] = begin
            begin += words
        self._memory = [0] * begin
        self._put("_id", node)
        self._put("_productId", PRODUCT_ID)
        self._put("_fwversion", FIRMWARE_VERSION, FIRMWARE_VARIANT)

    def cutter(self) -> MessageSplitter:
        """Return an object that cuts a client's bytes into messages."""
        return MessageSplitter()

    def answer(self, request: bytes) -> tuple[bytes, ...]:
        """Obey a message, unless it is for another node; return the messages of the answer."""
        message = message_of(request)
        words = message.words
        if message.type == aseba.LIST_NODES:
            return (self._say(aseba.NODE_PRESENT, [PROTOCOL_VERSION]),)
        if not words or words[0] != self._node:
            return ()
        return self._obey(message.type, words[1:], message.content[2:])

    def _obey(self, kind: int, words: tuple[int, ...], content: bytes) -> tuple[bytes, ...]:
        match kind:
            case aseba.GET_NODE_DESCRIPTION:
                return self._description()
            case aseba.GET_VARIABLES if len(words) >= 2:
                return self._variables(words[0], words[1])
            case aseba.SET_VARIABLES if words:
                self._set(words[0], words[1:])
            case aseba.GET_EXECUTION_STATE:
                return (self._say(aseba.EXECUTION_STATE, [0, 0]),)
            case aseba.GET_DEVICE_INFO if content:
                return self._device_info(content[0])
            case aseba.RESET | aseba.STOP:
                self._set(self._at["motor.left.target"], (0, 0))
            case _ if kind in _PROGRAM_ORDERS and not self._has_noticed:
                self._has_noticed = True
                self._notice(NO_PROGRAMS)
        return ()

    def _description(self) -> tuple[bytes, ...]:
        sizes = [
            PROTOCOL_VERSION,
            BYTECODE_WORDS,
            STACK_WORDS,
            VARIABLE_WORDS,
            len(VARIABLES),
            len(EVENTS),
            len(FUNCTIONS),
        ]
        head = Message(
            self._node, aseba.DESCRIPTION, aseba.text_bytes(NAME) + words_to_bytes(sizes)
        )
        rows = [
            Message(
                self._node,
                aseba.NAMED_VARIABLE,
                struct.pack("<H", words) + aseba.text_bytes(name),
            )
            for name, words in VARIABLES
        ]
        rows += [
            Message(self._node, aseba.LOCAL_EVENT, aseba.text_bytes(name) + aseba.text_bytes(text))
            for name, text in EVENTS
        ]
        rows += [
            Message(self._node, aseba.NATIVE_FUNCTION, _described(function))
            for function in FUNCTIONS
        ]
        return tuple(message.encode() for message in (head, *rows))

    def _device_info(self, kind: int) -> tuple[bytes, ...]:
        if kind == aseba.UUID:
            data = uuid.uuid5(uuid.NAMESPACE_DNS, f"wsusim.thymio.{self._node}").bytes
        elif kind == aseba.NAME:
            data = f"Thymio {self._node}".encode()
        else:
            return ()
        content = bytes((kind, len(data))) + data
        return (Message(self._node, aseba.DEVICE_INFO, content).encode(),)

    def _variables(self, start: int, count: int) -> tuple[bytes, ...]:
        """Return a number of words from an address on, as far as they exist."""
        self._sense()
        end = min(len(self._memory), start + count)
        return tuple(
            self._say(
                aseba.VARIABLES, [begin, *self._memory[begin : min(end, begin + WORDS_A_MESSAGE)]]
            )
            for begin in range(start, end, WORDS_A_MESSAGE)
        )

    def _set(self, start: int, words: tuple[int, ...]) -> None:
        for at, word in enumerate(words, start=start):
            if at < len(self._memory):
                self._memory[at] = word
        touched = range(start, start + len(words))
        left_at = self._at["motor.left.target"]
        if left_at in touched or left_at + 1 in touched:
            left, right = (
                max(-aseba.MAX_SPEED, min(aseba.MAX_SPEED, signed(self._memory[left_at + wheel])))
                for wheel in range(2)
            )
            self._body.apply(SetSpeeds(left, right))
        for lamp, name in enumerate(("leds.top", "leds.bottom.left")):
            at = self._at[name]
            if at in touched:
                self._body.apply(SetLed(lamp, int(any(self._memory[at : at + 3]))))

    def _sense(self) -> None:
        """Update the variables with the robot's readings."""
        near = self._body.read(Quantity.PROXIMITY)
        self._put("prox.horizontal", *(round(v * aseba.FULL_SCALE / 1023) for v in near))
        floor = self._body.read(Quantity.FLOOR) if self._body.sees_floor else (GROUND_CLEAR,) * 2
        self._put("prox.ground.reflected", *floor[:2])
        self._put("prox.ground.delta", *floor[:2])
        self._put("motor.left.speed", *self._body.read(Quantity.SPEEDS))
        self._put("acc", *GRAVITY)
        self._put("temperature", TEMPERATURE)

    def _put(self, name: str, *values: int) -> None:
        at = self._at[name]
        self._memory[at : at + len(values)] = [value & 0xFFFF for value in values]

    def _say(self, kind: int, words: list[int]) -> bytes:
        return Message(self._node, kind, words_to_bytes(words)).encode()


def _described(function: NativeFunction) -> bytes:
    """Return the content of a message that describes a function."""
    head = aseba.text_bytes(function.name) + aseba.text_bytes(function.text)
    arguments = b"".join(
        words_to_bytes([size]) + aseba.text_bytes(name) for name, size in function.arguments
    )
    return head + words_to_bytes([len(function.arguments)]) + arguments

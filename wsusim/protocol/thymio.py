"""The Thymio's language: Aseba's messages, and the variables that a Thymio II has.

Sources: Mobsya's ``aseba`` (messages), Mobsya's "Thymio programming interface" (variables).
Everything is in 16-bit words, least significant byte first. A message is the number of bytes of its
content, the node that sends it, its type, then the content. Texts are a byte of length and UTF-8.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

TCP_PORT = 33333
BAUD = 115_200
PROTOCOL_VERSION = 5
"""The least that can list its nodes."""

HEADER = struct.Struct("<HHH")
CONTENT_LIMIT = 520
"""Bytes of a message's content, at most (``ASEBA_MAX_EVENT_ARG_SIZE``, 516, with something to
spare)."""

DESCRIPTION = 0x9000
NAMED_VARIABLE = 0x9001
LOCAL_EVENT = 0x9002
NATIVE_FUNCTION = 0x9003
VARIABLES = 0x9005
EXECUTION_STATE = 0x900A
NODE_PRESENT = 0x900C
DEVICE_INFO = 0x900D

SET_BYTECODE = 0xA001
RESET = 0xA002
RUN = 0xA003
PAUSE = 0xA004
STEP = 0xA005
STOP = 0xA006
GET_EXECUTION_STATE = 0xA007
GET_VARIABLES = 0xA00B
SET_VARIABLES = 0xA00C
GET_NODE_DESCRIPTION = 0xA010
LIST_NODES = 0xA011
GET_DEVICE_INFO = 0xA012

UUID, NAME = 1, 2
"""Kinds of ``DEVICE_INFO``."""

SPEED_MM_S = 166.0 / 500.0
"""Speed under an order of 1 (Enki, Mobsya: 500 is about 16.6 cm/s)."""

MAX_SPEED = 500
FULL_SCALE = 4308
"""Of a proximity reading in our robot file (Webots' calibration); a real robot reaches 4,500."""

HORIZONTAL = 7
"""Proximity sensors."""


class Variable(NamedTuple):
    """A variable of a node: its words begin where those of the ones before it end."""

    name: str
    words: int


VARIABLES_OF_THYMIO: tuple[Variable, ...] = tuple(
    Variable(name, words)
    for name, words in (
        ("_id", 1),
        ("event.source", 1),
        ("event.args", 32),
        ("_productId", 1),
        ("_fwversion", 2),
        ("button.backward", 1),
        ("button.left", 1),
        ("button.center", 1),
        ("button.forward", 1),
        ("button.right", 1),
        ("prox.horizontal", HORIZONTAL),
        ("prox.comm.rx", 1),
        ("prox.comm.tx", 1),
        ("prox.ground.ambiant", 2),
        ("prox.ground.reflected", 2),
        ("prox.ground.delta", 2),
        ("motor.left.target", 1),
        ("motor.right.target", 1),
        ("motor.left.speed", 1),
        ("motor.right.speed", 1),
        ("motor.left.pwm", 1),
        ("motor.right.pwm", 1),
        ("acc", 3),
        ("temperature", 1),
        ("rc5.address", 1),
        ("rc5.command", 1),
        ("mic.intensity", 1),
        ("mic.threshold", 1),
        ("timer.period", 2),
        ("sd.present", 1),
    )
)


@dataclass(frozen=True, slots=True)
class Message:
    """One message of Aseba's."""

    source: int
    """The node that sends it; 0 is a computer."""
    type: int
    content: bytes = b""

    def encode(self) -> bytes:
        """Return its bytes."""
        return HEADER.pack(len(self.content), self.source, self.type) + self.content

    @property
    def words(self) -> tuple[int, ...]:
        """The content as unsigned words; an odd byte at the end is left out."""
        return self.words_from(0)

    def words_from(self, begin: int) -> tuple[int, ...]:
        """Return the words that follow after so many bytes."""
        count = max(0, len(self.content) - begin) // 2
        return struct.unpack_from(f"<{count}H", self.content, begin) if count else ()


class MessageSplitter:
    r"""Collects bytes and hands out complete messages.

    >>> splitter = MessageSplitter()
    >>> data = Message(0, LIST_NODES, words_to_bytes([5])).encode()
    >>> list(splitter.cut(data[:3])), list(splitter.cut(data[3:]))
    ([], [(5, b'\x02\x00\x00\x00\x11\xa0\x05\x00')])
    """

    def __init__(self) -> None:
        self._kept = b""
        self.is_lost = False
        """Whether something came in that can't be a message: where the next begins is not known."""

    def cut(self, data: bytes) -> Iterable[tuple[int, bytes]]:
        """Yield each message's bytes that is complete with ``data``, and where it ends in it."""
        before = len(self._kept)
        self._kept += data
        taken = 0
        while len(self._kept) - taken >= HEADER.size:
            size, _, _ = HEADER.unpack_from(self._kept, taken)
            if size > CONTENT_LIMIT:
                self.is_lost = True
                taken = len(self._kept)
                break
            end = taken + HEADER.size + size
            if end > len(self._kept):
                break
            yield end - before, self._kept[taken:end]
            taken = end
        self._kept = self._kept[taken:]


def message_of(data: bytes) -> Message:
    """Return the message whose complete bytes these are."""
    _, source, kind = HEADER.unpack_from(data)
    return Message(source, kind, data[HEADER.size :])


def words_to_bytes(words: Iterable[int]) -> bytes:
    """Return numbers as words; negative ones as their two's complement."""
    return b"".join(struct.pack("<H", word & 0xFFFF) for word in words)


def signed(word: int) -> int:
    """Return the number from -32,768 to 32,767 that a word means."""
    return word - 0x10000 if word >= 0x8000 else word


def text_bytes(text: str) -> bytes:
    """Return a text of at most 255 bytes with its length before it."""
    data = text.encode("utf-8")[:255]
    return bytes((len(data),)) + data

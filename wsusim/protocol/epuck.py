"""The e-puck's language (GCtronic's "advanced sercom"): lines of text, and its quicker binary mode.

Source of letters, numbers and their order: GCtronic's wiki, "Advanced sercom protocol", and the
firmware of the e-puck2. Readings have 12 bits there; here they are 0 to 1023, see ``reading_of``.
"""

from __future__ import annotations

import struct

from wsusim.model.commands import RobotCommand, SetCounters, SetLed, SetSpeeds
from wsusim.model.readings import Quantity
from wsusim.protocol.fields import Entry, Field
from wsusim.protocol.messages import Request

BAUD = 115_200
"""Of Bluetooth and USB alike."""

MAX_SPEED = 1000
"""Steps a second."""

FULL_SCALE = 4095
"""Of a proximity reading."""

DARK_RATIO = 8
"""An e-puck reads about 4,000 in the dark where a Khepera reads 500."""

SENSORS = 8
FRAME_BYTES = 104
"""Of all that an e-puck2 senses, in one piece (order 8 of the binary mode, and over Wi-Fi)."""

COUNTER_SPAN = 2**16
"""Step counters have 16 bits and wrap."""

BODY_LED, FRONT_LED = 8, 9
"""Numbers of these lamps in the binary mode."""

_SOURCE = "GCtronic"
_STEPS = Field("steps", -(2**15), 2**15 - 1)
_SPEED = Field("steps/s", -2 * MAX_SPEED, 2 * MAX_SPEED)
_PROXIMITY = Field("proximity", -FULL_SCALE, 2 * FULL_SCALE)
_AMBIENT = Field("ambient light", 0, 2 * FULL_SCALE)
_LAMP = Field("action", 0, 2)


def _pair(field: Field) -> tuple[Field, ...]:
    return (field, field)


def _entry(letter: str, title: str, arguments: tuple[Field, ...] = (), **more: object) -> Entry:
    return Entry(
        (letter,),
        title,
        _SOURCE,
        arguments,
        answer_prefix=(letter.lower(),),
        **more,  # type: ignore[arg-type]
    )


ENTRIES: dict[str, Entry] = {
    entry.key: entry
    for entry in (
        _entry("D", "set speeds", _pair(_SPEED), command=SetSpeeds),
        _entry("E", "read speeds", answer=_pair(_SPEED), quantity=Quantity.SPEEDS),
        _entry("N", "read proximity", answer=(_PROXIMITY,) * SENSORS, quantity=Quantity.PROXIMITY),
        _entry("O", "read ambient light", answer=(_AMBIENT,) * SENSORS, quantity=Quantity.AMBIENT),
        _entry("P", "set step counters", _pair(_STEPS), command=SetCounters),
        _entry("Q", "read step counters", answer=_pair(_STEPS), quantity=Quantity.POSITIONS),
        _entry("B", "body lamp", (_LAMP,)),
        _entry("F", "front lamp", (_LAMP,)),
        _entry("S", "stop, lamps off"),
        _entry("A", "read accelerometer", answer=(Field("axis", -(2**15), 2**15 - 1),) * 3),
        _entry("C", "read selector", answer=(Field("position", 0, 15),)),
    )
}
"""What wsusim says to an e-puck; the emulated one understands more."""

QUESTIONS: tuple[Entry, ...] = tuple(ENTRIES[key] for key in ("E", "Q", "C", "A"))
"""Harmless, with answers of different forms; a Khepera answers only the first of them alike."""

BANNER = ("WELCOME to the SerCom protocol on e-Puck", 'the EPFL education robot type "H" for help')
"""Said at the start, after a form feed and a bell."""

_OF_QUANTITY = {entry.quantity: entry for entry in ENTRIES.values() if entry.quantity is not None}


def request_of(wanted: RobotCommand | Quantity) -> Request:
    """Return the line for a reading, or for an order that is one line on an e-puck.

    Lamp 0 is the green one in the body, lamp 1 the red one in front. Counters are cut to 16 bits.
    """
    match wanted:
        case Quantity():
            return Request(_OF_QUANTITY[wanted])
        case SetSpeeds():
            return Request(ENTRIES["D"], (wanted.left, wanted.right))
        case SetCounters():
            return Request(ENTRIES["P"], (short(wanted.left_pulses), short(wanted.right_pulses)))
        case SetLed():
            return Request(ENTRIES["BF"[wanted.led]], (wanted.action,))
        case _:
            raise AssertionError(wanted)


def reading_of(quantity: Quantity, values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of an answer in wsusim's ranges: 0 to 1023, 500 in the dark."""
    match quantity:
        case Quantity.PROXIMITY:
            return tuple(max(0, min(1023, round(value * 1023 / FULL_SCALE))) for value in values)
        case Quantity.AMBIENT:
            return tuple(min(1023, value // DARK_RATIO) for value in values)
        case _:
            return values


def answer_of(quantity: Quantity, values: tuple[int, ...]) -> tuple[int, ...]:
    """Return wsusim's reading as an e-puck writes it; the reverse of ``reading_of``."""
    match quantity:
        case Quantity.PROXIMITY:
            return tuple(round(value * FULL_SCALE / 1023) for value in values)
        case Quantity.AMBIENT:
            return tuple(min(FULL_SCALE, value * DARK_RATIO) for value in values)
        case Quantity.POSITIONS:
            return tuple(map(short, values))
        case _:
            return values


def short(value: int) -> int:
    """Return the value of a signed 16-bit counter for a number."""
    return (value + COUNTER_SPAN // 2) % COUNTER_SPAN - COUNTER_SPAN // 2


# The binary mode: a letter is sent as its negative, a zero byte ends the request, and the answers
# come in one piece, least significant byte first.

ANSWER_FORMATS: dict[str, str] = {
    "N": "<8H",
    "O": "<8H",
    "Q": "<2h",
    "E": "<2h",
    "a": "<3h",
    "A": "<3f",
    "g": "<3h",
    "M": "<3H",
    "u": "<3H",
    "t": "<b",
    "b": "<H",
}
"""Of each question, as ``struct`` has them."""

ARGUMENT_BYTES: dict[int, int] = {
    ord("D"): 4,
    ord("P"): 4,
    ord("L"): 2,
    ord("W"): 3,
    ord("w"): 35,
    ord("Y"): 2,
    0x09: 19,
    0x0A: 12,
    0x0F: 1,
    0x10: 1,
    0x11: 1,
}
"""How many bytes follow the byte of an order."""


def order_byte(letter: str) -> bytes:
    """Return the byte for a letter in the binary mode."""
    return bytes((0x100 - ord(letter),))


def binary_speeds(left: int, right: int) -> bytes:
    """Return the order to turn the wheels, without the end of the request."""
    return order_byte("D") + struct.pack("<2h", left, right)

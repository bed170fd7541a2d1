from __future__ import annotations

import pytest

from wsusim.model.commands import SetGrip, SetProfile, SetSpeeds
from wsusim.model.readings import Quantity
from wsusim.protocol.codec import decode_answer, encode_request
from wsusim.protocol.messages import (
    Answer,
    Foreign,
    Refusal,
    ToolCall,
    request_of_command,
    request_of_quantity,
)
from wsusim.protocol.table import ENTRIES


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (request_of_command(SetSpeeds(5, -5)), b"D,5,-5\n"),
        (request_of_command(SetGrip(True)), b"T,1,D,1\n"),
        (request_of_command(SetProfile(1, 2, 3, 4)), b"J,1,2,3,4\n"),
        (request_of_quantity(Quantity.PROXIMITY), b"N\n"),
        (request_of_quantity(Quantity.ARM), b"T,1,H,1\n"),
        (request_of_quantity(Quantity.GRIP), b"T,1,H,0\n"),
        (ToolCall("serial", ("19200",)), b"serial 19200\n"),
    ],
)
def test_messages_become_lines(message, line):
    """Orders and readings travel under the letters of the table."""
    assert encode_request(message) == line


@pytest.mark.parametrize(
    ("line", "key", "values"),
    [
        (b"n,0,1,2,3,4,5,6,1023", "N", (0, 1, 2, 3, 4, 5, 6, 1023)),
        (b"h, -5, 2147483647", "H", (-5, 2147483647)),
        (b"b,5.02,5.01", "B", (502, 501)),
        (b"b,6.1,6.10", "B", (610, 610)),
        (b"d", "D", ()),
        (b"t,1,h,180", "T,1,H,1", (180,)),
    ],
)
def test_right_answers_are_read(line, key, values):
    """A line that is exactly the awaited answer gives its numbers."""
    assert decode_answer(line, ENTRIES[key]) == Answer(ENTRIES[key], values)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        (b"n,0,1,2,3,4,5,6", "N"),
        (b"n,0,1,2,3,4,5,6,7,8", "N"),
        (b"n,0,1,2,3,4,5,6,1024", "N"),
        (b"n,0,1,2,3,4,5,6,7x", "N"),
        (b"n,0,1,2,3,4,5,6,", "N"),
        (b"n,0,1,2,3,4,5,6,7.5", "N"),
        (b"o,0,1,2,3,4,5,6,7", "N"),
        (b"l", "N"),
        (b"d", "G"),
        (b"dd", "D"),
        (b"h,5", "H"),
        (b"h,99999999999999999999,0", "H"),
        (b"t,1,e", "T,1,D"),
        (b"t,2,b,1,0", "T,1,B"),
        (b"Serial Communication Protocol", "B"),
        (b"\xff\xfe", "D"),
        (b"", "D"),
    ],
)
def test_wrong_answers_are_never_readings(line, key):
    """Short, long, garbled, late and foreign lines are told as such."""
    foreign = decode_answer(line, ENTRIES[key])

    assert isinstance(foreign, Foreign)
    assert foreign.reason


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        (b"Command not found", Refusal.COMMAND_NOT_FOUND),
        (b"z,Protocol error", Refusal.PROTOCOL_ERROR),
        (b"z,Turret order not supported", Refusal.TURRET_NOT_SUPPORTED),
        (b"z,anything else", Refusal.PROTOCOL_ERROR),
    ],
)
def test_refusals_are_recognised(line, refusal):
    """Every line that begins with z is a refusal, and so is an unknown command."""
    assert decode_answer(line, ENTRIES["N"]) is refusal


def test_a_short_answer_is_told_with_its_count():
    """Seven fields instead of eight: the reason says so."""
    foreign = decode_answer(b"n,1,2,3,4,5,6,7", ENTRIES["N"])

    assert isinstance(foreign, Foreign)
    assert foreign.reason == "it has 7 numbers instead of 8"

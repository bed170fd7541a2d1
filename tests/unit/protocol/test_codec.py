"""Between lines and messages: the robot's side, then the computer's."""

from __future__ import annotations

import pytest

from wsusim.model.commands import (
    SetArm,
    SetCounters,
    SetGrip,
    SetLed,
    SetProfile,
    SetSpeeds,
)
from wsusim.model.readings import Quantity
from wsusim.protocol.codec import decode_answer, decode_request, encode_answer, encode_request
from wsusim.protocol.command_table import ENTRIES
from wsusim.protocol.messages import (
    Answer,
    Foreign,
    Refusal,
    Request,
    ToolCall,
    command_of_request,
    request_of_command,
    request_of_quantity,
)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        (b"D,5,-5", SetSpeeds(5, -5)),
        (b"D, 5, -5", SetSpeeds(5, -5)),
        (b" D ,5\t,+7 ", SetSpeeds(5, 7)),
        (b"D,5.08,-5.9", SetSpeeds(5, -5)),
        (b"D,5.,0", SetSpeeds(5, 0)),
        (b"D,128,-4000", SetSpeeds(127, -127)),
        (b"D,-1,2", SetSpeeds(-1, 2)),
        (b"G,2147483648,-2147483649", SetCounters(-(2**31), 2**31 - 1)),
        (b"G,-2147483648,0", SetCounters(-(2**31), 0)),
        (b"L,0,2", SetLed(0, 2)),
        (b"T,1,E,249", SetArm(249)),
        (b"T, 1, D, 1", SetGrip(True)),
        (b"T,1,D,0", SetGrip(False)),
    ],
)
def test_orders_are_understood(line, command):
    """Blanks, fractions and signs are forgiven; speeds are clamped; counters wrap to 32 bits."""
    request = decode_request(line)

    assert isinstance(request, Request)
    assert command_of_request(request) == command


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        (b"D", Refusal.PROTOCOL_ERROR),
        (b"D,1", Refusal.PROTOCOL_ERROR),
        (b"D,a,b", Refusal.PROTOCOL_ERROR),
        (b"D,1,2,3", Refusal.PROTOCOL_ERROR),
        (b"D,,", Refusal.PROTOCOL_ERROR),
        (b"D,1e3,0", Refusal.PROTOCOL_ERROR),
        (b"D,nan,0", Refusal.PROTOCOL_ERROR),
        ("D,٣,0".encode(), Refusal.PROTOCOL_ERROR),
        (b"C,8388607,0", Refusal.PROTOCOL_ERROR),
        (b"L,2,0", Refusal.PROTOCOL_ERROR),
        (b"N,1", Refusal.PROTOCOL_ERROR),
        (b"I,7", Refusal.PROTOCOL_ERROR),
        (b"R,64", Refusal.PROTOCOL_ERROR),
        (b"T", Refusal.PROTOCOL_ERROR),
        (b"T,1", Refusal.PROTOCOL_ERROR),
        (b"T,x,B", Refusal.PROTOCOL_ERROR),
        (b"T,1,H", Refusal.PROTOCOL_ERROR),
        (b"T,1,H,2", Refusal.PROTOCOL_ERROR),
        (b"T,1,X", Refusal.PROTOCOL_ERROR),
        (b"T,1,E,256", Refusal.PROTOCOL_ERROR),
        (b"T,2,Q,58", Refusal.PROTOCOL_ERROR),
        (b"T,9,B", Refusal.TURRET_NOT_SUPPORTED),
        (b"T,32,X,1", Refusal.TURRET_NOT_SUPPORTED),
        (b"X", Refusal.COMMAND_NOT_FOUND),
        (b"n", Refusal.COMMAND_NOT_FOUND),
        (b"NN", Refusal.COMMAND_NOT_FOUND),
        (b"hello", Refusal.COMMAND_NOT_FOUND),
        (b"D 5 5", Refusal.COMMAND_NOT_FOUND),
        (b",", Refusal.COMMAND_NOT_FOUND),
        (b"\xff\x00\x07", Refusal.COMMAND_NOT_FOUND),
    ],
)
def test_what_is_wrong_is_refused_with_the_robots_own_words(line, refusal):
    """Unknown words, bad numbers and unknown turrets have one answer each."""
    assert decode_request(line) is refusal


def test_tools_come_with_their_words():
    """A text tool is a word with words behind it."""
    assert decode_request(b"serial  19200") == ToolCall("serial", ("19200",))


def test_flash_is_unknown_to_the_khepera_1():
    """The Khepera I has no tool called flash; the Khepera II has."""
    assert decode_request(b"flash", "khepera1") is Refusal.COMMAND_NOT_FOUND
    assert decode_request(b"flash", "khepera2") == ToolCall("flash")


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (Answer(ENTRIES["D"]), b"d\r\n"),
        (Answer(ENTRIES["B"], (502, 501)), b"b,5.02,5.01\r\n"),
        (Answer(ENTRIES["E"], (5, -5)), b"e,5,-5\r\n"),
        (Answer(ENTRIES["O"], (1, 2, 3, 4, 5, 6, 7, 8)), b"o,1,2,3,4,5,6,7,8\r\n"),
        (Answer(ENTRIES["T,1,H,1"], (249,)), b"t,1,h,249\r\n"),
        (Answer(ENTRIES["T,1,D"]), b"t,1,d\r\n"),
        (Refusal.TURRET_NOT_SUPPORTED, b"z,Turret order not supported\r\n"),
    ],
)
def test_answers_end_with_cr_lf(answer, line):
    """An answer is the letter in lower case, the numbers, CR LF, and nothing else."""
    assert encode_answer(answer) == line


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

from __future__ import annotations

import pytest

from wsusim.model.commands import SetArm, SetCounters, SetGrip, SetLed, SetSpeeds
from wsusim.protocol.codec import decode_request, encode_answer
from wsusim.protocol.messages import (
    Answer,
    Refusal,
    Request,
    ToolCall,
    command_of_request,
)
from wsusim.protocol.table import ENTRIES


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

from __future__ import annotations

import math

import pytest

from tests.unit.emulator.fakes import FakeBody
from wsusim.emulator.client_line import WAITING_COMMANDS, SerialLine
from wsusim.emulator.firmware import Firmware
from wsusim.model.commands import SetSpeeds
from wsusim.protocol.codec import encode_request
from wsusim.protocol.command_table import ENTRIES
from wsusim.protocol.messages import Request

CHARACTER_S = 11 / 9600


@pytest.fixture
def body():
    """Return a robot that remembers its orders."""
    return FakeBody()


@pytest.fixture
def line(body):
    """Return a line at 9600 baud."""
    return SerialLine(Firmware(body))


def run_all(line):
    """Handle all waiting commands and return all answers."""
    while line.next_command_s < math.inf:
        line.execute_next()
    return [piece.data for piece in line.take_answers(1e9)]


def test_a_command_is_complete_when_the_line_has_carried_it(line):
    """Seven characters at 9600 baud take 8 ms."""
    line.receive(b"D,5,-5\n", 10.0)

    assert line.next_command_s == pytest.approx(10.0 + 7 * CHARACTER_S)


ANSWER = b"n,1,2,3,4,5,6,7,1023\r\n"


def test_an_answer_arrives_character_by_character(line):
    """As a UART sends it: the first after its own time, the last when the line has carried all."""
    line.receive(b"N\n", 10.0)
    line.execute_next()
    begin_s = 10.0 + 2 * CHARACTER_S

    arrived = [line.take_answers(begin_s + (n + 0.5) * CHARACTER_S) for n in range(len(ANSWER) + 1)]

    assert arrived[0] == []
    assert arrived[1] == [(b"n", True)]
    assert arrived[2:] == [[(bytes([character]), False)] for character in ANSWER[1:]]
    assert line.is_idle


def test_the_loop_is_told_when_the_next_character_is_due(line):
    """At 9600 baud each 1.15 ms; infinite when no answer is under way."""
    line.receive(b"N\n", 10.0)
    line.execute_next()
    begin_s = 10.0 + 2 * CHARACTER_S

    assert line.next_answer_s == pytest.approx(begin_s + CHARACTER_S)
    line.take_answers(begin_s + 5 * CHARACTER_S)
    assert line.next_answer_s == pytest.approx(begin_s + 6 * CHARACTER_S)
    line.take_answers(begin_s + 1.0)
    assert line.next_answer_s == math.inf


def test_characters_that_follow_each_other_fast_are_handed_over_together(body):
    """At 38400 baud some four in each millisecond, but never the last one late."""
    line = SerialLine(Firmware(body, baud=38400))
    line.receive(b"N\n", 0.0)
    line.execute_next()
    begin_s, end_s = 2 * CHARACTER_S / 4, (2 + len(ANSWER)) * CHARACTER_S / 4

    line.take_answers(begin_s + CHARACTER_S / 4)
    assert line.next_answer_s == pytest.approx(begin_s + CHARACTER_S / 4 + 0.001)
    line.take_answers(end_s - CHARACTER_S / 4)
    assert line.next_answer_s == pytest.approx(end_s)


def test_the_robot_handles_one_command_at_a_time(line):
    """The second of two commands waits until the first one's answer is sent."""
    line.receive(b"N\nE\n", 0.0)
    line.execute_next()

    assert line.next_command_s == pytest.approx((2 + len(ANSWER)) * CHARACTER_S)


QUICK = [
    entry
    for entry in ENTRIES.values()
    if not any(field.name.startswith(("pixel", "byte")) for field in entry.answer + entry.arguments)
]
"""All but rows of pixels and messages by radio, for which the line itself needs longer."""


@pytest.mark.parametrize("entry", QUICK, ids=lambda entry: entry.key)
def test_every_command_is_answered_within_50_ms(line, entry):
    """At 9600 baud, orders and settings too: old programs give up soon after."""
    line.receive(encode_request(Request(entry, tuple(f.high for f in entry.arguments))), 0.0)
    line.execute_next()

    line.take_answers(0.050)
    assert line.is_idle


def test_without_pacing_all_is_at_once(body):
    """An unpaced line answers at the moment of the command."""
    line = SerialLine(Firmware(body), paced=False)
    line.receive(b"N\n", 10.0)

    assert line.next_command_s == 10.0
    line.execute_next()
    assert line.take_answers(10.0) == [(ANSWER, True)]


def test_a_speed_set_by_the_serial_tool_counts_from_then_on(line):
    """At 19200 baud a character takes half the time."""
    line.receive(b"serial 19200\n", 0.0)
    run_all(line)

    line.receive(b"D,5,5\n", 100.0)

    assert line.next_command_s == pytest.approx(100.0 + 6 * CHARACTER_S / 2)


def test_seven_commands_in_one_write_get_seven_answers_in_order(line):
    """Pipelined commands are answered one by one, in their order."""
    line.receive(b"N\nO\nH\nE\nK\nT,1,G\nT,1,F\n", 0.0)

    letters = [answer.split(b",")[0] for answer in run_all(line)]

    assert letters == [b"n", b"o", b"h", b"e", b"k", b"t", b"t"]


def test_fifty_orders_in_a_burst_are_all_answered(line, body):
    """Orders closer than the robot's cycle are not lost."""
    line.receive(b"".join(b"D,%d,0\n" % speed for speed in range(50)), 0.0)

    assert run_all(line) == [b"d\r\n"] * 50
    assert body.orders == [SetSpeeds(speed, 0) for speed in range(50)]


def test_an_unread_multi_line_answer_comes_before_the_next_one(line):
    """memory, then B: the version is the last line."""
    line.receive(b"memory\nB\n", 0.0)

    answers = run_all(line)

    assert len(answers) > 2
    assert answers[-1] == b"b,5.02,5.01\r\n"


@pytest.mark.parametrize("blank", [b"\n", b" \n", b"\t \r\n", b" ", b"\v\f\0\n"])
def test_a_blank_line_has_no_answer(line, blank):
    """Some programs end a command with a blank and then another line end."""
    line.receive(blank, 0.0)

    assert line.next_command_s == math.inf


def test_the_banner_comes_only_on_reset(line):
    """A command's answer has no banner before it; restart's answer is the banner."""
    line.receive(b"B\nrestart\n", 0.0)

    answers = run_all(line)

    assert answers[0] == b"b,5.02,5.01\r\n"
    assert answers[-1] == b"Serial Communication Protocol\r\n"


@pytest.mark.parametrize("end", [b"\r\n", b"\r", b"\n"])
def test_answers_end_as_asked(body, end):
    """The end of an answer's line can be chosen, to try out clients."""
    line = SerialLine(Firmware(body), answer_end=end)
    line.receive(b"E\n", 0.0)

    assert run_all(line) == [b"e,5,-5" + end]


def test_a_talkative_client_has_to_wait(line):
    """While too many commands wait or the line is busy, no more bytes are taken."""
    assert not line.is_full(0.0)

    line.receive(b"N\n" * WAITING_COMMANDS, 0.0)

    assert line.is_full(0.0)
    run_all(line)
    assert not line.is_full(1.0)

"""What the emulated e-puck answers."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.emulator.fakes import FakeBody
from wsusim.emulator.epuck_firmware import EpuckFirmware
from wsusim.emulator.epuck_wifi_firmware import EpuckWifiFirmware
from wsusim.model.commands import SetCounters, SetLed, SetSpeeds
from wsusim.protocol.epuck import FRAME_BYTES
from wsusim.protocol.epuck_wifi import (
    EMPTY,
    PICTURE,
    PICTURE_BYTES,
    SENSORS,
    SET_COUNTERS,
    WifiCommand,
)


@pytest.fixture
def body() -> FakeBody:
    """Return a robot with scripted readings."""
    return FakeBody()


@pytest.fixture
def robot(body: FakeBody) -> EpuckFirmware:
    """Return its program."""
    return EpuckFirmware(body)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b"D,300,-300", b"d\r\n"),
        (b"d,1,2", b"d\r\n"),
        (b"N", b"n,4,8,12,16,20,24,28,4095\r\n"),
        (b"n", b"n,4,8,12,16,20,24,28,4095\r\n"),
        (b"O", b"o,4000,3600,3200,2800,2400,2000,1600,400\r\n"),
        (b"Q", b"q,1000,-1000\r\n"),
        (b"E", b"e,0,0\r\n"),
        (b"B,1", b"b\r\n"),
        (b"L,3,1", b"l\r\n"),
        (b"S", b"s\r\n"),
        (b"C", b"c,3\r\n"),
        (b"M", b"m,0,0,0\r\n"),
        (b"I", b"i,1,40,40,8,3200\r\n"),
        (b"X", b"z,Command not found\r\n"),
    ],
)
def test_lines_are_answered_as_the_robots_list_says(
    robot: EpuckFirmware, line: bytes, answer: bytes
) -> None:
    """Small letters do as well, but for the few that mean something else."""
    assert robot.answer(line) == (answer,)


def test_the_body_lamp_and_the_battery_are_two_letters(robot: EpuckFirmware) -> None:
    """B switches the lamp, b tells the battery."""
    assert robot.answer(b"B,1") == (b"b\r\n",)
    assert robot.answer(b"b")[0].startswith(b"b,")


def test_a_speed_that_is_missing_stays_as_it_was(robot: EpuckFirmware, body: FakeBody) -> None:
    """The robot reads numbers by scanf: what it can't read keeps its value."""
    robot.answer(b"D,100,200")
    robot.answer(b"D,50")
    robot.answer(b"D,x,9")

    assert body.orders == [SetSpeeds(100, 200), SetSpeeds(50, 200), SetSpeeds(50, 200)]


def test_more_than_the_motors_can_is_cut(robot: EpuckFirmware, body: FakeBody) -> None:
    """1,000 steps a second, a turn."""
    robot.answer(b"D,5000,-5000")

    assert body.orders == [SetSpeeds(1000, -1000)]
    assert robot.answer(b"E") == (b"e,1000,-1000\r\n",)


def test_counters_have_16_bits(robot: EpuckFirmware, body: FakeBody) -> None:
    """40,000 is what 16 bits make of it."""
    robot.answer(b"P,40000,1")

    assert body.orders == [SetCounters(-25536, 1)]


def test_a_reset_stops_and_says_nothing(robot: EpuckFirmware, body: FakeBody) -> None:
    """As an e-puck2; programs that reset it go on with their next question at once."""
    robot.answer(b"D,100,100")

    assert robot.answer(b"R") == ()
    assert body.orders[1] == SetSpeeds(0, 0)


def test_questions_of_the_binary_mode(robot: EpuckFirmware) -> None:
    """Words with the low byte first, as many as the list says."""
    assert robot.answer(b"\xb2") == (struct.pack("<8H", 4, 8, 12, 16, 20, 24, 28, 4095),)
    assert robot.answer(b"\xaf") == (struct.pack("<2h", 1000, -1000),)


def test_orders_of_the_binary_mode_have_no_answer(robot: EpuckFirmware, body: FakeBody) -> None:
    """Speeds, then the front lamp."""
    assert robot.answer(b"\xbc\x2c\x01\xd4\xfe") == (b"",)
    assert robot.answer(b"\xb4\x09\x01") == (b"",)
    assert body.orders == [SetSpeeds(300, -300), SetLed(1, 1)]


def test_a_picture_has_its_head_and_two_bytes_a_pixel(robot: EpuckFirmware) -> None:
    """40 x 40 at first; pure red is 0xF800, the high byte first."""
    robot.answer(b"J,1,4,2,8")
    (picture,) = robot.answer(bytes((0x100 - ord("I"),)))

    assert picture == b"\x01\x04\x02" + b"\xf8\x00" * 8


@given(st.binary(min_size=1, max_size=60))
def test_no_bytes_make_it_fail(data: bytes) -> None:
    """Whatever comes in is answered, or not; the robot goes on."""
    robot = EpuckFirmware(FakeBody())
    for _, request in robot.cutter().cut(data + b"\0\n"):
        robot.answer(request)

    assert robot.answer(b"C") == (b"c,3\r\n",)


def test_over_wifi_each_thing_asked_for_is_a_packet(robot: EpuckFirmware) -> None:
    """First the picture, then the frame of 104 bytes, with their marks."""
    packets = EpuckWifiFirmware(robot).answer(WifiCommand(PICTURE | SENSORS).encode())

    assert [(packet[0], len(packet) - 1) for packet in packets] == [
        (PICTURE, PICTURE_BYTES),
        (SENSORS, FRAME_BYTES),
    ]


def test_over_wifi_a_request_for_nothing_is_answered_by_an_empty_packet(
    robot: EpuckFirmware,
) -> None:
    """Programs that switch the sensors off at their end wait for it."""
    assert EpuckWifiFirmware(robot).answer(WifiCommand(0).encode()) == (bytes((EMPTY,)),)


def test_the_frame_has_its_readings_in_their_places(robot: EpuckFirmware) -> None:
    """Proximity from byte 37, ambient light from 53, steps from 79, selector at 89."""
    frame = robot.frame()

    assert struct.unpack_from("<8H", frame, 37) == (4, 8, 12, 16, 20, 24, 28, 4095)
    assert struct.unpack_from("<H", frame, 53) == (4000,)
    assert struct.unpack_from("<2h", frame, 79) == (1000, -1000)
    assert frame[89] == 3


def test_over_wifi_speeds_or_counters_are_set(robot: EpuckFirmware, body: FakeBody) -> None:
    """A bit of the settings says which of the two the numbers are."""
    wifi = EpuckWifiFirmware(robot)
    wifi.answer(WifiCommand(0, 0, 7, -7).encode())
    wifi.answer(WifiCommand(0, SET_COUNTERS, 100, 200).encode())

    assert [order for order in body.orders if not isinstance(order, SetLed)] == [
        SetSpeeds(7, -7),
        SetCounters(100, 200),
    ]


def test_bytes_before_a_command_are_thrown_away(robot: EpuckFirmware) -> None:
    """The next mark begins one; its place is told right."""
    command = WifiCommand().encode()
    cutter = EpuckWifiFirmware(robot).cutter()

    assert list(cutter.cut(b"abc" + command[:5])) == []
    assert list(cutter.cut(command[5:] + b"x")) == [(16, command)]

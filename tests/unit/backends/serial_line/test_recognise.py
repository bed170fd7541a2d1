"""Who is at the other end, and how they write their lines."""

from __future__ import annotations

import pytest

from tests.hand_wire import HandPort, HandWire
from tests.unit.backends.serial_line.tampered import LateWire, tampered_from_the_start
from tests.worlds import empty_world
from wsusim.backends.serial_line.backend import CONNECT_PATIENCE_S
from wsusim.errors import LinkLost
from wsusim.model.readings import Quantity


def test_khepera_two_is_known_by_its_version() -> None:
    """The kind comes from the answer to B."""
    world = empty_world()
    wire = HandWire(world)
    wire.robot.firmware.kind = "khepera2"

    assert wire.backend.connect().kind == "khepera2"


@pytest.mark.parametrize(
    "left_behind",
    [b"N", b"N\nN\nN\n", b"memory\n", b"L,0,1\n", b"restart\n", b"\xff\x00garbage\r", b"T,9,B\n"],
)
def test_what_another_program_left_behind_does_no_harm(wire: HandWire, left_behind: bytes) -> None:
    """Half commands, unread answers of one or more lines, a banner: the robot is found."""
    wire.robot.line.receive(left_behind, 0.0)

    wire.backend.connect()

    assert wire.backend.read(Quantity.PROXIMITY) == (0,) * 8


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"])
def test_other_line_ends_are_learned(wire: HandWire, end: bytes) -> None:
    """A robot that ends its answers with CR or LF alone is understood, and without waiting."""
    wire.robot.line._end = end
    wire.backend.connect()

    wire.backend.read(Quantity.PROXIMITY)

    assert wire.backend.statistics.last_exchange_s < 0.03


def test_blanks_after_commas_are_learned(wire: HandWire) -> None:
    """A robot that puts a blank after each comma, as the manuals print it, is understood."""
    port = tampered_from_the_start(wire, lambda data: data.replace(b",", b", "))

    wire.backend.connect()

    assert wire.backend.read(Quantity.POSITIONS) == (0, 0)
    assert not port.is_out


def test_a_silent_port_is_reported_with_the_next_step(wire: HandWire) -> None:
    """A line on which nothing answers is reported with what to look at."""
    port = tampered_from_the_start(wire, lambda data: b"")

    with pytest.raises(LinkLost, match="No Khepera answers at the test's port with 9600 baud"):
        wire.backend.connect()
    assert port.closed == 1


def test_something_else_there_is_told_apart(wire: HandWire) -> None:
    """A device that answers something else is no Khepera."""
    tampered_from_the_start(wire, lambda data: b"login: \r\n" if data else b"")

    with pytest.raises(LinkLost, match="Something answers, but it is not a Khepera"):
        wire.backend.connect()


def test_an_answer_after_the_time_limit_is_too_late(wire: HandWire) -> None:
    """A Khepera behind a busy computer is told to be late, and not to be something else."""
    late = LateWire(HandPort(wire.robot), wire.clock, late_s=0.12)
    wire.backend._opener = lambda: late

    with pytest.raises(LinkLost, match=r"A Khepera answers at the test's port .*but too late"):
        wire.backend.connect()


def test_who_was_late_at_first_is_met(wire: HandWire) -> None:
    """For as long as one try lasts: then it gets another one."""
    late = LateWire(HandPort(wire.robot), wire.clock, late_s=0.12, until_s=CONNECT_PATIENCE_S)
    wire.backend._opener = lambda: late

    assert wire.backend.connect().kind == "khepera1"


# Answers

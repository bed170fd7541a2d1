"""Datagrams have the shape and order of the recorded exchange, whatever comes in."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.ciber import exchange
from tests.unit.ciber.matches import OPEN, QUIET, Beacon, Lab, Target, cycles, match
from wsusim.ciber import wire
from wsusim.ciber.agent_orders import Actions
from wsusim.ciber.arena import Arena
from wsusim.ciber.contest_lab import Place, lab_from_xml
from wsusim.ciber.match_parameters import PRESETS, Parameters, Requestable
from wsusim.ciber.scoring import judge_named
from wsusim.errors import BadInput

ONE_TARGET = Lab("lab", 28.0, 14.0, (Beacon(25.0, 7.0, 4.0),), (Target(25.0, 7.0, 1.0),))


def shape(datagram: bytes) -> str:
    """Return a datagram without its numbers."""
    return re.sub(r"-?\d+(\.\d+)?(e[-+]\d+)?", "N", datagram.decode())


def measured(parameters: Parameters, actions: Actions | None = None, lab: Lab = ONE_TARGET) -> str:
    """Return what a robot is told in a cycle."""
    arena, (robot,) = match(lab, (9.0, 3.0, 0.0), parameters=parameters)
    arena.take(1, actions or Actions())
    arena.step()
    return wire.measures(arena, robot).decode()


def test_the_reply_is_the_recorded_one_to_the_byte() -> None:
    """With default parameters and one beacon."""
    arena, _ = match(ONE_TARGET, parameters=Parameters())
    assert wire.reply(arena) == exchange.told(b"<Reply")[0]


def test_measures_have_the_recorded_shape() -> None:
    """White space, elements and attributes in their order."""
    arena, (robot,) = match(ONE_TARGET, (9.0, 3.0, 0.0), parameters=Parameters())
    assert shape(wire.measures(arena, robot)) == shape(exchange.told(b'<Measures Time="1"')[0])


def test_the_view_of_a_robot_has_the_recorded_shape() -> None:
    """What viewers are told each cycle."""
    arena = Arena(ONE_TARGET, (Place(9.0, 3.0),), QUIET, judge_named("0"))
    robot = arena.register("P1", 1)
    assert wire.robot_view(arena, robot) == exchange.told(b"<Robot ")[0]


def test_lab_and_grid_are_told_as_recorded() -> None:
    """The answers to LabReq and GridReq, to the byte."""
    sent = exchange.told(b"<Lab")[0]
    arena = Arena(lab_from_xml(sent.rstrip(b"\n\0")), (Place(9.0, 3.0),), QUIET, judge_named("0"))
    assert wire.lab_view(arena) == sent
    assert wire.grid_view(arena) == exchange.told(b"<Grid")[0]


def test_everything_recorded_is_read() -> None:
    """Registrations, orders and commands of the recorded clients."""
    sent = [d.content for d in exchange.exchange() if not d.is_told]
    registration = wire.read_registration(sent[0])
    assert isinstance(registration, wire.RobotRegistration)
    assert (registration.name, registration.number) == ("P1", 1)
    assert registration.ir_angles_deg == {0: 0.0, 1: 60.0, 2: -60.0, 3: 180.0}
    orders = [wire.read_actions(d) for d in sent if d.startswith(b"<Actions")]
    assert {(o.left_motor, o.right_motor) for o in orders} >= {(0.1, 0.1), (0.1, 0.0)}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_reply_fits_the_clients_buffer(preset: str) -> None:
    """Clients read at most 1024 bytes."""
    arena, _ = match(ONE_TARGET, parameters=PRESETS[preset])
    assert len(wire.reply(arena)) <= 1024


def test_sensors_that_must_be_asked_for_are_left_out() -> None:
    """Nothing is told that was not requested, and a request counts for one cycle."""
    asked = Requestable(is_requestable=True)
    parameters = replace(
        QUIET,
        requests_per_cycle=2,
        obstacle=asked,
        ground=asked,
        compass=asked,
        collision=asked,
    )
    text = measured(parameters, Actions(requests=("IRSensor2", "Compass")))
    assert re.findall(r'IRSensor Id="(\d)"', text) == ["2"]
    assert "Compass=" in text
    assert "Ground=" not in text
    assert "Collision=" not in text


def test_a_beacon_that_is_hidden_says_so() -> None:
    """Beacons are told in ascending order, hidden ones as a word."""
    lab = Lab("two", 28.0, 14.0, (Beacon(20.0, 3.0, 4.0), Beacon(9.0, 13.0, 4.0)))
    parameters = replace(QUIET, has_beacon_sensor=True, beacon_aperture_rad=1.0)
    text = measured(parameters, lab=lab)
    assert re.findall(r'BeaconSensor Id="(\d)" Value="(\w+)"', text) == [
        ("0", "0"),
        ("1", "NotVisible"),
    ]


def test_scores_are_signed() -> None:
    """A negative score is no great number; the public simulator's viewer shows 4294967291."""
    arena, (robot,) = match(ONE_TARGET)
    robot.shown_score = -5
    assert b'Score="-5"' in wire.robot_view(arena, robot)


@pytest.mark.parametrize("text", ["]]>", "<b>&amp;", "\u00e4\U0001f600", "\0", "]]" * 50])
def test_what_robots_say_breaks_no_datagram(text: str) -> None:
    """Whatever is said, what is told stays XML that every client reads."""
    told = measured(QUIET, Actions(say=text[:100]))
    assert told.rstrip("\n\0").isascii()
    assert wire.parse(told.rstrip("\n\0")).find("Sensors/Message") is not None


def test_a_name_breaks_no_datagram() -> None:
    """A robot may be called anything."""
    arena = Arena(OPEN, (Place(9.0, 3.0),), QUIET, judge_named("0"))
    robot = arena.register('<"&\u00e4\0>', 1)
    assert wire.parse(wire.robot_view(arena, robot).rstrip(b"\n\0")).get("Id") == "1"


@pytest.mark.parametrize("power", ["nan", "inf", "-inf", "1e999", "fast", ""])
def test_a_power_that_is_no_number_is_zero(power: str) -> None:
    """Not a number, infinite, or no number at all: the motor rests."""
    assert wire.read_actions(f'<Actions LeftMotor="{power}"/>'.encode()).left_motor == 0.0


def test_a_sensor_that_does_not_exist_does_no_harm() -> None:
    """IRSensor 4 and beyond, which ends the public simulator, is passed over."""
    arena = Arena(OPEN, (Place(9.0, 3.0),), QUIET, judge_named("0"))
    found = wire.read_registration(b'<Robot Name="x" Id="1"><IRSensor Id="4" Angle="9"/></Robot>')
    assert isinstance(found, wire.RobotRegistration)
    robot = arena.register(found.name, found.number, found.ir_angles_deg)
    assert robot.ir_angles_deg == (0.0, 60.0, -60.0, 180.0)


@pytest.mark.parametrize(
    "datagram",
    [b"", b"<Robot", b"<Dog/>", b"<Robot Name='" + b"x" * 1100 + b"'/>", b"\xff\xfe", b"hello"],
)
def test_what_is_no_registration_is_refused(datagram: bytes) -> None:
    """Nothing, broken XML, other elements, and what is too long."""
    with pytest.raises(BadInput):
        wire.read_registration(datagram)


def test_a_said_text_may_be_plain_or_cdata() -> None:
    """White space behind it belongs to the text, as with the public simulator."""
    said = [
        wire.read_actions(text).say
        for text in (
            b"<Actions><Say>a</Say></Actions>",
            b"<Actions><Say><![CDATA[b]]></Say> </Actions>",
        )
    ]
    assert said == ["a", "b "]


def test_what_comes_behind_a_nul_does_not_count() -> None:
    """Clients in C send a line feed and a NUL, and what was in their buffer."""
    assert wire.read_actions(b'<Actions EndLed="On"/>\n\0rest').end_led is True


@pytest.mark.parametrize("read", [wire.read_registration, wire.read_actions, wire.read_command])
@given(datagram=st.binary(max_size=1200))
def test_anything_is_read_or_refused(read: Callable[[bytes], object], datagram: bytes) -> None:
    """Whatever a stranger sends: a message, or ``BadInput``."""
    with suppress(BadInput):
        assert read(datagram) is not None


def test_orders_of_the_measured_match_move_the_robot() -> None:
    """The recorded orders drive the recorded way, but for the noise."""
    arena, _ = match(ONE_TARGET, (9.0, 3.0, 0.0))
    cycles(arena, 3, wire.read_actions(b'<Actions LeftMotor="0.1" RightMotor="0.1"/>'))
    assert arena.bodies.poses[0, 0] == pytest.approx(9.21229, abs=0.02)

"""A robot that is away, comes back, or refuses; and the stop in all of that."""

from __future__ import annotations

import threading

import pytest

from tests.hand_wire import HandPort, HandWire
from tests.unit.backends.serial_line.tampered import (
    commands,
    tampered,
    tampered_from_the_start,
)
from wsusim.backends.serial_line.port import Port
from wsusim.backends.serial_line.troubles import lost
from wsusim.errors import BadInput, LinkLost, RobotRefused
from wsusim.model.commands import (
    SetArm,
    SetSpeeds,
)
from wsusim.model.readings import Quantity


def test_a_missing_turret_is_said_at_the_call(wire: HandWire) -> None:
    """A robot without a gripper refuses; that is told as what it is, and the link stands."""
    port = tampered(wire)
    port.answer = lambda data: (
        b"z,Turret order not supported\r\n" if data.startswith(b"t,1") else data
    )

    with pytest.raises(RobotRefused, match="gripper turret"):
        wire.backend.send(SetArm(200))
    assert wire.backend.read(Quantity.PROXIMITY) == (0,) * 8


# Safety


def test_a_lost_link_is_told_within_a_second(wire: HandWire) -> None:
    """A controller that asks hears of it at once, a sleeping one within a second."""
    port = tampered(wire)
    wire.backend.send(SetSpeeds(5, 5))
    begun_s = wire.clock.now_s()
    port.is_mute = True

    with pytest.raises(LinkLost, match="has stopped answering"):
        wire.backend.sleep_until_tick(wire.backend.now_ticks() + 1000)
    assert wire.clock.now_s() - begun_s < 1.0


def test_a_pulled_cable_is_told_at_once(wire: HandWire) -> None:
    """A port that breaks is no wait."""
    port = tampered(wire)
    port.is_out = True
    begun_s = wire.clock.now_s()

    with pytest.raises(LinkLost, match="the cable is out"):
        wire.backend.read(Quantity.PROXIMITY)
    assert wire.clock.now_s() - begun_s < 0.1
    assert port.closed == 1


def test_a_robot_that_is_back_is_stopped_first(wire: HandWire) -> None:
    """After the link was lost, the next thing that the robot hears is D,0,0."""
    port = tampered(wire)
    wire.backend.send(SetSpeeds(5, 5))
    port.is_out = True
    with pytest.raises(LinkLost):
        wire.backend.read(Quantity.PROXIMITY)
    told = len(commands(wire))

    port.is_out = False
    wire.backend.read(Quantity.PROXIMITY)

    assert commands(wire)[told] == b"D,0,0"
    assert wire.robot.speeds() == (0.0, 0.0)


def test_an_order_is_sent_again_after_the_robot_was_away(wire: HandWire) -> None:
    """What was in force before the loss is not taken for in force after it."""
    port = tampered(wire)
    wire.backend.send(SetSpeeds(5, 5))
    port.is_out = True
    with pytest.raises(LinkLost):
        wire.backend.read(Quantity.PROXIMITY)
    port.is_out = False

    wire.backend.send(SetSpeeds(5, 5))

    assert wire.robot.speeds() == (5.0, 5.0)


def test_a_reset_robot_is_stopped_and_the_controller_told(wire: HandWire) -> None:
    """A banner in mid-run means that counters and orders are gone: the controller is told."""
    wire.backend.connect()
    wire.backend.send(SetSpeeds(5, 5))
    wire.robot.line.receive(b"restart\n", wire.clock.now_s())
    wire.clock.time_s += 0.5

    with pytest.raises(LinkLost, match="was reset"):
        wire.backend.read(Quantity.POSITIONS)
    assert wire.robot.speeds() == (0.0, 0.0)


def test_make_safe_never_raises_and_says_what_it_could_not_do(wire: HandWire) -> None:
    """Without a link the robot can't be stopped; that is known, and made up for later."""
    port = tampered(wire)
    wire.backend.send(SetSpeeds(5, 5))
    port.is_out = True

    wire.backend.make_safe()
    was_moving = wire.backend.may_be_moving
    wire.backend.close()
    port.is_out = False
    stopped = wire.backend.stop_robot(1.0)

    assert was_moving
    assert stopped
    assert not wire.backend.may_be_moving
    assert wire.robot.speeds() == (0.0, 0.0)


def test_a_port_that_can_not_be_opened_again_is_tried_until_it_can(wire: HandWire) -> None:
    """While the adapter is unplugged its device is missing; opening is tried again and again."""
    wire.backend.connect()
    wire.backend.send(SetSpeeds(5, 5))
    back_s = wire.clock.now_s() + 3.0

    def plugged_in_later() -> Port:
        if wire.clock.now_s() < back_s:
            raise BadInput("There is no port.")
        return HandPort(wire.robot)

    wire.backend._let_go()
    wire.backend._opener = plugged_in_later
    wire.backend.make_safe()

    assert wire.backend.stop_robot(10.0)
    assert wire.robot.speeds() == (0.0, 0.0)


def test_make_safe_interrupts_an_exchange(wire: HandWire) -> None:
    """Another thread's make_safe does not wait for an answer that may never come."""
    port = tampered(wire)
    wire.backend.send(SetSpeeds(5, 5))
    is_waiting, may_go_on = threading.Event(), threading.Event()
    receive = port.receive

    def stuck(wait_s: float) -> bytes:
        if threading.current_thread() is reader and not may_go_on.is_set():
            is_waiting.set()
            may_go_on.wait(5.0)
        return receive(wait_s)

    def safe() -> None:
        wire.backend.make_safe()

    port.receive = stuck  # type: ignore[method-assign]
    reader = threading.Thread(target=lambda: wire.backend.read(Quantity.PROXIMITY))
    reader.start()
    is_waiting.wait(5.0)
    saver = threading.Thread(target=safe)
    saver.start()
    while not wire.backend._is_urgent and saver.is_alive():
        saver.join(0.001)
    may_go_on.set()
    saver.join(5.0)
    reader.join(5.0)

    assert wire.robot.speeds() == (0.0, 0.0)
    assert not wire.backend.may_be_moving


def test_a_port_that_has_gone_is_told_in_plain_words() -> None:
    """Not in those of the library for serial lines."""
    failure = OSError(
        "device reports readiness to read but returned no data "
        "(device disconnected or multiple access on port?)"
    )
    assert "(the port has gone: its cable was unplugged" in str(lost("/dev/ttyUSB0", failure))
    assert "readiness" not in str(lost("/dev/ttyUSB0", failure))


def test_one_late_answer_at_the_start_is_tried_again(wire: HandWire) -> None:
    """A busy computer, or an emulator that has just begun, is no reason to give up."""
    late_until_s = 0.0

    def answer(data: bytes) -> bytes:
        nonlocal late_until_s
        if data.startswith(b"g") and not late_until_s:
            late_until_s = wire.clock.now_s() + 0.7
        return b"" if wire.clock.now_s() < late_until_s else data

    tampered_from_the_start(wire, answer)
    wire.backend.connect()
    assert late_until_s > 0.0
    assert wire.backend.read(Quantity.PROXIMITY) == (0,) * 8


def test_a_khepera_that_stays_too_late_is_not_called_something_else(wire: HandWire) -> None:
    """It has answered its questions: it is a Khepera, and this computer may be busy."""
    tampered_from_the_start(wire, lambda data: b"" if data.startswith(b"g") else data)
    with pytest.raises(LinkLost, match=r"A Khepera answers at .* but too late"):
        wire.backend.connect()


def test_what_cant_be_read_is_a_matter_of_speed(wire: HandWire) -> None:
    """A line at another speed brings characters that no robot writes: that is named."""
    tampered_from_the_start(wire, lambda data: bytes(255 - byte // 2 for byte in data))

    with pytest.raises(LinkLost, match=r"the speed is wrong.*baud=38400"):
        wire.backend.connect()

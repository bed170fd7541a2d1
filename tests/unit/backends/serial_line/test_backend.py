"""The way to a real robot, on an emulated line with a clock set by hand."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable

import pytest

from tests.hand_wire import HandPort, HandWire
from tests.worlds import empty_world
from wsusim.backends.serial_line.backend import SerialBackend
from wsusim.backends.serial_line.port import Port, PortGone
from wsusim.backends.serial_line.statistics import Fault
from wsusim.errors import BadInput, LinkLost, RobotRefused
from wsusim.model.commands import (
    Say,
    SetArm,
    SetCounters,
    SetLed,
    SetSpeeds,
    SetTargets,
)
from wsusim.model.readings import Quantity


class Tampered:
    """A line whose answers go through a function; ``is_out`` pulls the cable."""

    def __init__(self, inner: Port) -> None:
        self.inner = inner
        self.is_out = False
        self.is_mute = False
        self.closed = 0
        self.answer: Callable[[bytes], bytes] = lambda data: data

    def send(self, data: bytes) -> None:
        """Pass a command on."""
        self._expect_cable()
        self.inner.send(data)

    def receive(self, wait_s: float) -> bytes:
        """Pass on what comes in, tampered with."""
        self._expect_cable()
        data = self.inner.receive(wait_s)
        return b"" if self.is_mute else self.answer(data)

    def close(self) -> None:
        """Count it."""
        self.closed += 1

    def _expect_cable(self) -> None:
        if self.is_out:
            raise PortGone("the cable is out")


@pytest.fixture
def wire() -> HandWire:
    """Return a robot in an empty field, not yet connected."""
    return HandWire(empty_world())


@pytest.fixture
def connected(wire: HandWire) -> HandWire:
    """Return a connected robot."""
    wire.backend.connect()
    return wire


def tampered(wire: HandWire) -> Tampered:
    """Connect over a line that can be tampered with, and return it."""
    port = Tampered(HandPort(wire.robot))
    wire.backend._opener = lambda: port
    wire.backend.connect()
    return port


def commands(wire: HandWire) -> list[bytes]:
    """Return all that the robot was told."""
    return [handled.command for handled in wire.robot.handled]


# Economy


def test_a_sample_serves_for_20_ms(connected: HandWire) -> None:
    """Within the 20 ms for which the robot holds a sample it is asked once."""
    for _ in range(8):
        connected.backend.read(Quantity.PROXIMITY)

    assert commands(connected).count(b"N") == 1
    assert connected.backend.statistics.kept == 7


def test_a_sample_is_asked_anew_after_20_ms(connected: HandWire) -> None:
    """Afterwards there is a new one to be had."""
    backend = connected.backend
    backend.read(Quantity.PROXIMITY)
    backend.sleep_until_tick(backend.now_ticks() + 2)

    backend.read(Quantity.PROXIMITY)

    assert commands(connected).count(b"N") == 2


def test_counters_are_never_stale(connected: HandWire) -> None:
    """What is not sampled every 20 ms is asked each time."""
    before = commands(connected).count(b"H")

    connected.backend.read(Quantity.POSITIONS)
    connected.backend.read(Quantity.POSITIONS)

    assert commands(connected).count(b"H") == before + 2


def test_an_order_in_force_is_not_sent_again(connected: HandWire) -> None:
    """Commands are sent when they change."""
    for _ in range(5):
        connected.backend.send(SetSpeeds(5, 5))

    assert commands(connected).count(b"D,5,5") == 1
    assert connected.backend.statistics.unsent == 4


def test_a_speed_after_a_target_is_sent(connected: HandWire) -> None:
    """Another kind of order for the motors replaces the one before."""
    for order in (SetSpeeds(5, 5), SetTargets(100, 100), SetSpeeds(5, 5)):
        connected.backend.send(order)

    assert commands(connected)[-3:] == [b"D,5,5", b"C,100,100", b"D,5,5"]


def test_a_target_after_new_counters_is_sent(connected: HandWire) -> None:
    """The same target is another place once the counters were set."""
    for order in (SetTargets(100, 100), SetCounters(0, 0), SetTargets(100, 100)):
        connected.backend.send(order)

    assert commands(connected)[-3:] == [b"C,100,100", b"G,0,0", b"C,100,100"]


def test_lamps_are_never_toggled_on_the_line(connected: HandWire) -> None:
    """A toggle that is repeated on a bad line would undo itself, so it says on or off."""
    for _ in range(3):
        connected.backend.send(SetLed(1, 2))

    assert commands(connected)[-3:] == [b"L,1,1", b"L,1,0", b"L,1,1"]


def test_remarks_stay_with_the_host(wire: HandWire) -> None:
    """What a controller says is told to the host, with its tick, and never sent."""
    heard = []
    backend = SerialBackend(
        wire.open_port,
        "port",
        9600,
        clock=wire.clock,
        on_annotation=lambda *remark: heard.append(remark),
    )
    backend.connect()
    before = len(commands(wire))

    backend.send(Say("hello"))

    assert heard == [(0, 0, Say("hello"))]
    assert len(commands(wire)) == before
    backend.close()


def test_never_two_exchanges_at_a_time(connected: HandWire) -> None:
    """The robot is told the next thing after it has answered the last."""
    backend = connected.backend
    for number in range(20):
        backend.send(SetSpeeds(number % 7, 3))
        backend.read(Quantity.POSITIONS)

    times = [handled.time_s for handled in connected.robot.handled]
    gaps = [after - before for before, after in itertools.pairwise(times)]
    assert min(gaps) > 5 * 11 / 9600  # the answer d, and the next command of one letter


# What can be asked


def test_how_long_an_exchange_took_can_be_asked(connected: HandWire) -> None:
    """At 9600 baud N with its answer takes 24 ms and the turn-round."""
    connected.backend.read(Quantity.PROXIMITY)

    assert connected.backend.statistics.last_exchange_s == pytest.approx(21 * 11 / 9600 + 0.001)


def test_how_old_a_reading_is_can_be_asked(connected: HandWire) -> None:
    """A reading ages from the moment in which it was asked for; what was never read has no age."""
    backend = connected.backend
    backend.read(Quantity.PROXIMITY)
    backend.sleep_until_tick(backend.now_ticks() + 10)

    assert backend.age_s(Quantity.PROXIMITY) == pytest.approx(0.12, abs=0.011)
    assert backend.age_s(Quantity.RESISTIVITY) is None


def test_a_controller_hears_both_of_the_distances(connected: HandWire) -> None:
    """The age stays that of the distances, whatever else is asked."""
    backend = connected.backend
    backend.read(Quantity.PROXIMITY)
    backend.read(Quantity.SPEEDS)

    exchange_s, age_s = backend.line_times()

    assert exchange_s == pytest.approx(9 * 11 / 9600 + 0.001)
    assert age_s == pytest.approx(30 * 11 / 9600 + 0.002)


def test_khepera_two_is_known_by_its_version() -> None:
    """The kind comes from the answer to B."""
    world = empty_world()
    wire = HandWire(world)
    wire.robot.firmware.kind = "khepera2"

    assert wire.backend.connect().kind == "khepera2"


def test_time_does_not_stand_still(connected: HandWire) -> None:
    """A controller must not take a real robot's readings for valid until it sleeps."""
    assert not getattr(connected.backend, "time_stands_still", False)


# The start


def test_a_robot_that_drives_is_stopped_first(wire: HandWire) -> None:
    """Whatever ran before, the first that the robot hears is to stop."""
    wire.robot.line.receive(b"D,20,20\nJ,5,5,5,5\nL,0,1\n", 0.0)

    wire.backend.connect()

    assert commands(wire)[3] == b"D,0,0"
    assert b"J,20,64,20,64" in commands(wire)
    assert commands(wire)[-3:] == [b"G,0,0", b"L,0,0", b"L,1,0"]
    assert wire.robot.speeds() == (0.0, 0.0)


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


def tampered_from_the_start(wire: HandWire, answer: Callable[[bytes], bytes]) -> Tampered:
    """Put something between before the first contact."""
    port = Tampered(HandPort(wire.robot))
    port.answer = answer
    wire.backend._opener = lambda: port
    return port


def test_nobody_there_is_said_with_the_next_step(wire: HandWire) -> None:
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


# Answers


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda data: data.replace(b",0,0\r", b",0\r"), Fault.SHORT),
        (lambda data: data.replace(b"0,0\r", b"0,0,0\r"), Fault.SHORT),
        (lambda data: data.replace(b",0,", b",1024,", 1), Fault.GARBLED),
        (lambda data: data.replace(b"0\r", b"\x000\r"), Fault.GARBLED),
        (lambda data: data.replace(b"0\r", b" \r"), Fault.GARBLED),
        (lambda data: data.replace(b",0\r", b", 0\r"), Fault.GARBLED),
        (lambda data: data and b"l\r\n", Fault.LATE),
        (lambda data: data and b"hello\r\n", Fault.FOREIGN),
        (lambda data: data + data, Fault.UNASKED),
        (lambda data: data.replace(b"0\r", b"\r\r"), Fault.UNASKED),
        (lambda data: data and b"z,Protocol error\r\n", Fault.REFUSED),
        (lambda data: b"", Fault.SILENCE),
    ],
)
def test_what_is_no_answer_is_recognised_and_asked_again(
    wire: HandWire, spoil: Callable[[bytes], bytes], fault: Fault
) -> None:
    """An answer that is not exactly one is counted under its name and never delivered."""
    port = tampered(wire)
    spoilt = []

    def once(data: bytes) -> bytes:
        if data.startswith(b"n") and not spoilt:
            spoilt.append(data)
            return spoil(data)
        return data

    port.answer = once

    assert wire.backend.read(Quantity.PROXIMITY) == (0,) * 8
    assert wire.backend.statistics.faults[fault] == 1
    assert wire.backend.statistics.repeats == 1


@pytest.mark.parametrize("late_s", [0.0, 0.001, 0.0095, 0.0105, 0.012, 0.02, 0.029])
def test_an_answer_that_comes_twice_is_no_answer_to_the_next_question(
    wire: HandWire, late_s: float
) -> None:
    """However late the second one is, also in the very moment in which the next is due."""
    port = tampered(wire)
    wire.backend.send(SetSpeeds(3, 3))
    again: list[tuple[float, bytes]] = []
    receive = port.receive

    def twice(wait_s: float) -> bytes:
        if again and again[0][0] <= wire.clock.now_s():
            return again.pop()[1]
        if again:
            wait_s = min(wait_s, again[0][0] - wire.clock.now_s())
        return receive(wait_s)

    def keep(data: bytes) -> bytes:
        if data.startswith(b"h") and not again:
            again.append((wire.clock.now_s() + late_s, data))
            port.answer = lambda data: data
        return data

    wire.backend.sleep_until_tick(wire.backend.now_ticks() + 20)
    port.receive, port.answer = twice, keep  # type: ignore[method-assign]
    answers = [wire.backend.read(Quantity.POSITIONS) for _ in range(5)]

    assert answers == sorted(set(answers))  # the robot drives: no counter is read twice
    assert again == []


def test_an_answer_before_its_time_is_anothers(wire: HandWire) -> None:
    """On a line that keeps its pace, an answer sooner than the line could carry it is not ours."""
    port = tampered(wire)
    early = [b"n,1,2,3,4,5,6,7,8\r\n"]
    receive = port.receive

    def leftover(wait_s: float) -> bytes:
        return early.pop() if wait_s > 0.0 and early else receive(wait_s)

    port.receive = leftover  # type: ignore[method-assign]

    assert wire.backend.read(Quantity.PROXIMITY) == (0,) * 8
    assert wire.backend.statistics.faults[Fault.EARLY] == 1


def test_the_time_out_is_for_the_whole_answer(wire: HandWire) -> None:
    """A robot that sends a byte now and then is given up in time: no time-out begins anew."""
    port = tampered(wire)

    def trickle(wait_s: float) -> bytes:
        wire.clock.time_s += wait_s
        return b"n" if wait_s > 0.0 else b""

    port.receive = trickle  # type: ignore[method-assign]
    begun_s = wire.clock.now_s()

    with pytest.raises(LinkLost):
        wire.backend.read(Quantity.PROXIMITY)
    assert wire.clock.now_s() - begun_s < 1.0


@pytest.mark.parametrize(
    ("order", "quantity", "values"),
    [
        (SetCounters(-(2**31), 2**31 - 1), Quantity.POSITIONS, (-(2**31), 2**31 - 1)),
        (SetCounters(-1, 1), Quantity.POSITIONS, (-1, 1)),
        (SetSpeeds(-1, 2), Quantity.SPEEDS, (-1, 2)),
    ],
)
def test_signed_values_come_through(
    connected: HandWire,
    order: SetCounters | SetSpeeds,
    quantity: Quantity,
    values: tuple[int, ...],
) -> None:
    """The ends of 32 bits and small negative speeds are read as they are."""
    connected.backend.send(order)
    connected.backend.sleep_until_tick(connected.backend.now_ticks() + 20)

    assert connected.backend.read(quantity) == values


def test_a_burst_of_orders_all_arrive(connected: HandWire) -> None:
    """Fifty orders one after the other reach the robot, each one, in order."""
    wanted = [SetSpeeds(number, -number) for number in range(1, 51)]
    for order in wanted:
        connected.backend.send(order)

    assert commands(connected)[-50:] == [f"D,{n},{-n}".encode() for n in range(1, 51)]


def test_the_right_sensor_is_sensor_5() -> None:
    """Something on the right alone is seen by sensor 5, not by its mirror image."""
    wire = HandWire(empty_world(x_mm=300.0, y_mm=27.5 + 15.0))
    wire.backend.connect()

    values = wire.backend.read(Quantity.PROXIMITY)

    assert values[5] > 500
    assert values[0] == values[1] == values[7] == 0


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
    """A banner in mid-run means that counters and orders are gone: nobody goes on unaware."""
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


def test_closing_tells_the_robot_to_stop(connected: HandWire) -> None:
    """The last that a robot hears is D,0,0."""
    connected.backend.send(SetSpeeds(5, 5))

    connected.backend.close()

    assert commands(connected)[-1] == b"D,0,0"


def test_figures_of_the_line_are_told(connected: HandWire) -> None:
    """Statistics come as words and as plain values."""
    connected.backend.read(Quantity.PROXIMITY)

    assert "exchanges" in connected.backend.statistics.text()
    assert connected.backend.statistics.to_json()["faults"] == {}

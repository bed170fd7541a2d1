"""The way to a real robot, on an emulated line with a clock set by hand."""

from __future__ import annotations

import itertools

import pytest

from tests.hand_wire import HandWire
from tests.unit.backends.serial_line.tampered import (
    commands,
)
from tests.worlds import empty_world
from wsusim.backends.serial_line.backend import SerialBackend
from wsusim.model.commands import (
    Say,
    SetCounters,
    SetLed,
    SetSpeeds,
    SetTargets,
)
from wsusim.model.readings import Quantity


def test_a_sample_serves_for_20_ms(connected: HandWire) -> None:
    """Within the 20 ms for which the robot holds a sample it is asked once."""
    for _ in range(8):
        connected.backend.read(Quantity.PROXIMITY)

    assert commands(connected).count(b"N") == 1
    assert connected.backend.statistics.kept == 7


def test_a_sample_is_asked_for_again_after_20_ms(connected: HandWire) -> None:
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

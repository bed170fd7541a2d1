"""Messages travel by radio: within range, after a while, and not always."""

from __future__ import annotations

from dataclasses import replace

from tests.worlds import empty_world
from wsusim.engine.radio import FAILED, READY, Air
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import SendRadio
from wsusim.model.geometry import Pose
from wsusim.model.radio import Radio, from_values
from wsusim.model.readings import Quantity
from wsusim.model.world import RobotStart

NEAR = [(0.0, 0.0), (100.0, 0.0), (900.0, 0.0)]
HELLO = SendRadio(0, tuple(b"hello"))


def world(**radio):
    """Return a world with three robots and such a radio."""
    starts = tuple(RobotStart(k + 1, Pose(100.0 + 150.0 * k, 100.0)) for k in range(3))
    return replace(empty_world(), robots=starts, next_id=4, radio=Radio(**radio))


def texts(air, robot, tick):
    """Return sender and text of what a robot has heard."""
    _, heard = from_values(air.read(robot, tick), 0)
    return [(message.sender, message.data.decode()) for message in heard]


def test_a_message_reaches_all_others():
    """Not the sender; robots are numbered from 1."""
    air = Air(world(), ideal=True)

    air.send(0, HELLO, 0, NEAR)

    assert [texts(air, robot, 3) for robot in range(3)] == [[], [(1, "hello")], [(1, "hello")]]


def test_a_message_may_be_for_one_robot():
    """The others don't hear it."""
    air = Air(world(), ideal=True)

    air.send(0, SendRadio(3, (65,)), 0, NEAR)

    assert [texts(air, robot, 3) for robot in range(3)] == [[], [], [(1, "A")]]


def test_a_message_takes_a_while():
    """It is not there before the delay is over."""
    air = Air(world(delay_s=0.5), ideal=True)

    air.send(0, HELLO, 10, NEAR)

    assert texts(air, 1, 59) == []
    assert texts(air, 1, 60) == [(1, "hello")]


def test_far_robots_hear_nothing():
    """The distance when it is sent counts."""
    air = Air(world(range_mm=500.0), ideal=True)

    air.send(0, HELLO, 0, NEAR)

    assert [texts(air, robot, 9) for robot in (1, 2)] == [[(1, "hello")], []]


def test_some_messages_are_lost():
    """As many as the maze says, give or take chance; the same ones in every run."""
    heard = []
    for _ in range(2):
        air = Air(world(loss=0.3), seed=7)
        for number in range(400):
            air.send(0, HELLO, 10 * number, NEAR)
            air.read(1, 10 * number + 9)
        heard.append(air.read(1, 10_000)[0])

    assert heard[0] == heard[1]
    assert 240 < heard[0] < 320


def test_without_noise_nothing_is_lost():
    """An ideal run has no losses."""
    air = Air(world(loss=1.0), ideal=True)

    air.send(0, HELLO, 0, NEAR)

    assert texts(air, 1, 9) == [(1, "hello")]


def test_messages_follow_each_other():
    """A robot sends one after the other; those that would wait too long are lost, and it knows."""
    air = Air(world(delay_s=0.1), ideal=True)

    for number in range(12):
        air.send(0, SendRadio(0, (number,)), 0, NEAR)

    assert air.read(1, 10)[0] == 1
    assert air.read(1, 25)[0] == 2
    assert air.read(1, 1000)[0] == 9
    assert air.status(0, 50) == FAILED
    assert air.status(1, 50) == READY


def test_the_last_eight_messages_are_kept():
    """Older ones make way."""
    air = Air(world(delay_s=0.01), ideal=True)
    for number in range(12):
        air.send(0, SendRadio(0, (65 + number,)), 2 * number, NEAR)

    assert [text for _, text in texts(air, 1, 99)] == list("EFGHIJKL")


def test_a_simulation_carries_messages():
    """An order to send comes out as a reading of the other robot."""
    simulation = Simulation(world(), ideal=True)

    simulation.apply(0, HELLO)
    simulation.advance(3)

    assert simulation.read(1, Quantity.RADIO)[:8] == (1, 1, 5, *b"hello")
    assert simulation.read(0, Quantity.RADIO)[0] == 0


def test_the_air_is_empty_after_going_back_to_a_state():
    """What was on its way is not part of the state."""
    simulation = Simulation(world(), ideal=True)
    state = simulation.save_state()
    simulation.apply(0, HELLO)
    simulation.restore_state(state)
    simulation.advance(10)

    assert simulation.read(1, Quantity.RADIO)[0] == 0


def test_sending_moves_nothing():
    """The trace of a run is the same with and without messages."""
    traces = []
    for orders in ((), (HELLO,)):
        simulation = Simulation(world(), seed=2)
        for order in orders:
            simulation.apply(0, order)
        simulation.advance(20)
        traces.append(simulation.trace_sha256())

    assert traces[0] == traces[1]

"""What exchanges cost on a serial line."""

from __future__ import annotations

import pytest

from tests.unit.engine.fake_simulation import FakeSimulation
from wsusim.backends.fake import FakeBackend
from wsusim.backends.line_timing import LineTiming
from wsusim.backends.simulated import SimulatedBackend
from wsusim.engine.lockstep import Lockstep
from wsusim.model.commands import Command, Say, SetCounters, SetSpeeds
from wsusim.model.readings import Quantity


def line(baud: int) -> LineTiming:
    """Return a line, quick at its ends, to a robot of a simulation that stands at tick 0."""
    robot = SimulatedBackend(Lockstep(FakeSimulation(), [0]), 0, "khepera1")
    return LineTiming(robot, baud, turn_round_s=0.0)


@pytest.mark.parametrize(
    ("command", "characters"),
    [
        (SetSpeeds(5, -5), len("D,5,-5\n" + "d\r\n")),
        (SetSpeeds(-127, 127), len("D,-127,127\n" + "d\r\n")),
        (SetCounters(0, 1234567), len("G,0,1234567\n" + "g\r\n")),
    ],
)
def test_an_order_costs_its_text(command: Command, characters: int) -> None:
    """An order costs 11 bits for each character of its text and of its answer."""
    backend = line(1100)

    backend.send(command)

    assert backend.now_ticks() == characters


def test_an_order_in_force_costs_nothing() -> None:
    """What the robot does already is not sent again, as on the real line."""
    backend = line(1100)
    backend.send(SetSpeeds(5, -5))
    once = backend.now_ticks()

    backend.send(SetSpeeds(5, -5))

    assert backend.now_ticks() == once > 0


def test_both_ends_need_time_to_turn_round() -> None:
    """Each exchange costs a constant beside its characters."""
    robot = SimulatedBackend(Lockstep(FakeSimulation(), [0]), 0, "khepera1")
    backend = LineTiming(robot, 115200, turn_round_s=0.05)

    backend.send(SetCounters(0, 0))

    assert backend.now_ticks() == 5


def test_a_sleep_takes_the_rest_of_a_tick_along() -> None:
    """A sleep ends at a whole tick: what the line took of the tick before it is not owed twice."""
    backend = line(9600)
    for _ in range(10):
        backend.read(Quantity.POSITIONS)  # 9 characters: 10.3 ms
        backend.sleep_until_tick(backend.now_ticks() + 4)

    assert backend.now_ticks() == 50


def test_a_question_costs_its_answer() -> None:
    """A reading costs the question and the numbers of its answer."""
    backend = line(1100)
    backend.read(Quantity.POSITIONS)
    assert backend.now_ticks() == len("H\n" + "h,0,0\r\n")


def test_the_same_answer_again_costs_another_question() -> None:
    """Over a real line it might be the first one come twice; the speeds are asked besides."""
    backend = line(11000)
    backend.read(Quantity.POSITIONS)
    once = backend.now_ticks()

    backend.read(Quantity.POSITIONS)

    assert once == 0
    assert backend.now_ticks() == len("H\nh,0,0\r\n" * 2 + "E\ne,0,0\r\n") // 10


def test_n_at_9600_baud() -> None:
    """Eight values of one digit, twice, take 2 x 21 characters and so 48 ms at 9600 baud."""
    backend = line(9600)
    zeros = backend.read(Quantity.PROXIMITY)

    backend.read(Quantity.AMBIENT)

    assert zeros == (0,) * 8
    assert backend.now_ticks() == 4


def test_the_lines_times_are_those_of_a_real_line() -> None:
    """The exchange costs its characters; distances age from the moment in which they were asked."""
    backend = LineTiming(FakeBackend(), 9600, turn_round_s=0.001)
    assert backend.line_times() == (0.0, 0.0)
    backend.read(Quantity.PROXIMITY)
    backend.read(Quantity.SPEEDS)

    exchange_s, age_s = backend.line_times()

    assert exchange_s == pytest.approx(9 * 11 / 9600 + 0.001)
    assert age_s == pytest.approx(30 * 11 / 9600 + 0.002)


def test_an_orders_exchange_is_timed_too() -> None:
    """D and its answer."""
    backend = LineTiming(FakeBackend(), 9600, turn_round_s=0.0)

    backend.send(SetSpeeds(5, 5))

    assert backend.line_times().exchange_s == pytest.approx(len("D,5,5\nd\r\n") * 11 / 9600)


def test_fractions_are_carried() -> None:
    """Short exchanges on a fast line cost nothing at first, and exactly their sum in the end."""
    backend = line(115200)
    first = []
    for _ in range(3):
        backend.send(SetCounters(0, 0))
        first.append(backend.now_ticks())
    for _ in range(11520 - 3):
        backend.send(SetCounters(0, 0))
    assert first == [0, 0, 0]
    assert backend.now_ticks() == 9 * 11 * 10


def test_samples_are_kept_for_20_ms() -> None:
    """Asking again within 20 ms of a sample's arrival is free and brings the same sample."""
    backend = line(9600)
    sample = backend.read(Quantity.PROXIMITY)
    arrived = backend.now_ticks()
    again = backend.read(Quantity.PROXIMITY)
    asked_again = backend.now_ticks()
    backend.sleep_until_tick(arrived + 2)
    backend.read(Quantity.PROXIMITY)
    assert (again, asked_again) == (sample, arrived)
    assert backend.now_ticks() > arrived + 2


def test_a_sample_is_from_when_it_was_asked_for() -> None:
    """The values are those the robot held at the question, not those at the answer's end."""
    backend = line(2400)
    backend.sleep_until_tick(6)
    assert backend.read(Quantity.AMBIENT) == (6,) * 8
    assert backend.now_ticks() > 8


def test_remarks_are_free() -> None:
    """What a controller says never goes over the line."""
    backend = line(300)
    backend.send(Say("a long remark that would take a second"))
    assert backend.now_ticks() == 0


def test_all_else_goes_through() -> None:
    """Stop, safety and farewell reach the robot behind the line."""
    backend = line(9600)
    assert backend.connect().kind == "khepera1"
    assert not backend.is_stopping
    backend.make_safe()
    backend.close()
    assert backend.is_stopping

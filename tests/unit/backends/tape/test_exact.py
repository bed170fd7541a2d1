"""A tape answers what was asked word for word, and names the first thing that was not."""

from __future__ import annotations

import pytest

from wsusim.backends.contract import RobotInfo
from wsusim.backends.tape.exact import ExactTape
from wsusim.backends.tape.rows import CLOCK, LOST, ORDER, READ, SLEEP, STOP, Step
from wsusim.errors import LinkLost
from wsusim.model.commands import SetSpeeds
from wsusim.model.readings import Quantity

STEPS = (
    Step(1, CLOCK, (), (2,)),
    Step(3, READ, ("PROXIMITY",), (0, 1, 2, 3, 4, 5, 6, 7)),
    Step(4, ORDER, ("SetSpeeds", 3, -3)),
    Step(10, SLEEP, (10,)),
)


def tape(*steps):
    """Return a tape of these steps."""
    return ExactTape(steps, RobotInfo(0, "khepera2", "serial"))


def follow(robot):
    """Do what the recorded program did."""
    robot.now_ticks()
    robot.now_ticks()
    robot.read(Quantity.PROXIMITY)
    robot.send(SetSpeeds(3, -3))
    robot.sleep_until_tick(10)


def test_answers_and_times_are_the_recorded_ones():
    """Readings, the clock, and what the clock shows after a wait."""
    robot = tape(*STEPS)

    assert [robot.now_ticks(), robot.now_ticks()] == [1, 1]
    assert robot.read(Quantity.PROXIMITY) == STEPS[1].answer
    robot.send(SetSpeeds(3, -3))
    robot.sleep_until_tick(10)
    robot.end()
    assert robot.stamp_ticks() == 10
    assert robot.departure is None


def test_another_order_is_a_departure():
    """It is named with both orders, and nothing is answered any more."""
    robot = tape(*STEPS)
    robot.now_ticks(), robot.now_ticks(), robot.read(Quantity.PROXIMITY)

    with pytest.raises(LinkLost):
        robot.send(SetSpeeds(3, 3))
    with pytest.raises(LinkLost):
        robot.read(Quantity.PROXIMITY)
    assert robot.departure is not None
    assert robot.departure.was == STEPS[2]
    assert robot.departure.asked is not None
    assert robot.departure.asked.order == ("SetSpeeds", 3, 3)


@pytest.mark.parametrize(
    "asks",
    [
        lambda robot: robot.read(Quantity.AMBIENT),
        lambda robot: robot.sleep_until_tick(10),
        lambda robot: robot.now_ticks(),
        lambda robot: robot.line_times(),
    ],
)
def test_another_question_is_a_departure(asks):
    """Also when no order differs yet: its answer isn't on the tape."""
    robot = tape(*STEPS[1:])
    robot.read(Quantity.PROXIMITY)

    with pytest.raises(LinkLost):
        asks(robot)
    assert robot.departure is not None
    assert robot.departure.number == 1


def test_fewer_looks_at_the_clock_are_a_departure():
    """Each look was an answer."""
    robot = tape(*STEPS)
    robot.now_ticks()

    with pytest.raises(LinkLost):
        robot.read(Quantity.PROXIMITY)


def test_a_program_that_ends_too_early_has_departed():
    """What it should have done yet is named."""
    robot = tape(*STEPS)
    robot.now_ticks(), robot.now_ticks()
    robot.end()

    assert robot.departure is not None
    assert robot.departure.was == STEPS[1]


def test_what_comes_after_the_stop_is_no_departure():
    """The recorded program heard of it a moment earlier or later."""
    robot = tape(*STEPS, Step(10, STOP), Step(10, ORDER, ("SetSpeeds", 0, 0)))
    follow(robot)

    assert robot.is_stopping
    robot.read(Quantity.AMBIENT)
    robot.send(SetSpeeds(1, 1))
    robot.end()
    assert robot.departure is None


def test_a_lost_robot_is_lost_again():
    """At the same call, with the same words."""
    robot = tape(Step(60, READ, ("ARM",), (), LOST, "It is away."))

    with pytest.raises(LinkLost, match="It is away"):
        robot.read(Quantity.ARM)

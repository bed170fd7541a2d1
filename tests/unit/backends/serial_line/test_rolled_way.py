"""Counters made of measured speeds."""

from __future__ import annotations

import pytest

from wsusim.backends.serial_line.rolled_way import LONGEST_GAP_S, RolledWay
from wsusim.robots import robot_kind

MOTORS = robot_kind("thymio").motors
PULSES_A_SECOND = MOTORS.speed_unit_mm_s / MOTORS.pulse_mm


def test_an_even_speed_adds_its_way() -> None:
    """100 for two seconds, read ten times a second, is the way of 100 for two seconds."""
    way = RolledWay(MOTORS)
    for tenth in range(21):
        way.note((100, -100), tenth / 10.0)

    assert way.counters == (round(200 * PULSES_A_SECOND), round(-200 * PULSES_A_SECOND))


def test_between_two_readings_the_mean_counts() -> None:
    """A wheel that speeds up evenly goes the way of its mean speed."""
    way = RolledWay(MOTORS)
    way.note((0, 0), 0.0)
    way.note((100, 50), 1.0)

    assert way.counters == (round(50 * PULSES_A_SECOND), round(25 * PULSES_A_SECOND))


def test_nothing_is_added_over_a_long_silence() -> None:
    """The time in which the robot was out of reach adds nothing."""
    way = RolledWay(MOTORS)
    way.note((100, 100), 0.0)
    way.note((100, 100), LONGEST_GAP_S + 0.1)

    assert way.counters == (0, 0)


def test_counters_can_be_set() -> None:
    """Whatever they are set to, the way goes on from there."""
    way = RolledWay(MOTORS)
    way.counters = (1000, -5)

    assert way.counters == (1000, -5)


@pytest.mark.parametrize(("speeds", "rolls"), [((0, 0), False), ((0, -3), True)])
def test_a_wheel_that_turns_is_told(speeds: tuple[int, int], rolls: bool) -> None:
    """It reports rolling wheels, so that speeds are read often enough."""
    way = RolledWay(MOTORS)
    way.note(speeds, 0.0)

    assert way.is_rolling is rolls

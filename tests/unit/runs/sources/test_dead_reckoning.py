"""Where a robot believes it is."""

from __future__ import annotations

import math

import pytest

from wsusim.model.geometry import Pose
from wsusim.runs.sources.dead_reckoning import DeadReckoning


def test_straight_ahead() -> None:
    """1000 pulses of both wheels are 80 mm ahead."""
    reckoning = DeadReckoning(Pose(100.0, 100.0, math.pi / 2), 52.5)
    reckoning.begin(0, 0)

    pose = reckoning.update(1000, 1000)

    assert (pose.x_mm, pose.y_mm) == pytest.approx((100.0, 180.0))


def test_a_turn_on_the_spot() -> None:
    """1035 pulses apart turn a Khepera by 180 degrees about (measured by a student: 1035)."""
    reckoning = DeadReckoning(Pose(0.0, 0.0), 52.7)
    reckoning.begin(0, 0)

    pose = reckoning.update(-1035, 1035)

    assert abs(pose.heading_rad) == pytest.approx(math.pi, abs=0.01)


@pytest.mark.parametrize(
    ("before", "after", "mm"),
    [(2**31 - 5, -(2**31) + 5, 0.8), (-(2**31), 2**31 - 5, -0.4), (5, -5, -0.8)],
)
def test_counters_that_wrap_make_no_jump(before: int, after: int, mm: float) -> None:
    """32 bits run over in both directions."""
    reckoning = DeadReckoning(Pose(0.0, 0.0), 52.5)
    reckoning.begin(before, before)

    assert reckoning.update(after, after).x_mm == pytest.approx(mm)


def test_counters_that_are_set_make_no_jump() -> None:
    """Setting the counters while the robot drives is no way."""
    reckoning = DeadReckoning(Pose(0.0, 0.0), 52.5)
    reckoning.begin(0, 0)
    reckoning.update(500, 500)

    reckoning.begin(0, 0)

    assert reckoning.update(10, 10).x_mm == pytest.approx(510 * 0.08)


def test_the_size_of_a_pulse_is_the_profiles() -> None:
    """A twelfth of a millimetre instead of 0.08."""
    reckoning = DeadReckoning(Pose(0.0, 0.0), 52.5, pulse_mm=1.0 / 12.0)
    reckoning.begin(0, 0)

    assert reckoning.update(1200, 1200).x_mm == pytest.approx(100.0)

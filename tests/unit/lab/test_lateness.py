"""How long this computer kept us waiting: noted, and forgotten after a while."""

from __future__ import annotations

import pytest

from tests.manual_clock import ManualClock
from wsusim.lab.lateness import KEPT_S, LOOK_S, Lateness


@pytest.mark.parametrize(
    ("ago_s", "lately_s", "late_s"),
    [(0.0, 1.0, 0.4), (0.3, 1.0, 0.4), (0.3, 0.5, 0.2), (0.5, 0.5, 0.0)],
)
def test_only_the_time_that_is_asked_about_counts(
    ago_s: float, lately_s: float, late_s: float
) -> None:
    """What was late before is no excuse for now."""
    clock = ManualClock()
    lateness = Lateness(clock)
    lateness.sleep()
    clock.now_s += LOOK_S + 0.4
    lateness.wake()
    clock.now_s += ago_s

    assert lateness.late_s(lately_s) == pytest.approx(late_s)


def test_who_is_asleep_too_long_is_late_already() -> None:
    """The robot's thread may be woken first."""
    clock = ManualClock()
    lateness = Lateness(clock)
    lateness.sleep()
    clock.now_s += LOOK_S + 0.3

    assert lateness.late_s(1.0) == pytest.approx(0.3)


def test_who_wakes_in_time_is_never_late() -> None:
    """Sleeping itself is not being late."""
    clock = ManualClock()
    lateness = Lateness(clock)
    lateness.sleep()
    clock.now_s += LOOK_S / 2.0

    assert lateness.late_s(KEPT_S) == 0.0


def test_old_lateness_is_forgotten() -> None:
    """Nothing piles up in a long run."""
    clock = ManualClock()
    lateness = Lateness(clock)
    for _ in range(3):
        lateness.sleep()
        clock.now_s += LOOK_S + KEPT_S
        lateness.wake()

    assert len(lateness._late) <= 2

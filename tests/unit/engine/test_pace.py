"""Deadlines of ticks."""

from __future__ import annotations

import pytest

from tests.manual_clock import ManualClock
from wsusim.engine.pace import Pacer


@pytest.mark.parametrize(("speed", "wait_s"), [(1.0, 0.03), (0.1, 0.3), (50.0, 0.0006)])
def test_deadlines_follow_the_speed(speed: float, wait_s: float) -> None:
    """The third tick is due after three ticks' time divided by the speed."""
    pacer = Pacer(speed, ManualClock())
    assert pacer.seconds_until(3) == pytest.approx(wait_s)


def test_late_wake_ups_do_not_add_up() -> None:
    """A deadline counts from the anchor, so oversleeping shortens the next wait."""
    clock = ManualClock()
    pacer = Pacer(1.0, clock)
    clock.now_s += 0.013
    assert pacer.seconds_until(2) == pytest.approx(0.007)


def test_due_ticks() -> None:
    """All ticks whose deadline has passed are due, none before."""
    clock = ManualClock()
    pacer = Pacer(10.0, clock)
    clock.now_s += 0.0059
    assert pacer.due_tick(0) == 5
    assert pacer.due_tick(5) == 5


def test_a_large_debt_is_forgiven() -> None:
    """After a long hold-up the run goes on at its speed instead of racing."""
    clock = ManualClock()
    pacer = Pacer(1.0, clock)
    clock.now_s += 60.0
    assert pacer.due_tick(0) == 25
    assert pacer.seconds_until(26) == pytest.approx(0.01)


def test_speed_change_goes_on_from_the_tick_reached() -> None:
    """After a change of speed the next tick is due one new tick's time later."""
    clock = ManualClock()
    pacer = Pacer(1.0, clock)
    clock.now_s += 0.5
    pacer.set_speed(2.0, 50)
    assert pacer.seconds_until(51) == pytest.approx(0.005)
    assert pacer.speed == 2.0


def test_a_tick_longer_than_the_debt_kept_is_still_done() -> None:
    """At a hundredth of real time a tick lasts a second; after that second it is due."""
    clock = ManualClock()
    pacer = Pacer(0.01, clock)
    clock.now_s += 1.0
    assert pacer.due_tick(0) == 1

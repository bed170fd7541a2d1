"""Counters of 16 bits, read as counters of 32."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wsusim.backends.serial_line.step_counters import StepCounters

SPAN = 2**16


def narrow(value: int) -> int:
    """Return what a counter of 16 bits shows."""
    return (value + SPAN // 2) % SPAN - SPAN // 2


@given(st.lists(st.integers(-30_000, 30_000), min_size=1, max_size=50))
def test_the_way_goes_on_where_the_robots_counter_begins_again(steps: list[int]) -> None:
    """Read before half of the span is over, the wide counter has the whole way."""
    counters, way = StepCounters(SPAN), 0
    for step in steps:
        way += step
        left, right = counters.read((narrow(way), narrow(-way)))

    assert (left, right) == (way, -way)


def test_counters_can_be_set_beyond_what_the_robot_can_count() -> None:
    """The robot is told the lower 16 bits; the way goes on from the whole number."""
    counters = StepCounters(SPAN)
    counters.set(100_000, -7)

    assert counters.read((narrow(100_010), -9)) == (100_010, -9)

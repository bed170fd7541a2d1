"""Which part of time is in view."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wsusim.gui.features.curves.time_window import TimeWindow


@pytest.mark.parametrize(
    ("span_s", "now_s", "view"),
    [
        (10.0, 40.0, (30.0, 40.0)),
        (10.0, 20.0, (15.0, 25.0)),
        (10.0, 1.0, (0.0, 10.0)),
        (60.0, 40.0, (0.0, 60.0)),
        (None, 7.0, (0.0, 40.0)),
    ],
)
def test_the_view_follows_the_moment(
    span_s: float | None, now_s: float, view: tuple[float, float]
) -> None:
    """The newest moment is at the right, one of a recording in the middle, all is all."""
    window = TimeWindow(span_s)

    window.follow(0.0, 40.0, now_s)

    assert (window.begin_s, window.end_s) == view


def test_a_view_that_was_moved_stays_until_it_shall_follow_again() -> None:
    """Who looks back is not torn away by what is new."""
    window = TimeWindow(10.0)
    window.follow(0.0, 40.0, 40.0)

    window.move(-5.0)
    window.follow(0.0, 50.0, 50.0)
    moved = (window.begin_s, window.end_s)
    window.set_span(10.0)
    window.follow(0.0, 50.0, 50.0)

    assert moved == (25.0, 35.0)
    assert (window.begin_s, window.end_s) == (40.0, 50.0)


@given(st.floats(0.01, 20.0), st.floats(0.0, 10.0))
def test_zooming_leaves_the_pointer_where_it_is(factor: float, about_s: float) -> None:
    """The moment under the pointer stays under it, and the view never becomes a point."""
    window = TimeWindow(10.0)

    window.zoom(factor, about_s)

    length_s = window.end_s - window.begin_s
    assert length_s >= 0.2 - 1e-9
    assert (about_s - window.begin_s) / length_s == pytest.approx(about_s / 10.0, abs=1e-6)

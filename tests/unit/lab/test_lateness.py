"""Whether this computer was late: noted, and forgotten after a while."""

from __future__ import annotations

import pytest

from wsusim.lab.lateness import KEPT_S, LATE_S, Lateness


class Clock:
    """A time that a test sets."""

    now_s = 0.0

    def __call__(self) -> float:
        """Return it."""
        return self.now_s


@pytest.mark.parametrize(
    ("late_s", "ago_s", "was_late"),
    [(LATE_S, 0.0, True), (LATE_S / 2.0, 0.0, False), (LATE_S, KEPT_S + 1.0, False)],
)
def test_only_what_was_late_lately_counts(late_s: float, ago_s: float, was_late: bool) -> None:
    """Small delays are usual."""
    clock = Clock()
    lateness = Lateness(clock)
    lateness.note(late_s)
    clock.now_s = ago_s

    assert lateness.was_late() is was_late

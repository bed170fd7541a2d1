"""Tests of what a person reads at the end of a run."""

from __future__ import annotations

import pytest

from wsusim.cli.run_summary import summary
from wsusim.runs.report import RunReport


def report(contacts: int = 0, caps_delivered: int = 0) -> RunReport:
    """Return the report of a run of half a minute."""
    return RunReport(
        outcome="time",
        end="time",
        seed=1,
        maze="rooms",
        timing="fixed",
        sim_time_s=30.0,
        wall_time_s=0.1,
        speedup=300.0,
        startup_s=1.0,
        distance_mm=1234.0,
        contacts=contacts,
        contact_time_s=0.5 * contacts,
        caps_delivered=caps_delivered,
        goal_time_s=None,
        trace_sha256="0123456789abcdef",
    )


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (report(), "drove 1.23 m, never touched anything"),
        (report(contacts=1), "drove 1.23 m, touched something once (0.50 s in all)"),
        (report(contacts=3), "drove 1.23 m, touched something 3 times (1.50 s in all)"),
        (report(caps_delivered=1), "drove 1.23 m, never touched anything, delivered 1 cap"),
        (report(caps_delivered=2), "drove 1.23 m, never touched anything, delivered 2 caps"),
    ],
)
def test_the_way_is_told_in_a_sentence(given: RunReport, told: str) -> None:
    """One of a thing is one, and what never happened is told so."""
    assert summary(given).splitlines()[1] == told

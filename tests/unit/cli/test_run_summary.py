"""Tests of what a person reads at the end of a run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wsusim.cli.run_summary import summary
from wsusim.runs.report import Outcome, RobotReport, RunReport


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


def robots(*outcomes: Outcome) -> tuple[RobotReport, ...]:
    """Return what became of several robots."""
    return tuple(
        RobotReport(number, "x.py", outcome, 1.0, 0, 0.0)
        for number, outcome in enumerate(outcomes, 1)
    )


@pytest.mark.parametrize(
    ("outcomes", "told"),
    [
        (("error",), "The controller failed after 30.00 s in the maze."),
        (("error", "time"), "The controller of robot 1 failed. The run ended after 30.00 s"),
        (
            ("time", "error", "error"),
            "The controller of robots 2 and 3 failed. The run",
        ),
        (
            ("finished", "unresponsive"),
            "The controller of robot 2 stopped answering. The run",
        ),
    ],
)
def test_whose_controller_failed_is_told(outcomes: tuple[Outcome, ...], told: str) -> None:
    """By number, and not as if it had driven as long as the others."""
    worst: Outcome = "error" if "error" in outcomes else "unresponsive"
    given = replace(report(), outcome=worst, robots=robots(*outcomes))

    assert summary(given).splitlines()[0].startswith(told)


def test_a_game_has_a_score() -> None:
    """With the teams, in a line of its own."""
    assert "blue 2 : 1 yellow" in summary(replace(report(), score=(2, 1))).splitlines()

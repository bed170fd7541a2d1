"""Mapping and planning on lines: what counts in the arena, beside the map or path."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.ciber.matches import QUIET, Lab, Target, box, cycles, drive, match, put
from wsusim.ciber.agent_orders import Actions
from wsusim.ciber.match_robot import State

LAB = Lab("line", 28.0, 14.0, targets=(Target(5.0, 7.0),), walls=(box(2.0, 6.9, 12.0, 7.1, 0.0),))


@pytest.mark.parametrize("mode", ["5", "6"])
@pytest.mark.parametrize(("y", "points"), [(7.0, 0), (7.4, 0), (7.59, 0), (7.61, 30), (9.0, 30)])
def test_away_from_the_lines_each_cycle_counts_ten(mode: str, y: float, points: int) -> None:
    """More than half a um from every edge of a line: +10, as the public simulator counts."""
    arena, (robot,) = match(LAB, (5.0, y, 0.0), mode=mode)
    cycles(arena, 3)
    assert robot.score == points


@pytest.mark.parametrize(("x", "points"), [(0.5, 0), (0.51, 10)])
def test_the_border_is_as_good_as_a_line(x: float, points: int) -> None:
    """So is every wall."""
    arena, (robot,) = match(LAB, (5.0, 7.0, 0.0), mode="5")
    put(arena, 1, x, 10.0)
    cycles(arena, 1)
    assert robot.score == points


def test_only_the_end_led_ends_a_robot_and_no_target_is_counted() -> None:
    """Visiting and returning leds change nothing: no visit, no arrival, no points."""
    arena, (robot,) = match(LAB, (5.0, 7.0, 0.0), mode="6")
    cycles(arena, 1, Actions(visiting_led=True))
    cycles(arena, 3, Actions(visiting_led=False, returning_led=True))
    assert (robot.state, robot.score, robot.visited) == (State.RUNNING, 0, set())
    assert (robot.arrival_time, robot.returning_time) == (0, 0)
    cycles(arena, 1, Actions(end_led=True))
    assert robot.state is State.FINISHED


def test_collisions_take_points() -> None:
    """Here more are better, so they are taken away."""
    arena, (robot,) = match(
        LAB, (27.4, 7.0, 0.0), mode="5", parameters=replace(QUIET, wall_penalty=5)
    )
    before = robot.score
    cycles(arena, 2, drive(0.15, 0.15))
    assert robot.score - before == 2 * 10 - 5

"""The classic rules count as the official simulator was measured to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.ciber.matches import QUIET, Lab, Target, box, cycles, drive, match, put
from wsusim.ciber.agent_orders import Actions
from wsusim.ciber.arena import Arena
from wsusim.ciber.match_robot import Robot, State

LAB = Lab("one target", 28.0, 14.0, targets=(Target(20.0, 7.0, 2.0),))
START = (5.0, 7.0, 0.0)
VISITING, RETURNING = Actions(visiting_led=True), Actions(returning_led=True)


def at_target() -> tuple[Arena, Robot]:
    """Return a match whose robot stands on the target."""
    arena, (robot,) = match(LAB, START)
    cycles(arena, 1)
    put(arena, 1, 20.0, 7.0)
    return arena, robot


def returning() -> tuple[Arena, Robot]:
    """Return a match whose robot has visited the target and is on its way back."""
    arena, robot = at_target()
    cycles(arena, 1, VISITING)
    cycles(arena, 1, Actions(visiting_led=False))
    cycles(arena, 1, RETURNING)
    return arena, robot


def test_a_match_begins_with_what_can_be_lost() -> None:
    """100 for coming home and 100 for the target; 0 before the first cycle."""
    arena, (robot,) = match(LAB, START)
    assert robot.shown_score == 0
    cycles(arena, 1)
    assert robot.shown_score == 200


def test_a_visit_counts_once_and_shows_when_the_led_is_off() -> None:
    """Golden: 200, 200 with the led on, then 100."""
    arena, robot = at_target()
    cycles(arena, 1, VISITING)
    assert (robot.shown_score, robot.visited) == (200, {0})
    cycles(arena, 3, VISITING)
    assert robot.shown_score == 200
    cycles(arena, 1, Actions(visiting_led=False))
    assert robot.shown_score == 100


def test_the_led_beside_the_target_costs_in_each_cycle() -> None:
    """5 points a cycle."""
    arena, (robot,) = match(LAB, START)
    cycles(arena, 3, VISITING)
    assert robot.score == 200 + 3 * 5


@pytest.mark.parametrize(
    ("x", "score"), [(20.0, 100), (16.6, 77), (12.8, 52), (5.31, 2), (5.15, 1)]
)
def test_the_way_back_counts_what_is_left_of_it(x: float, score: int) -> None:
    """100 points in proportion to the shortest way to the start; near it almost nothing."""
    arena, robot = returning()
    put(arena, 1, x, 7.0)
    cycles(arena, 1)
    assert (robot.state, robot.score) == (State.RETURNING, score)


def test_the_way_back_goes_round_walls() -> None:
    """Of two places equally far as the crow flies the one behind a wall is farther."""
    lab = replace(LAB, walls=(box(9.0, 4.0, 9.2, 10.0),))
    arena, (robot,) = match(lab, START)
    cycles(arena, 1)
    put(arena, 1, 20.0, 7.0)
    cycles(arena, 1, VISITING)
    cycles(arena, 1, Actions(visiting_led=False, returning_led=True))
    put(arena, 1, 10.5, 7.0)
    cycles(arena, 1)
    assert robot.score > 100 * 5.5 / 15.0 + 5


@pytest.mark.parametrize("x", [20.0, 10.0])
def test_returning_before_the_visit_ends_the_robot(x: float) -> None:
    """The led says something that is not true: the robot is done, its score stays."""
    arena, (robot,) = match(LAB, START)
    put(arena, 1, x, 7.0)
    cycles(arena, 1, RETURNING)
    cycles(arena, 5, drive(0.15, 0.15))
    assert (robot.state, robot.score) == (State.FINISHED, 200)


def test_not_being_home_in_time_costs() -> None:
    """15 points for a robot that is still returning when the time is up."""
    parameters = replace(QUIET, sim_time_cycles=6)
    arena, (robot,) = match(LAB, START, parameters=parameters)
    put(arena, 1, 20.0, 7.0)
    cycles(arena, 1, VISITING)
    cycles(arena, 1, Actions(visiting_led=False))
    cycles(arena, 3, RETURNING)
    before = robot.score
    cycles(arena, 1)
    assert robot.score == before + 15


def test_collisions_cost_when_they_begin() -> None:
    """A wall costs 2, however long it is touched."""
    arena, (robot,) = match(LAB, (27.4, 7.0, 0.0))
    cycles(arena, 10, drive(0.15, 0.15))
    assert robot.score == 202


def test_times_are_counted() -> None:
    """Arrival until the first visit, returning until the end."""
    arena, robot = returning()
    arrival = robot.arrival_time
    cycles(arena, 4)
    assert (robot.arrival_time, robot.returning_time) == (arrival, 4)


@pytest.mark.parametrize("mode", ["2", "3"])
def test_mapping_and_planning_begin_at_zero(mode: str) -> None:
    """What is handed in is marked afterwards; in the arena a visit takes away its 100 points."""
    arena, (robot,) = match(LAB, START, mode=mode)
    cycles(arena, 1)
    assert robot.score == 0


@pytest.mark.parametrize("mode", ["2", "3"])
def test_mapping_and_planning_end_with_the_end_led_only(mode: str) -> None:
    """The course's agents light the others at ground 0, where its labs start them."""
    lab = replace(LAB, targets=(Target(5.0, 7.0, 2.0), *LAB.targets))
    arena, (robot,) = match(lab, START, mode=mode)
    cycles(arena, 1, VISITING)
    cycles(arena, 1, Actions(visiting_led=False, returning_led=True))
    cycles(arena, 5, drive(0.15, 0.15))
    assert (robot.state, robot.score, robot.visited) == (State.RUNNING, -100, {0})
    cycles(arena, 1, Actions(end_led=True))
    assert robot.state is State.FINISHED


def test_the_end_led_at_the_target_leaves_the_whole_way_home_to_pay() -> None:
    """Mode 0: as for a robot that has just set out, without the points for having done so."""
    arena, robot = at_target()
    cycles(arena, 1, VISITING)
    cycles(arena, 1, Actions(visiting_led=False))
    cycles(arena, 1, Actions(end_led=True))
    assert (robot.state, robot.score, robot.arrival_time) == (State.FINISHED, 200, 4)


def test_setting_out_again_restarts_the_way_home() -> None:
    """The led is told again while the robot stands on the target: its times start again."""
    arena, robot = returning()
    cycles(arena, 3)
    assert robot.returning_time == 3
    cycles(arena, 1, RETURNING)
    assert (robot.returning_time, robot.score) == (0, 100)


def test_a_wall_and_then_a_robot_are_one_collision() -> None:
    """What is touched next while something is being touched costs nothing."""
    arena, (first, _) = match(LAB, (27.4, 7.0, 0.0), (24.0, 7.0, 0.0))
    cycles(arena, 3, drive(0.15, 0.15))
    put(arena, 2, 26.45, 7.2)
    arena.bodies.poses[0, 2] = 0.0
    cycles(arena, 5, drive(0.15, 0.15))
    assert (first.score, first.collisions) == (202, 1)

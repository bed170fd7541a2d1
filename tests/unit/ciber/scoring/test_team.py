"""Teams: everybody to the target, and home again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.ciber.matches import QUIET, Lab, Target, cycles, drive, match, put
from wsusim.ciber.agent_orders import Actions
from wsusim.ciber.match_robot import State
from wsusim.errors import BadInput

LAB = Lab("two", 28.0, 14.0, targets=(Target(22.0, 7.0, 3.0), Target(4.0, 7.0, 3.0)))
STARTS = ((4.0, 6.0, 0.0), (4.0, 8.0, 0.0))
THERE = Actions(visiting_led=True)


def test_2008_takes_a_hundred_off_at_the_target() -> None:
    """Before the key time; the score never falls below 0."""
    arena, robots = match(LAB, *STARTS, mode="team-2008")
    put(arena, 1, 22.0, 7.0)
    cycles(arena, 1, THERE)
    assert [robot.score for robot in robots] == [0, 100]


def test_2008_takes_less_off_after_the_key_time() -> None:
    """Half-way between key time and end it is half-way between 100 and 50."""
    parameters = replace(QUIET, key_time_cycles=1, sim_time_cycles=5)
    arena, (robot, _) = match(LAB, *STARTS, mode="team-2008", parameters=parameters)
    cycles(arena, 2)
    put(arena, 1, 22.0, 7.0)
    cycles(arena, 1, THERE)
    assert (robot.score, robot.visited) == (25, {0})


def test_2013_sends_all_home_when_all_are_there() -> None:
    """When every robot shows its led on the target, the arena lights all returning leds."""
    arena, robots = match(LAB, *STARTS, mode="team-2013")
    put(arena, 1, 22.0, 7.0)
    cycles(arena, 1, THERE, number=1)
    assert robots[0].state is State.WAITING
    put(arena, 2, 21.0, 8.0)
    cycles(arena, 1, THERE, number=2)
    assert [robot.state for robot in robots] == [State.RETURNING] * 2
    assert all(robot.leds.returning for robot in robots)
    assert [robot.score for robot in robots] == [100, 100]


def test_2013_counts_late_visits_less() -> None:
    """From the key time on the reward falls in a straight line to 50 at the end."""
    parameters = replace(QUIET, key_time_cycles=2, sim_time_cycles=12)
    arena, (robot, _) = match(LAB, *STARTS, mode="team-2013", parameters=parameters)
    cycles(arena, 6)
    put(arena, 1, 22.0, 7.0)
    cycles(arena, 1, THERE)
    assert robot.score == 200 - 75


def test_2013_ends_a_robot_with_a_led_elsewhere() -> None:
    """A wrong visiting led ends the robot."""
    arena, (robot, _) = match(LAB, *STARTS, mode="team-2013")
    cycles(arena, 1, THERE)
    assert (robot.state, robot.score) == (State.FINISHED, 200)


def test_2013_rewards_the_end_at_home() -> None:
    """The end led inside the home area takes off another hundred."""
    arena, robots = match(LAB, *STARTS, mode="team-2013")
    put(arena, 1, 22.0, 7.0)
    put(arena, 2, 21.0, 8.5)
    arena.take(2, THERE)
    cycles(arena, 1, THERE, number=1)
    put(arena, 1, 4.0, 7.0)
    cycles(arena, 1, Actions(end_led=True))
    assert robots[0].score == 0
    assert robots[0].state is State.FINISHED


def test_2013_counts_collisions_twice_two() -> None:
    """A wall costs 2 points, whatever the parameters say."""
    parameters = replace(QUIET, wall_penalty=50)
    arena, (robot, _) = match(
        LAB, (0.55, 7.0, 180.0), STARTS[1], mode="team-2013", parameters=parameters
    )
    cycles(arena, 3, drive(0.15, 0.15))
    assert robot.score == 202


@pytest.mark.parametrize("mode", ["team-2008", "team-2013"])
def test_a_lab_without_targets_is_refused(mode: str) -> None:
    """Team modes need something to find."""
    with pytest.raises(BadInput, match="target"):
        match(Lab("empty", 28.0, 14.0), *STARTS, mode=mode)

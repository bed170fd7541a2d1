"""Each ready controller does its task on each robot of a class: none was tuned for one robot.

Each is tried with one seed and with two of the robots here; all, with ten seeds, in the slow suite.
"""

from __future__ import annotations

import itertools
import math

import pytest

from tests.end_to_end.ready_tasks import TASKS, do_task, goals_let_in
from wsusim.formats.profile import ready_profiles
from wsusim.programs.new_controller import ready_controllers

USUAL = "usual"
ROBOTS = [USUAL, *sorted(ready_profiles())]
FAST_ROBOTS = ["class-c", "class-e"]
"""These two had found neither wall nor goal when thresholds were those of the usual robot."""

SEEDS = range(1, 11)

MOST_LET_IN = 20
"""Goals in ten games: half of some forty, which a striker shoots into an empty goal."""

FAST_TASKS = ["bored_follower", "follow_light", "maze_solver", "wall_follower"]


def profile_of(robot: str) -> str | None:
    """Return the profile of a robot of these tests."""
    return None if robot == USUAL else robot


def test_every_ready_controller_has_a_task() -> None:
    """None is left out."""
    named = {name.partition(":")[0] for name in TASKS} | {"goalkeeper"}

    assert named == {file.stem for file in ready_controllers()}


@pytest.mark.parametrize("robot", FAST_ROBOTS)
@pytest.mark.parametrize("controller", FAST_TASKS)
def test_a_ready_controller_drives_a_robot_of_a_class(controller: str, robot: str) -> None:
    """Those that are steered by what the proximity sensors read do their task."""
    do_task(controller, profile=robot)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("controller", "robot"), list(itertools.product(TASKS, ROBOTS)))
def test_a_ready_controller_drives_all_robots(controller: str, robot: str, seed: int) -> None:
    """Every controller, every robot, ten seeds."""
    do_task(controller, seed=seed, profile=profile_of(robot))


@pytest.mark.slow
@pytest.mark.parametrize("robot", ROBOTS)
def test_a_goalkeeper_is_worth_its_place(robot: str) -> None:
    """In ten games it lets in fewer goals than an empty goal does, by more than chance makes.

    Goals come one by one, so by chance two numbers of them differ by twice the root of their sum
    at most, but for one time in twenty. And no more than ``MOST_LET_IN``.
    """
    profile = profile_of(robot)
    kept, empty = goals_let_in("goalkeeper", profile), goals_let_in("", profile)
    assert empty - kept > 2.0 * math.sqrt(empty + kept)
    assert kept <= MOST_LET_IN


@pytest.mark.slow
def test_the_goalkeeper_keeps_most_balls_out() -> None:
    """On the usual robot it lets in less than half of what an empty goal does."""
    assert goals_let_in("goalkeeper", None) < 0.5 * goals_let_in("", None)

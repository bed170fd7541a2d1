"""Each ready controller does its task on each robot of a class: none was tuned for one robot.

Each is tried with one seed and with two of the robots here; all, with ten seeds, in the slow suite.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import pytest

from tests.end_to_end.driven import Ran, drive
from wsusim.formats.maze_catalogue import find_maze
from wsusim.formats.profile import ready_profiles

USUAL = "usual"
ROBOTS = [USUAL, *sorted(ready_profiles())]
FAST_ROBOTS = ["class-c", "class-e"]
"""These two had found neither wall nor goal when thresholds were those of the usual robot."""

SEEDS = range(1, 11)


def reaches_goal(ran: Ran) -> None:
    """It is at the goal and bumped into nothing on its way."""
    assert (ran.report.outcome, ran.report.contacts) == ("goal", 0)


def roams(ran: Ran) -> None:
    """It drove on all the time, and bumped into nothing."""
    assert ran.report.outcome in ("time", "goal")
    assert ran.report.distance_mm > 40.0 * ran.report.sim_time_s
    assert ran.report.contacts == 0


def went_round_the_line(ran: Ran) -> None:
    """It followed the line for four metres at least."""
    assert ran.report.distance_mm > 4000.0
    assert ran.report.contacts == 0


def delivered_all_caps(ran: Ran) -> None:
    """All four caps lie in the goal."""
    assert (ran.report.outcome, ran.report.caps_delivered) == ("goal", 4)


def is_before_the_ball(ran: Ran) -> None:
    """It stands at its distance from the ball that is red."""
    ball, pose = find_maze("red").balls[0], ran.robot.pose
    assert 80 < math.dist((pose.x_mm, pose.y_mm), (ball.x_mm, ball.y_mm)) < 130
    assert ran.report.contacts == 0


def closed_the_square(ran: Ran) -> None:
    """It came to its end within a centimetre of its start."""
    assert ran.report.outcome == "finished"
    assert math.dist((ran.robot.pose.x_mm, ran.robot.pose.y_mm), (380.0, 400.0)) < 10.0


TASKS: dict[str, tuple[str, float | None, Callable[[Ran], None]]] = {
    "any_robot": ("rooms", 300.0, roams),
    "avoid_obstacles": ("rooms", 300.0, roams),
    "bored_follower": ("island", None, reaches_goal),
    "cap_collector": ("caps", None, delivered_all_caps),
    "drive_by_camera": ("overhead", None, reaches_goal),
    "follow_light": ("beacons", None, reaches_goal),
    "follow_red": ("red", 20.0, is_before_the_ball),
    "line_follower": ("line", 120.0, went_round_the_line),
    "maze_solver": ("rooms", None, reaches_goal),
    "odometry_square": ("field", None, closed_the_square),
    "wall_follower": ("rooms", None, reaches_goal),
}
"""Maze, time and check of every controller that drives a maze alone."""

FAST_TASKS = ["bored_follower", "follow_light", "maze_solver", "wall_follower"]


def check(controller: str, robot: str, seed: int) -> None:
    """Let the controller do its task."""
    maze, time_s, passes = TASKS[controller]
    profile = None if robot == USUAL else robot
    passes(drive(controller, maze, seed=seed, time_s=time_s, profile=profile))


@pytest.mark.parametrize("robot", FAST_ROBOTS)
@pytest.mark.parametrize("controller", FAST_TASKS)
def test_a_ready_controller_drives_a_robot_of_a_class(controller: str, robot: str) -> None:
    """Those that are steered by what the proximity sensors read do their task."""
    check(controller, robot, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("controller", "robot"), itertools.product(TASKS, ROBOTS))
def test_a_ready_controller_drives_all_robots(controller: str, robot: str, seed: int) -> None:
    """Every controller, every robot, ten seeds."""
    check(controller, robot, seed)

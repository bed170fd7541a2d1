"""Missions: goals reached, caps delivered, time over."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.worlds import draw_world
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import Cap, GoalRegion, Mission, World

TRACK = """
.......
.R..G..
.......
.R.....
.......
"""


def run(world: World, ticks: int, *robots: int) -> Simulation:
    """Return a simulation in which these robots have driven straight on."""
    simulation = Simulation(world, ideal=True)
    for robot in robots:
        simulation.apply(robot, SetSpeeds(20, 20))
    simulation.advance(ticks)
    return simulation


def test_the_first_robot_in_the_goal_ends_the_run() -> None:
    """At the tick in which its centre comes in."""
    simulation = run(draw_world(TRACK, mission=Mission("reach_goal")), 1000, 0, 1)

    mission = simulation.mission
    assert (simulation.ended, simulation.end_reason, mission.achieved) == (True, "goal", True)
    assert mission.robots_in_goal == (simulation.world.robots[0].id,)
    assert mission.goal_time_s == simulation.tick / 100
    assert simulation.snapshot().robots[0].pose.x_mm == pytest.approx(400.0, abs=1.6)


def test_no_more_ticks_are_done_after_the_end() -> None:
    """Advance says 0."""
    simulation = run(draw_world(TRACK, mission=Mission("reach_goal")), 1000, 0)

    assert simulation.advance(10) == 0


def test_all_must_have_been_in_the_goal_when_the_mission_says_so() -> None:
    """One alone does not end it; it need not stay."""
    world = draw_world(TRACK, mission=Mission("reach_goal", winner="all"))
    simulation = run(world, 300, 0)
    early = simulation.ended
    simulation.move_robot(0, Pose(650.0, 50.0))
    simulation.move_robot(1, Pose(430.0, 350.0))

    simulation.advance(1)

    assert (early, simulation.end_reason) == (False, "goal")


def test_the_time_limit_ends_the_run() -> None:
    """After exactly this many ticks, however they are asked for."""
    world = draw_world(TRACK, mission=Mission("reach_goal", time_limit_s=6.5))
    simulation = Simulation(world)

    done = [simulation.advance(333) for _ in range(3)]

    assert done == [333, 317, 0]
    assert (simulation.end_reason, simulation.mission.achieved) == ("time", False)


def test_a_free_mission_never_ends() -> None:
    """A goal region alone means nothing."""
    simulation = run(draw_world(TRACK), 500, 0)

    assert not simulation.ended
    assert simulation.mission.goal_time_s is None


def test_caps_pushed_into_the_goal_are_delivered() -> None:
    """With its centre inside a cap counts; when enough do, the mission is done."""
    world = draw_world("......\n.RcG..\n......", mission=Mission("deliver_caps"))

    simulation = run(world, 2000, 0)

    assert (simulation.end_reason, simulation.mission.caps_delivered) == ("goal", 1)
    assert simulation.snapshot().objects[0].x_mm == pytest.approx(300.0, abs=1.6)


def test_a_cap_that_lies_in_the_goal_from_the_start_counts() -> None:
    """But one is not two."""
    world = draw_world("......\n.RcG..\n......", mission=Mission("deliver_caps"))
    world = replace(world, caps=(*world.caps, Cap(99, 350.0, 170.0)))

    simulation = Simulation(world)

    assert simulation.mission.caps_delivered == 1
    assert not simulation.ended


def test_fewer_caps_are_enough_when_the_mission_says_so() -> None:
    """caps_to_deliver counts."""
    world = draw_world("......\n.RcG..\n......", mission=Mission("deliver_caps", caps_to_deliver=1))
    world = replace(world, caps=(*world.caps, Cap(99, 350.0, 170.0)))

    assert Simulation(world).end_reason == "goal"


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "is_in"),
    [(300.0, 300.0, True), (370.0, 370.0, True), (370.0, 230.0, False), (300.0, 350.0, False)],
)
def test_a_turned_ellipse_is_a_goal(x_mm: float, y_mm: float, is_in: bool) -> None:
    """The kernel knows the regions as the model does."""
    goal = GoalRegion(50, Pose(300.0, 300.0, math.pi / 4), 240.0, 60.0, "ellipse")
    world = replace(draw_world(TRACK), goals=(goal,), mission=Mission("reach_goal"))
    simulation = Simulation(world, ideal=True)
    simulation.move_robot(0, Pose(x_mm, y_mm))

    simulation.advance(1)

    assert simulation.ended == is_in == goal.contains(x_mm, y_mm)

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import pytest

from wsusim.emulator.body import SimulatedBody, world_with_robots
from wsusim.engine.simulation import Simulation
from wsusim.errors import BadInput
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, Mission, RobotStart, World

EMPTY = World("empty", Arena.rectangle(1219.2, 1219.2), next_id=10)
TWO = replace(
    EMPTY,
    robots=(RobotStart(1, Pose(300.0, 300.0)), RobotStart(2, Pose(600.0, 300.0), "khepera2")),
    mission=Mission("reach_goal", time_limit_s=60.0),
)


def test_the_mazes_own_robots_are_taken():
    """Without a number, the robots of the file are there, as they are."""
    assert world_with_robots(TWO, None, None).robots == TWO.robots


def test_a_maze_without_robots_gets_one():
    """There is always a robot to drive, in the middle if there is room."""
    (robot,) = world_with_robots(EMPTY, None, None).robots

    assert (robot.pose.x_mm, robot.pose.y_mm) == pytest.approx((609.6, 609.6))


def test_the_mission_is_left_out():
    """A robot on the wire goes on when a mission would have ended."""
    assert world_with_robots(TWO, None, None).mission == Mission()


def test_the_kind_can_be_chosen():
    """All robots become of the kind asked for."""
    kinds = [robot.kind for robot in world_with_robots(TWO, 3, "khepera2").robots]

    assert kinds == ["khepera2"] * 3


def test_fewer_robots_are_the_first_ones():
    """Of two robots one is left."""
    assert world_with_robots(TWO, 1, None).robots == TWO.robots[:1]


def test_further_robots_stand_free_with_new_ids():
    """Added robots touch nothing, and no id is used twice."""
    world = world_with_robots(replace(TWO, caps=(Cap(3, 350.0, 300.0),)), 8, None)

    assert len({robot.id for robot in world.robots} | {3}) == 9
    assert world.next_id == 16
    gaps = [
        math.dist((a.pose.x_mm, a.pose.y_mm), (b.pose.x_mm, b.pose.y_mm))
        for a, b in itertools.combinations(world.robots, 2)
    ]
    assert min(gaps) > 2 * 27.5


def test_too_many_robots_are_refused():
    """When there is no room, the message says for how many there is."""
    closet = replace(EMPTY, arena=Arena.rectangle(150.0, 150.0))

    with pytest.raises(BadInput, match="room for"):
        world_with_robots(closet, 20, None)


@pytest.mark.parametrize(
    ("robot", "place"),
    [(0, (300, 919, 0, 238)), (1, (600, 919, 270, 265))],
    ids=["another robot ahead", "the border ahead"],
)
def test_a_body_says_where_it_is_and_how_far_it_is_free_ahead(robot, place):
    """From the upper left in mm; the free way counts from the robot's rim, whatever ends it."""
    first, second = TWO.robots
    down = replace(second, pose=Pose(600.0, 300.0, -math.pi / 2.0))
    simulation = Simulation(replace(TWO, robots=(first, down), mission=Mission()))

    assert SimulatedBody(simulation, robot).whereabouts() == place

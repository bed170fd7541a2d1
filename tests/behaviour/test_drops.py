"""Where a raised arm lets a cap fall, against plain geometry."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from tests.oracles.gripper import MODEL, has_room
from tests.oracles.ground import Floor
from tests.oracles.outline import Outline, disc
from tests.seeds import few
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import SetArm, SetGrip
from wsusim.model.geometry import Point, Pose
from wsusim.model.world import Arena, Cap, Light, RobotStart, Wall, World

AHEAD_MM = 50.0
"""Where the carried cap is in its robot's frame."""

CAP_MM = 14.5
"""Its radius."""

ARENA = Arena.rectangle(600.0, 600.0)
WALLS = (Wall(7, 150.0, 420.0, 330.0, 470.0, 60.0), Wall(8, 420.0, 60.0, 470.0, 300.0, 12.0))
LAMP = Light(9, 300.0, 130.0)
LYING = Cap(6, 120.0, 250.0)
OTHER = Outline(Pose(300.0, 290.0, 0.7), arm_is_down=True, jaw_gap_mm=MODEL.closed_gap_mm)
THINGS = [
    *disc(LAMP.x_mm, LAMP.y_mm, LAMP.diameter_mm / 2),
    *disc(LYING.x_mm, LYING.y_mm, CAP_MM),
    *OTHER.all(),
]
FLOOR = Floor(World("floor", ARENA, walls=WALLS))


@cache
def carrier() -> tuple[Simulation, dict]:
    """Return a simulation in which robot 0 has lifted a cap, and its state then."""
    world = World(
        "drops",
        ARENA,
        walls=WALLS,
        lights=(LAMP,),
        caps=(Cap(5, 100.0 + AHEAD_MM, 520.0), LYING),
        robots=(RobotStart(1, Pose(100.0, 520.0)), RobotStart(2, OTHER.pose)),
        next_id=10,
    )
    simulation = Simulation(world, ideal=True)
    for robot, command in (
        (0, SetArm(255)),
        (1, SetArm(255)),
        (0, SetGrip(True)),
        (1, SetGrip(True)),
        (0, SetArm(180)),
    ):
        simulation.apply(robot, command)
        simulation.advance(150)
    return simulation, simulation.save_state()


def falls_at(pose: Pose) -> bool:
    """Put the carrier there, open its jaws, and return whether the cap has fallen in a tick."""
    simulation, lifted = carrier()
    simulation.restore_state(lifted)
    me = simulation.state.robots[0]
    me.x_mm, me.y_mm, me.heading_rad = pose.x_mm, pose.y_mm, pose.heading_rad
    simulation.apply(0, SetGrip(False))
    simulation.advance(1)
    return simulation.snapshot().robots[0].held_object_id is None


def drop_place(pose: Pose) -> Point:
    """Return where the carried cap would come to lie."""
    return pose.place((AHEAD_MM, 0.0))


def random_poses(seed: int) -> list[Pose]:
    """Return poses with the robot clear of everything and the cap's middle above the floor."""
    places = np.random.default_rng(seed).uniform([0, 0, -math.pi], [600, 600, math.pi], (120, 3))
    return [
        pose
        for pose in (Pose(*place) for place in places.tolist())
        if has_room((pose.x_mm, pose.y_mm), 27.5, FLOOR, THINGS)
        and FLOOR.contains(disc(*drop_place(pose), 0.0)[0][0])
    ]


@pytest.mark.parametrize("seed", few(range(8)))
def test_a_cap_falls_where_there_is_room(seed: int) -> None:
    """Between walls, a lamp, a cap and another robot's gripper; else the jaws keep it."""
    poses = random_poses(seed)

    fallen = [falls_at(pose) for pose in poses]

    assert fallen == [has_room(drop_place(pose), CAP_MM, FLOOR, THINGS) for pose in poses]
    assert 3 < sum(fallen) < len(fallen) - 3


@pytest.mark.parametrize(
    "pose",
    [Pose(600.0 - 27.6, 300.0), Pose(100.0, 27.6, -math.pi / 2), Pose(224.5, 500.6, -1.3)],
    ids=["right border", "lower border", "thick wall"],
)
def test_a_cap_does_not_fall_into_what_is_solid(pose: Pose) -> None:
    """A robot close to the arena's border or a thick wall keeps its cap."""
    assert not falls_at(pose)

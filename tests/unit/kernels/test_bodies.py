"""A robot's way up to the first thing that is fixed, against shapely."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from shapely import MultiLineString, Point

from tests.oracles.bodies import first_stop
from tests.seeds import few
from wsusim.engine.simulation import Simulation
from wsusim.engine.static_map import build_static_map
from wsusim.kernels.bodies import GRAZE
from wsusim.model.commands import SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, RobotStart, Wall, World
from wsusim.robots import robot_kind

KHEPERA_1 = robot_kind("khepera1")

BODY_MM = KHEPERA_1.radius_mm


def random_walls(rng: np.random.Generator) -> tuple[World, MultiLineString]:
    """Return a world of walls, thin and thick, and all its edges."""
    walls = tuple(
        Wall(10 + k, *rng.uniform(80.0, 720.0, 4).tolist(), thickness)
        for k, thickness in enumerate([0.5, 1.0, 10.0, 30.0])
    )
    world = World("walls", Arena.rectangle(800.0, 800.0), walls=walls, next_id=20)
    return world, MultiLineString(build_static_map(world).edges_mm.reshape(-1, 2, 2).tolist())


def random_head_on_start(seed: int) -> tuple[World, Pose, Point]:
    """Return a world, a start from which the robot hits something at no grazing angle, and where.

    The angle is well above ``GRAZE``.
    """
    rng = np.random.default_rng(seed)
    while True:
        world, edges = random_walls(rng)
        x, y, heading = rng.uniform([40, 40, -math.pi], [760, 760, math.pi]).tolist()
        if edges.distance(Point(x, y)) < BODY_MM + 1.0:
            continue
        stop = first_stop((x, y), heading, 2000.0, BODY_MM, edges)
        if stop is not None and stop[1] > GRAZE + 0.02:
            return world, Pose(x, y, heading), stop[0]


@pytest.mark.parametrize("speed", [5, 127])
@pytest.mark.parametrize("seed", few(range(6)))
def test_a_robot_stops_where_shapely_says(seed: int, speed: int) -> None:
    """A thousandth of a mm before the first wall, thin or thick, slow or at full speed."""
    world, pose, stop = random_head_on_start(seed)
    simulation = Simulation(replace(world, robots=(RobotStart(1, pose),)), ideal=True)
    simulation.apply(0, SetSpeeds(speed, speed))

    simulation.advance(60 + 15_000 // speed)

    end = simulation.snapshot().robots[0].pose
    assert (end.x_mm, end.y_mm) == pytest.approx((stop.x, stop.y), abs=1e-3)

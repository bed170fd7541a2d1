"""The matrix is what its plain twin draws, whatever happens in a run."""

from __future__ import annotations

import contextlib
from dataclasses import replace

import numpy as np
import pytest

from tests.bench.bench_tick import ten_robots
from tests.oracles.object_map import bare_gripper_cells, draw_matrix
from tests.seeds import few
from wsusim.engine.simulation import Simulation
from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import find_maze
from wsusim.model.commands import RobotCommand, SetArm, SetGrip, SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import Box, World


def random_order(rng: np.random.Generator) -> RobotCommand:
    """Return an order to wheels or gripper; arms and jaws have time to get there."""
    orders: list[RobotCommand] = [
        SetSpeeds(*rng.integers(-4, 11, 2).tolist()),
        SetSpeeds(6, 6),
        SetArm(int(rng.choice([180, 255, 255]))),
        SetGrip(bool(rng.random() < 0.6)),
    ]
    return orders[rng.integers(len(orders))]


def drag_something(simulation: Simulation, rng: np.random.Generator) -> None:
    """Put a robot or a cap elsewhere by hand, if there is room."""
    arena = simulation.world.arena
    x, y = rng.uniform([0.0, 0.0], [arena.width_mm, arena.height_mm]).tolist()
    caps = simulation.world.caps
    with contextlib.suppress(BadInput):
        if rng.random() < 0.5 or not caps:
            simulation.move_robot(
                int(rng.integers(simulation.robot_count)), Pose(x, y, rng.uniform(-3, 3))
            )
        else:
            simulation.move_object(caps[rng.integers(len(caps))].id, x, y)


def differences(
    simulation: Simulation, rng: np.random.Generator, moments: int, refreshes: int = 19
) -> list[tuple[int, int]]:
    """Live through many moments of a run; return the tick and number of cells that were wrong.

    There are up to so many refreshes of the sensors between two moments.
    """
    found = []
    for _ in range(moments):
        for robot in rng.integers(simulation.robot_count, size=3).tolist():
            simulation.apply(robot, random_order(rng))
        if rng.random() < 0.3:
            drag_something(simulation, rng)
        simulation.advance(2 * int(rng.integers(1, refreshes + 1)))
        differing = np.count_nonzero(simulation.occupancy.matrix != draw_matrix(simulation))
        found.append((simulation.tick, int(differing) + bare_gripper_cells(simulation)))
    return [(tick, count) for tick, count in found if count > 0]


@pytest.mark.parametrize("moments", few([8, 200], 1))
@pytest.mark.parametrize(("maze", "seed"), [("caps", 0), ("crowd", 1)])
def test_the_matrix_is_what_its_twin_draws(maze: str, seed: int, moments: int) -> None:
    """Ten robots push, grip, carry and put down, and a person drags them and the caps about."""
    simulation = Simulation(ten_robots(find_maze(maze)), seed=seed)

    assert differences(simulation, np.random.default_rng(seed), moments) == []


@pytest.mark.parametrize("moments", few([15, 300], 1))
def test_it_is_so_after_every_single_refresh(moments: int) -> None:
    """Of a crowd that is already pushing and gripping, with new orders at each of them."""
    simulation = Simulation(ten_robots(find_maze("caps")), seed=2)
    rng = np.random.default_rng(2)
    differences(simulation, rng, 2, refreshes=200)

    assert differences(simulation, rng, moments, refreshes=1) == []


def with_boxes(seed: int) -> World:
    """Return ten robots among boxes of any shape, turned anyhow, instead of caps."""
    world = ten_robots(find_maze("caps"))
    rng = np.random.default_rng(seed)
    boxes = tuple(
        Box(
            900 + k,
            Pose(cap.x_mm, cap.y_mm, rng.uniform(-3.0, 3.0)),
            *rng.uniform(8.0, 60.0, 2).tolist(),
            mass_g=5.0,
        )
        for k, cap in enumerate(world.caps)
    )
    mission = replace(world.mission, kind="free")
    return replace(world, caps=(), boxes=boxes, mission=mission)


@pytest.mark.parametrize("moments", few([15, 60], 1))
@pytest.mark.parametrize("seed", few([3, 4, 6], 1))
def test_boxes_are_drawn_as_they_are_turned(seed: int, moments: int) -> None:
    """No mirror images, and nothing is left behind, however robots push and turn them."""
    simulation = Simulation(with_boxes(seed), seed=seed)

    assert differences(simulation, np.random.default_rng(seed), moments) == []
    assert simulation.state.clock.objects_moved > 0

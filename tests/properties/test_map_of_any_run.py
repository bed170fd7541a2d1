"""The matrix is what its plain twin draws, whatever happens in a run."""

from __future__ import annotations

import contextlib

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


@pytest.mark.parametrize("moments", few([15, 200], 1))
@pytest.mark.parametrize(("maze", "seed"), [("caps", 0), ("crowd", 1)])
def test_the_matrix_is_what_its_twin_draws(maze: str, seed: int, moments: int) -> None:
    """Ten robots push, grip, carry and put down, and somebody drags them and the caps about."""
    simulation = Simulation(ten_robots(find_maze(maze)), seed=seed)

    assert differences(simulation, np.random.default_rng(seed), moments) == []


@pytest.mark.parametrize("moments", few([30, 300], 1))
def test_it_is_so_after_every_single_refresh(moments: int) -> None:
    """Of a crowd that is already pushing and gripping, with new orders at each of them."""
    simulation = Simulation(ten_robots(find_maze("caps")), seed=2)
    rng = np.random.default_rng(2)
    differences(simulation, rng, 2, refreshes=200)

    assert differences(simulation, rng, moments, refreshes=1) == []

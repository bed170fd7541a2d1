"""The object-ID matrix tells which object is where."""

from __future__ import annotations

import numpy as np
import pytest
from shapely import LineString, box

from tests.worlds import draw_world
from wsusim.engine.occupancy import crossed_cells
from wsusim.engine.simulation import Simulation
from wsusim.kernels.object_map import FIRST_MOVABLE, FLOOR, LIGHT, WALL
from wsusim.model.commands import SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import WSU_ARENA_MM, Arena, RobotStart, World

SCENE = """
......
.R.c.L
...b..
.####.
"""


@pytest.fixture
def simulation() -> Simulation:
    """Return a scene with a robot, a cap, a ball, a lamp and walls."""
    return Simulation(draw_world(SCENE), ideal=True)


def test_the_wsu_arena_has_500_by_500_cells() -> None:
    """Of 2.4384 mm each."""
    start = RobotStart(1, Pose(600.0, 600.0))
    world = World("wsu", Arena.rectangle(WSU_ARENA_MM, WSU_ARENA_MM), robots=(start,))

    matrix = Simulation(world).occupancy.matrix

    assert (matrix.shape, matrix.dtype) == ((500, 500), np.uint16)


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "code"),
    [
        (250.0, 150.0, FLOOR),
        (150.0, 50.0, WALL),
        (550.0, 250.0, LIGHT),
        (350.0, 250.0, FIRST_MOVABLE),
        (350.0, 150.0, FIRST_MOVABLE + 1),
        (150.0, 250.0, FIRST_MOVABLE + 2),
        (-5.0, 50.0, WALL),
    ],
)
def test_the_matrix_holds_every_object(
    simulation: Simulation, x_mm: float, y_mm: float, code: int
) -> None:
    """0 floor, 1 wall, 2 light; from 3 on caps, balls and robots; outside is wall."""
    assert simulation.occupancy.code_at(x_mm, y_mm) == code


def test_codes_lead_to_the_worlds_ids(simulation: Simulation) -> None:
    """The movable objects' codes translate to their ids in the maze file."""
    world = simulation.world

    ids = [simulation.occupancy.world_id(FIRST_MOVABLE + k) for k in range(3)]

    assert ids == [world.caps[0].id, world.balls[0].id, world.robots[0].id]


def test_the_matrix_follows_what_moves(simulation: Simulation) -> None:
    """Where the robot was is floor again; where it is now is the robot."""
    before = simulation.occupancy.code_at(150.0, 250.0)
    simulation.apply(0, SetSpeeds(-10, -10))
    simulation.advance(100)

    matrix = simulation.occupancy

    assert before == FIRST_MOVABLE + 2
    assert matrix.code_at(170.0, 250.0) == FLOOR
    assert matrix.code_at(70.0, 250.0) == FIRST_MOVABLE + 2


def test_an_updated_matrix_equals_a_new_one(simulation: Simulation) -> None:
    """Bit by bit or at once: the same cells."""
    simulation.apply(0, SetSpeeds(20, 19))
    for _ in range(20):
        simulation.advance(10)
        simulation.occupancy.code_at(0.0, 0.0)
    fresh = Simulation(simulation.world, ideal=True)
    fresh.restore_state(simulation.save_state())

    assert np.array_equal(simulation.occupancy.matrix, fresh.occupancy.matrix)


def test_nothing_else_writes_into_the_matrix(simulation: Simulation) -> None:
    """It is handed out read-only."""
    with pytest.raises(ValueError, match="read-only"):
        simulation.occupancy.matrix[0, 0] = 7


def cells_by_definition(start: tuple[float, float], end: tuple[float, float]) -> set[tuple]:
    """Return the cells of 10 mm below 100 mm in which a part of a line lies, one by one."""
    line = LineString([start, end])
    return {
        (row, column)
        for row in range(10)
        for column in range(10)
        if line.intersection(box(10 * column, 10 * row, 10 * column + 10, 10 * row + 10)).length
        > 1e-9
    }


@pytest.mark.parametrize("seed", range(20))
def test_a_line_goes_through_the_cells_in_which_a_part_of_it_lies(seed: int) -> None:
    """Each once, wherever it begins and leads to."""
    rng = np.random.default_rng(seed)
    start, end = (tuple(rng.uniform(0.0, 100.0, 2).tolist()) for _ in range(2))

    cells = [tuple(cell) for cell in crossed_cells(start, end, 10.0).tolist()]

    assert len(set(cells)) == len(cells)
    assert set(cells) == cells_by_definition(start, end)


@pytest.mark.parametrize(
    ("end", "cells"),
    [
        ((45.0, 15.0), [[1, 1], [1, 2], [1, 3], [1, 4]]),
        ((15.0, 15.0), [[1, 1]]),
        ((15.0, -5.0), [[1, 1], [0, 1], [-1, 1]]),
        ((45.0, 45.0), [[1, 1], [2, 2], [3, 3], [4, 4]]),
    ],
    ids=["along a row", "on the spot", "down a column", "over corners"],
)
def test_cells_come_in_the_order_of_the_line(end: tuple[float, float], cells: list) -> None:
    """From its start on; a corner that is only touched does not count."""
    assert crossed_cells((15.0, 15.0), end, 10.0).tolist() == cells

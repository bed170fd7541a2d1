from __future__ import annotations

import math

import numpy as np
import pytest

from tests.unit.kernels.random_mazes import PENTAGON
from wsusim.engine.static_map import BORDER, build_static_map, wall_corners_mm
from wsusim.kernels.object_map import FLOOR, WALL
from wsusim.model.world import Arena, Wall, World

WSU = Arena.rectangle(1219.2, 1219.2)


def solid_at(static, x_mm, y_mm):
    """Return whether the cell at a point is solid."""
    column = int((x_mm - static.origin_x_mm) // static.cell_mm)
    row = int((y_mm - static.origin_y_mm) // static.cell_mm)
    return static.still[row * static.columns + column] == WALL


def test_the_wsu_arena_has_500_cells_a_side_inside_a_ring():
    """1219.2 mm are 500 cells; two solid cells more lie on each side."""
    static = build_static_map(World("wsu", WSU))

    assert (static.rows, static.columns) == (504, 504)
    assert static.origin_x_mm == static.origin_y_mm == pytest.approx(-2 * 2.4384)


def test_the_outermost_cells_are_solid():
    """No ray can leave the grid, whatever the outline."""
    static = build_static_map(World("five", Arena(PENTAGON)))

    grid = static.still.reshape(static.rows, static.columns)

    assert min(grid[0].min(), grid[-1].min(), grid[:, 0].min(), grid[:, -1].min()) == 1


@pytest.mark.parametrize("outline", [PENTAGON, PENTAGON[::-1]])
def test_outside_of_the_outline_all_is_solid(outline):
    """Of a pentagon the floor is free and the corners of its bounding box are not."""
    static = build_static_map(World("five", Arena(outline)))

    found = [solid_at(static, *p) for p in [(250, 250), (10, 10), (490, 20), (20, 470)]]

    assert found == [False, True, True, True]


@pytest.mark.parametrize("outline", [PENTAGON, PENTAGON[::-1]])
def test_the_floor_is_on_the_left_of_every_border_edge(outline):
    """Edges run counter-clockwise round the floor, whichever way the file has them."""
    edges = build_static_map(World("five", Arena(outline))).edges_mm

    sides = [(x1 - x0) * (250 - y0) - (y1 - y0) * (250 - x0) for x0, y0, x1, y1 in edges.tolist()]

    assert min(sides) > 0


@pytest.mark.parametrize("angle", [0.0, 0.4, math.pi / 2, 2.5, -1.0])
def test_the_inside_of_a_wall_is_on_the_right_of_its_edges(angle):
    """Walls run clockwise, so the floor is on the left of their edges too."""
    end = 600 + 200 * math.cos(angle), 600 + 200 * math.sin(angle)
    static = build_static_map(World("one", WSU, walls=(Wall(3, 600, 600, *end),)))
    middle_x, middle_y = 600 + 100 * math.cos(angle), 600 + 100 * math.sin(angle)

    sides = [
        (x1 - x0) * (middle_y - y0) - (y1 - y0) * (middle_x - x0)
        for x0, y0, x1, y1 in static.edges_mm[static.edge_wall == 3].tolist()
    ]

    assert len(sides) == 4
    assert max(sides) < 0


def test_the_inside_of_a_thick_wall_is_solid():
    """Cells that no edge touches are solid all the same when a wall covers them."""
    static = build_static_map(World("one", WSU, walls=(Wall(3, 300, 600, 900, 600, 80.0),)))

    assert [solid_at(static, 600, y) for y in (600, 570, 530)] == [True, True, False]


def test_a_wall_without_length_is_a_square_post():
    """A wall that ends where it begins is as long as it is thick."""
    corners = wall_corners_mm(Wall(1, 10.0, 20.0, 10.0, 20.0, 6.0))

    assert sorted(corners.tolist()) == [[7, 17], [7, 23], [13, 17], [13, 23]]


def test_edges_keep_the_reflectivity_and_the_id_of_their_owner():
    """Border edges carry the arena's reflectivity and id 0, wall edges those of the wall."""
    arena = Arena(WSU.outline_mm, reflectivity=0.5)
    static = build_static_map(World("w", arena, walls=(Wall(9, 5, 5, 50, 50, 4.0, 0.25),)))

    assert static.edge_reflectivity.tolist() == [0.5] * 4 + [0.25] * 4
    assert static.edge_wall.tolist() == [BORDER] * 4 + [9] * 4


def test_a_wall_may_reach_beyond_the_border():
    """The grid grows to hold every edge, with its ring around."""
    static = build_static_map(World("w", WSU, walls=(Wall(9, -30.0, 600.0, 100.0, 600.0),)))

    assert static.origin_x_mm < -30.0 - static.cell_mm
    assert solid_at(static, -20.0, 600.0)


@pytest.mark.parametrize(("width", "height"), [(30.0, 2000.0), (100.3, 77.7), (5000.0, 400.0)])
def test_an_arena_may_have_any_size(width, height):
    """The cell size stays; the grid covers the floor and its border."""
    static = build_static_map(World("any", Arena.rectangle(width, height)))

    assert static.cell_mm == 2.4384
    assert static.columns * static.cell_mm >= width + 2 * static.cell_mm
    assert static.rows * static.cell_mm >= height + 2 * static.cell_mm
    assert np.count_nonzero(static.still == FLOOR) > 0.8 * width * height / static.cell_mm**2 - 2000

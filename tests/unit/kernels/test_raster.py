from __future__ import annotations

import numpy as np
import pytest
from shapely import LineString, box

from tests.oracles import raster as oracle
from tests.seeds import few
from wsusim.kernels.raster import (
    SOLID,
    clear_field,
    fill_polygon,
    list_near_edges,
    mark_edges,
    square_field,
)

ROWS, COLUMNS = 23, 31


def edges(seed):
    """Return segments within the grid: at all angles, upright, level, along cell borders."""
    rng = np.random.default_rng(seed)
    made = rng.uniform(0.5, 22.5, (12, 4))
    made[2, 2] = made[2, 0]
    made[3, 3] = made[3, 1]
    made[4] = 3, 2, 3, 9
    made[5] = 4, 5, 12, 5
    made[6, 2:] = made[6, :2]
    return made


def cells_of(edge):
    """Return the cells that are marked for an edge."""
    cells = np.zeros(ROWS * COLUMNS, np.uint8)
    mark_edges(cells, np.array([edge]), ROWS, COLUMNS, 7)
    return set(np.flatnonzero(cells == 7).tolist())


def touched(edge, grown):
    """Return the cells that the twin says a segment touches."""
    return {
        row * COLUMNS + column
        for row in range(ROWS)
        for column in range(COLUMNS)
        if oracle.touches(edge, row, column, grown)
    }


@pytest.mark.parametrize("seed", few(range(5)))
def test_every_cell_that_an_edge_touches_is_marked(seed):
    """No cell that an edge touches, be it with a corner, is missed."""
    segments = edges(seed).tolist()

    assert [touched(e, 0.0) - cells_of(e) for e in segments] == [set()] * len(segments)


@pytest.mark.parametrize("seed", few(range(5)))
def test_no_cell_is_marked_from_which_an_edge_stays_away(seed):
    """No edge marks a cell that it misses by more than a hundred-thousandth of a cell."""
    segments = edges(seed).tolist()

    assert [cells_of(e) - touched(e, 1e-5) for e in segments] == [set()] * len(segments)


@pytest.mark.parametrize("seed", few(range(5)))
def test_a_polygon_fills_the_cells_whose_centres_it_contains(seed):
    """A cell is filled just when its centre lies inside, for concave outlines too."""
    rng = np.random.default_rng(seed)
    angles = np.sort(rng.uniform(0, 2 * np.pi, 9))
    radius = rng.uniform(3, 10, 9)
    polygon = np.column_stack([15 + radius * np.cos(angles), 11 + radius * np.sin(angles)])
    solid = np.zeros(ROWS * COLUMNS, np.uint8)

    fill_polygon(solid, COLUMNS, polygon, 1)

    expected = [
        oracle.is_inside(polygon.tolist(), column + 0.5, row + 0.5)
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    assert solid.astype(bool).tolist() == expected


@pytest.mark.parametrize("share", [0.0, 0.005, 0.05, 0.5])
@pytest.mark.parametrize(
    ("field", "twin"),
    [(square_field, oracle.square_distance), (clear_field, oracle.clear_distance)],
)
def test_a_field_holds_each_cells_distance(field, twin, share):
    """Both distance fields equal the distances computed cell by cell, or their caps."""
    solid = (np.random.default_rng(4).uniform(size=ROWS * COLUMNS) < share).astype(np.uint8)

    values = field(solid, ROWS, COLUMNS)

    assert values.tolist() == [
        twin(solid, ROWS, COLUMNS, row, column) for row in range(ROWS) for column in range(COLUMNS)
    ]


def test_what_lies_in_the_depth_of_a_wall_is_told_apart() -> None:
    """Such cells are given as 2, and a ray that starts there sees nothing."""
    solid = np.array([0, 1, 2, 1, 0], np.uint8)

    assert square_field(solid, 1, 5).tolist() == [1, 0, SOLID, 0, 1]


SIDE_MM = 50.0
SQUARE_ROWS, SQUARE_COLUMNS = 4, 5


@pytest.mark.parametrize("margin_mm", [0.0, 15.0, 80.0])
@pytest.mark.parametrize("seed", few(range(4)))
def test_each_square_lists_the_edges_within_the_margin(seed: int, margin_mm: float) -> None:
    """As shapely's distances say, in rising order."""
    rng = np.random.default_rng(seed)
    edges = rng.uniform(-20.0, [270.0, 220.0, 270.0, 220.0], (12, 4))

    start, listed, gaps = list_near_edges(
        edges, 0.0, 0.0, SIDE_MM, SQUARE_ROWS, SQUARE_COLUMNS, margin_mm
    )

    lines = [LineString([edge[:2], edge[2:]]) for edge in edges]
    boxes = [
        box(column * SIDE_MM, row * SIDE_MM, (column + 1) * SIDE_MM, (row + 1) * SIDE_MM)
        for row in range(SQUARE_ROWS)
        for column in range(SQUARE_COLUMNS)
    ]
    distances = np.array([[square.distance(line) for line in lines] for square in boxes])
    squares = [slice(start[k], start[k + 1]) for k in range(SQUARE_ROWS * SQUARE_COLUMNS)]
    assert [set(listed[b]) for b in squares] == [
        set(np.flatnonzero(d <= margin_mm)) for d in distances
    ]
    assert all(np.all(np.diff(gaps[b]) >= 0.0) for b in squares)
    assert np.concatenate(
        [distances[k, listed[b]] for k, b in enumerate(squares)]
    ) == pytest.approx(gaps)


def test_an_edge_without_length_is_listed_too() -> None:
    """A point is the shortest edge."""
    edges = np.array([[75.0, 75.0, 75.0, 75.0]])

    start, listed, _ = list_near_edges(edges, 0.0, 0.0, SIDE_MM, SQUARE_ROWS, SQUARE_COLUMNS, 0.0)

    assert start[-1] == 1
    assert listed.tolist() == [0]

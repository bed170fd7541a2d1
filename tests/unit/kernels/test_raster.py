from __future__ import annotations

import numpy as np
import pytest

from tests.oracles import raster as oracle
from wsusim.kernels.raster import clear_field, fill_polygon, list_edges, square_field

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


def cells_of(edge, listing):
    """Return the cells that list an edge."""
    start, listed = listing
    return {k for k in range(ROWS * COLUMNS) if edge in listed[start[k] : start[k + 1]]}


def touched(edge, grown):
    """Return the cells that the twin says a segment touches."""
    return {
        row * COLUMNS + column
        for row in range(ROWS)
        for column in range(COLUMNS)
        if oracle.touches(edge, row, column, grown)
    }


@pytest.mark.parametrize("seed", range(5))
def test_every_cell_lists_the_edges_that_touch_it(seed):
    """No cell that an edge touches, be it with a corner, misses it in its list."""
    segments = edges(seed)

    listing = list_edges(segments, ROWS, COLUMNS)

    missed = [touched(e, 0.0) - cells_of(k, listing) for k, e in enumerate(segments.tolist())]
    assert missed == [set()] * len(segments)


@pytest.mark.parametrize("seed", range(5))
def test_no_cell_lists_an_edge_that_stays_away(seed):
    """An edge is listed by no cell that it misses by more than a hundred-thousandth of a cell."""
    segments = edges(seed)

    listing = list_edges(segments, ROWS, COLUMNS)

    extra = [cells_of(k, listing) - touched(e, 1e-5) for k, e in enumerate(segments.tolist())]
    assert extra == [set()] * len(segments)


@pytest.mark.parametrize("seed", range(5))
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

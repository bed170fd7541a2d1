"""The contact index lists every edge that is near, nearest first."""

from __future__ import annotations

import numpy as np
import pytest
from shapely import LineString, box

from wsusim.kernels.nearby import index_edges

SIDE_MM = 50.0
ROWS, COLUMNS = 4, 5


@pytest.mark.parametrize("margin_mm", [0.0, 15.0, 80.0])
@pytest.mark.parametrize("seed", range(4))
def test_each_bin_lists_the_edges_within_the_margin(seed: int, margin_mm: float) -> None:
    """As shapely's distances say, in rising order."""
    rng = np.random.default_rng(seed)
    edges = rng.uniform(-20.0, [270.0, 220.0, 270.0, 220.0], (12, 4))

    start, listed, gaps = index_edges(edges, 0.0, 0.0, SIDE_MM, ROWS, COLUMNS, margin_mm)

    lines = [LineString([edge[:2], edge[2:]]) for edge in edges]
    squares = [
        box(column * SIDE_MM, row * SIDE_MM, (column + 1) * SIDE_MM, (row + 1) * SIDE_MM)
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    distances = np.array([[square.distance(line) for line in lines] for square in squares])
    bins = [slice(start[k], start[k + 1]) for k in range(ROWS * COLUMNS)]
    assert [set(listed[b]) for b in bins] == [
        set(np.flatnonzero(d <= margin_mm)) for d in distances
    ]
    assert all(np.all(np.diff(gaps[b]) >= 0.0) for b in bins)
    assert np.concatenate([distances[k, listed[b]] for k, b in enumerate(bins)]) == pytest.approx(
        gaps
    )


def test_an_edge_without_length_is_listed_too() -> None:
    """A point is the shortest edge."""
    edges = np.array([[75.0, 75.0, 75.0, 75.0]])

    start, listed, _ = index_edges(edges, 0.0, 0.0, SIDE_MM, ROWS, COLUMNS, 0.0)

    assert start[-1] == 1
    assert listed.tolist() == [0]

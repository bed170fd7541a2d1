"""The kernels of the contest's arena agree with their plain twins on random scenes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles import contest as plain
from wsusim.kernels.contest import (
    FAR_UM,
    Floats,
    gaps_to_edges,
    is_hidden,
    nearest_seen,
    on_outlines,
)

HALF_CONE_RAD = math.radians(30.0)

seeds = st.integers(0, 2**32 - 1)


def triangles(chance: np.random.Generator, count: int) -> Floats:
    """Return [3 * count, 5] edges of triangles, with a height each."""
    corners = chance.uniform(0.0, 20.0, (count, 1, 2)) + chance.uniform(-2.0, 2.0, (count, 3, 2))
    heights = np.repeat(chance.uniform(0.0, 5.0, count), 3)[:, None]
    ends = np.roll(corners, -1, axis=1)
    return np.hstack([corners.reshape(-1, 2), ends.reshape(-1, 2), heights])


@given(seeds)
def test_gaps_are_those_of_the_twin(seed: int) -> None:
    """The distance from each point to the nearest edge."""
    chance = np.random.default_rng(seed)
    edges, points = triangles(chance, 5), chance.uniform(0.0, 20.0, (7, 2))
    gaps = np.empty(7)
    gaps_to_edges(points, edges, gaps)
    assert gaps == pytest.approx(plain.distance_to_edges(points, edges).min(axis=1))


@given(seeds)
def test_what_is_hidden_is_what_the_twin_says(seed: int) -> None:
    """A line of sight is broken by any edge that is high enough."""
    chance = np.random.default_rng(seed)
    edges = triangles(chance, 5)
    start, end = chance.uniform(0.0, 20.0, (2, 2))
    high = edges[edges[:, 4] >= 2.0]
    expected = bool(plain.is_line_crossed(start, end, high).any())
    assert is_hidden(*start, *end, 2.0, edges) is expected


@given(seeds)
def test_points_on_outlines_are_those_of_the_twin(seed: int) -> None:
    """Inside any of the outlines, each closed by its own edges."""
    chance = np.random.default_rng(seed)
    edges, points = triangles(chance, 4), chance.uniform(0.0, 20.0, (20, 2))
    inside = np.empty(20, dtype=np.bool_)
    on_outlines(points, edges, np.arange(0, 15, 3), inside)
    outlines = np.split(edges, 4)
    expected = np.any([plain.is_inside(points, outline) for outline in outlines], axis=0)
    assert inside.tolist() == expected.tolist()


@given(seeds)
def test_what_sensors_see_is_what_the_twin_sees(seed: int) -> None:
    """The nearest of three rays, of corners and of robots in the cone."""
    chance = np.random.default_rng(seed)
    edges = triangles(chance, 4)
    poses = np.column_stack([chance.uniform(0.0, 20.0, (3, 2)), chance.uniform(-3.0, 3.0, 3)])
    angles = np.radians([[0.0, 60.0, -60.0, 180.0]] * 3)
    nearest = np.empty_like(angles)
    corners = np.ascontiguousarray(edges[:, 0:2])
    everybody = np.ones(3, dtype=np.bool_)
    nearest_seen(poses, everybody, angles, edges, corners, 0.5, HALF_CONE_RAD, nearest)
    expected = plain.nearest_seen(poses, angles, edges, corners, 0.5, HALF_CONE_RAD)
    assert np.minimum(nearest, FAR_UM) == pytest.approx(np.minimum(expected, FAR_UM))

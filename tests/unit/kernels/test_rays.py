from __future__ import annotations

import math

import numpy as np
import pytest

from tests.oracles import rays as oracle
from tests.seeds import few
from tests.unit.kernels.from_python import clearance
from tests.unit.kernels.random_mazes import PENTAGON, free_points, maze_and_map, random_maze
from wsusim.kernels.rays import FAR_MM, INSIDE, NOTHING, cast_ray, cut_disc
from wsusim.model.world import Arena, Wall, World

RAYS_A_MAZE = 400


def box(*walls):
    """Return a square arena of 200 mm with walls, as map and as the kernels get it."""
    return maze_and_map(World("box", Arena.rectangle(200.0, 200.0), walls=walls))


@pytest.mark.parametrize("reach", [60.0, 2000.0])
@pytest.mark.parametrize("arena", [None, Arena(PENTAGON), Arena(PENTAGON[::-1])])
@pytest.mark.parametrize("seed", range(3))
def test_a_ray_goes_as_far_as_its_twin_says(seed, arena, reach):
    """In any maze a ray's distance equals the nearest of all edges to a billionth of a mm."""
    static, places = maze_and_map(random_maze(seed, arena=arena))
    points = free_points(static, RAYS_A_MAZE, seed)
    angles = np.random.default_rng(seed).uniform(-math.pi, math.pi, RAYS_A_MAZE).tolist()
    edges = static.edges_mm.tolist()

    differences = [
        cast_ray(places, x, y, math.cos(a), math.sin(a), reach)[0]
        - oracle.first_edge(edges, x, y, math.cos(a), math.sin(a), reach)[0]
        for (x, y), a in zip(points, angles, strict=True)
    ]

    assert np.abs(differences).max() <= 1e-9


def test_a_ray_names_the_edge_it_meets():
    """A ray's edge is the one that lies at the distance it reports."""
    static, places = box(Wall(7, 100.0, 20.0, 100.0, 180.0, 10.0))

    distance, edge = cast_ray(places, 30.0, 90.0, 1.0, 0.0, 500.0)

    assert (distance, static.edge_wall[edge]) == (65.0, 7)


@pytest.mark.parametrize(
    ("dx", "dy", "distance"), [(1, 0, 140), (-1, 0, 60), (0, 1, 120), (0, -1, 80), (-0.0, 1, 120)]
)
def test_a_ray_may_run_along_an_axis(dx, dy, distance):
    """A direction with a component of exactly 0 is as good as any."""
    _, places = box()

    assert cast_ray(places, 60.0, 80.0, float(dx), float(dy), 500.0)[0] == pytest.approx(distance)


@pytest.mark.parametrize("reach", [50.0, 59.999])
def test_a_ray_ends_at_its_reach(reach):
    """Nothing beyond the reach is met."""
    _, places = box()

    assert cast_ray(places, 60.0, 80.0, -1.0, 0.0, reach) == (reach, NOTHING)


@pytest.mark.parametrize("column", range(3, 80, 7))
def test_a_ray_along_a_border_between_cells_is_not_lost(column):
    """A ray that runs exactly on the line between two cells still meets the wall at its end."""
    static, places = box()
    x = static.origin_x_mm + column * static.cell_mm

    distance, _ = cast_ray(places, x, 100.0, 0.0, 1.0, 500.0)

    assert distance == pytest.approx(100.0, abs=1e-9)


@pytest.mark.parametrize("seed", few(range(4)))
def test_no_ray_slips_out_through_a_corner(seed):
    """Rays aimed at the very corners where edges meet never go on beyond them."""
    rng = np.random.default_rng(seed)
    static, places = maze_and_map(random_maze(seed, arena=Arena(PENTAGON)))
    points = free_points(static, 300, seed)
    corners = np.array(PENTAGON)[rng.integers(0, 5, 300)]
    to = corners - np.array(points)
    length = np.hypot(*to.T)
    directions = to / length[:, None]

    beyond = [
        cast_ray(places, x, y, dx, dy, 3000.0)[0] - far
        for (x, y), (dx, dy), far in zip(points, directions.tolist(), length, strict=True)
    ]

    assert max(beyond) <= 1e-6


@pytest.mark.parametrize("offset", [0.0, 1e-12, -1e-12, 1e-10, -1e-10])
def test_no_ray_passes_between_two_walls_that_touch(offset):
    """Two walls end to end are one to a ray that meets their seam, rounding or not."""
    seam = Wall(1, 50.0, 100.0, 100.0, 100.0, 10.0), Wall(2, 100.0, 100.0, 150.0, 100.0, 10.0)
    _, places = box(*seam)

    distance, _ = cast_ray(places, 100.0 + offset, 20.0, 0.0, 1.0, 500.0)

    assert distance == pytest.approx(75.0, abs=1e-9)


@pytest.mark.parametrize("behind", [0.0, 1e-9, 1e-7])
def test_a_ray_that_starts_in_touch_with_a_wall_meets_it_at_zero(behind):
    """A start on the edge itself, or a hair behind it, is a distance of 0."""
    _, places = box()

    assert cast_ray(places, 200.0 + behind, 100.0, 1.0, 0.0, 500.0)[0] == pytest.approx(0, abs=1e-9)


def test_a_ray_leaves_a_wall_that_it_starts_on():
    """A wall is met from its free side only: a robot that touches it can look away from it."""
    _, places = box()

    assert cast_ray(places, 200.0, 100.0, -1.0, 0.0, 500.0)[0] == pytest.approx(200.0)


def test_a_ray_that_starts_where_all_is_solid_says_so():
    """Deep inside a wall a ray has no length."""
    _, places = box(Wall(1, 100.0, 20.0, 100.0, 180.0, 60.0))

    assert cast_ray(places, 100.0, 100.0, 1.0, 0.0, 500.0) == (0.0, INSIDE)


@pytest.mark.parametrize("seed", range(3))
def test_the_clearance_is_never_more_than_the_distance_to_the_nearest_edge(seed):
    """The field's value is a safe lower bound everywhere on the floor."""
    static, places = maze_and_map(random_maze(seed))
    points = np.array(free_points(static, 500, seed))
    a, b = static.edges_mm[:, :2], static.edges_mm[:, 2:]
    along = b - a
    to = points[:, None] - a
    t = np.clip((to * along).sum(-1) / (along * along).sum(-1), 0, 1)
    nearest = np.linalg.norm(to - t[..., None] * along, axis=-1).min(axis=1)

    bounds = np.array([clearance(places, x, y) for x, y in points.tolist()])

    assert (bounds <= nearest).all()


def test_a_disc_is_met_where_its_twin_says():
    """Distances to random discs equal those by the plain formula; misses are misses."""
    rng = np.random.default_rng(5)
    x, y, radius, angle = rng.uniform([-50, -50, 1, -3.2], [50, 50, 30, 3.2], (1000, 4)).T

    met = [cut_disc(*v) for v in zip(x, y, radius, 0 * x, 0 * y, np.cos(angle), np.sin(angle))]  # noqa: B905

    expected = [
        min(oracle.disc_distance(*v), FAR_MM)
        for v in zip(x, y, radius, 0 * x, 0 * y, np.cos(angle), np.sin(angle))  # noqa: B905
    ]
    assert met == pytest.approx(expected, abs=1e-9)

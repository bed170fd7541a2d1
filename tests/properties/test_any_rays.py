"""Rules of rays and readings that hold in every maze."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles.rays import first_edge
from tests.unit.kernels.random_mazes import free_points, maze_and_map, random_maze
from wsusim.engine.explain import SensorView
from wsusim.kernels.rays import cast_ray
from wsusim.model.geometry import Pose
from wsusim.model.tuning import SILENT, RobotTuning
from wsusim.model.world import Arena, RobotStart, Wall, World

QUIET = RobotTuning(proximity_noise=SILENT, light_noise=SILENT)
STEEPEST_PER_MM = 900.0
"""No reading changes by more than this for a millimetre, at 17 mm from the sensor and beyond."""

angles = st.floats(-math.pi, math.pi)


def before_wall(distance_mm: float, slant_rad: float, heading_rad: float, shift_mm: float) -> World:
    """Return a robot with a long wall at a distance from its centre, under any angle."""
    c, s = math.cos(slant_rad), math.sin(slant_rad)
    x, y = 200.0 + (distance_mm + 5.0) * c - shift_mm * s, 200.0 + (distance_mm + 5.0) * s
    y += shift_mm * c
    wall = Wall(2, x - 150.0 * s, y + 150.0 * c, x + 150.0 * s, y - 150.0 * c, 10.0)
    start = RobotStart(1, Pose(200.0, 200.0, heading_rad))
    return World("wall", Arena.rectangle(400.0, 400.0), walls=(wall,), robots=(start,))


def ideals(world: World) -> list[float]:
    """Return the eight values without noise, cut below where nothing is seen."""
    view = SensorView(world, tunings=[QUIET])
    return [max(view.explain_proximity(0, sensor).ideal, 0.0) for sensor in range(8)]


def shown(world: World) -> list[float]:
    """Return the eight values as a sensor can show them: a saturated one changes no more."""
    return [min(value, 1023.0) for value in ideals(world)]


@given(
    gap_mm=st.floats(0.0, 45.0),
    slant_rad=angles,
    heading_rad=angles,
    shift_mm=st.floats(-40.0, 40.0),
)
def test_a_wall_half_a_millimetre_nearer_never_lowers_a_reading(
    gap_mm, slant_rad, heading_rad, shift_mm
):
    """Moving a wall by 0.5 mm moves every reading the right way, at every angle, cells or not."""
    far = ideals(before_wall(27.5 + gap_mm + 0.5, slant_rad, heading_rad, shift_mm))
    near = ideals(before_wall(27.5 + gap_mm, slant_rad, heading_rad, shift_mm))

    assert all(n >= f for n, f in zip(near, far, strict=True))
    assert all(n > f for n, f in zip(near, far, strict=True) if f > 0)


@given(gap_mm=st.floats(15.0, 45.0), slant_rad=angles, heading_rad=angles)
def test_a_reading_does_not_jump(gap_mm, slant_rad, heading_rad):
    """Moving a wall by a thousandth of a mm moves no reading by more than about one unit."""
    before = shown(before_wall(27.5 + gap_mm, slant_rad, heading_rad, 0.0))
    after = shown(before_wall(27.5 + gap_mm + 1e-3, slant_rad, heading_rad, 0.0))

    assert max(b - a for b, a in zip(before, after, strict=True)) <= STEEPEST_PER_MM * 1e-3


@given(seed=st.integers(0, 10_000), reach_mm=st.floats(1.0, 1500.0))
def test_rays_equal_their_twin_in_every_maze(seed, reach_mm):
    """Random rays of a random maze are as long as the plain search over all edges says."""
    static, places = maze_and_map(random_maze(seed, walls=seed % 25))
    rng = np.random.default_rng(seed)
    points = free_points(static, 100, seed)
    angles = rng.uniform(-4, 4, 100)
    rays = [(*p, math.cos(a), math.sin(a)) for p, a in zip(points, angles, strict=True)]
    edges = static.edges_mm.tolist()

    found = [cast_ray(places, *ray, reach_mm)[0] for ray in rays]

    expected = [first_edge(edges, *ray, reach_mm)[0] for ray in rays]
    assert np.abs(np.array(found) - expected).max() <= 1e-9


@given(seed=st.integers(0, 10_000), data=st.data())
def test_no_ray_leaks_out_of_the_arena(seed, data):
    """Whatever the maze and the direction, exact multiples of 45 degrees too, a ray ends inside."""
    static, places = maze_and_map(random_maze(seed))
    exact = st.sampled_from([k * math.pi / 4 for k in range(8)])
    chosen = data.draw(st.lists(st.one_of(angles, exact), min_size=50, max_size=50))
    points = free_points(static, 50, seed)

    ends = [
        (x + d * math.cos(a), y + d * math.sin(a))
        for (x, y), a in zip(points, chosen, strict=True)
        for d in [cast_ray(places, x, y, math.cos(a), math.sin(a), 2000.0)[0]]
    ]

    assert min(min(x, y) for x, y in ends) >= -1e-6
    assert max(max(x, y) for x, y in ends) <= 500.0 + 1e-6

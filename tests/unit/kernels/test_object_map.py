"""The squares behind the matrix never forget what is near, however many things share a cell."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.unit.kernels.from_python import near
from wsusim.engine.occupancy import Occupancy
from wsusim.engine.simulation import Simulation
from wsusim.engine.static_map import build_static_map, disc_widths
from wsusim.kernels import object_map as m
from wsusim.kernels.stamps import update_map
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, Light, RobotStart, World

SIDE_MM = 900.0


def scattered(seed: int, caps: int = 150) -> World:
    """Return an arena with lamps, robots and caps of 1 to 40 mm, some of them in a heap."""
    rng = np.random.default_rng(seed)
    spots = rng.uniform(60.0, SIDE_MM - 60.0, (caps, 2))
    spots[: caps // 3] = rng.uniform(300.0, 330.0, (caps // 3, 2))
    sizes = np.exp(rng.uniform(0.0, math.log(40.0), caps))
    sizes[: caps // 3] = 1.0
    return World(
        "scattered",
        Arena.rectangle(SIDE_MM, SIDE_MM),
        lights=(Light(1, 850.0, 850.0),),
        caps=tuple(
            Cap(10 + k, *spot, diameter_mm=size)
            for k, (spot, size) in enumerate(zip(spots.tolist(), sizes.tolist(), strict=True))
        ),
        robots=(RobotStart(2, Pose(40.0, 40.0)), RobotStart(3, Pose(860.0, 40.0))),
        next_id=1000,
    )


def filled(world: World) -> Occupancy:
    """Return the map of a world in which everything stands where the file puts it."""
    occupancy = Occupancy(world, build_static_map(world))
    things = (*world.lights, *world.caps)
    middles = [(t.x_mm, t.y_mm) for t in things] + [
        (r.pose.x_mm, r.pose.y_mm) for r in world.robots
    ]
    update_map(
        occupancy.places,
        np.array(middles),
        np.ones(len(middles), np.uint8),
        np.zeros((len(world.robots), m.PARTS, 4, 2)),
        np.zeros((len(world.robots), m.PARTS), np.int64),
    )
    return occupancy


def radii_and_middles(world: World) -> tuple[np.ndarray, np.ndarray]:
    """Return all things' radii [n] and middles [n, 2], in the kernels' order."""
    things = (*world.lights, *world.caps)
    radii = [t.diameter_mm / 2.0 for t in things] + [27.5] * len(world.robots)
    middles = [(t.x_mm, t.y_mm) for t in things] + [
        (r.pose.x_mm, r.pose.y_mm) for r in world.robots
    ]
    return np.array(radii), np.array(middles)


@pytest.mark.parametrize("seed", range(3))
def test_nothing_within_reach_is_ever_missed(seed: int) -> None:
    """From anywhere, at any reach: all things that come so near, each once, rising."""
    world = scattered(seed)
    occupancy = filled(world)
    radii, middles = radii_and_middles(world)
    rng = np.random.default_rng(seed)
    asked = [
        (*rng.uniform(0.0, SIDE_MM, 2), float(rng.choice([1.0, 30.0, 90.0]))) for _ in range(200)
    ]
    found = np.zeros(len(radii) + 1, np.int64)

    answers = [
        found[1 : near(occupancy.places, *question, found) + 1].tolist() for question in asked
    ]

    wanted = [
        np.flatnonzero(np.hypot(*(middles - (x, y)).T) - radii <= reach) for x, y, reach in asked
    ]
    assert [sorted(set(answer)) for answer in answers] == answers
    assert [set(w) - set(a) for w, a in zip(wanted, answers, strict=True)] == [set()] * len(asked)


def test_few_things_farther_away_are_told() -> None:
    """An answer holds what is in reach, and nothing that is more than some cells beyond."""
    world = scattered(1)
    occupancy = filled(world)
    radii, middles = radii_and_middles(world)
    found = np.zeros(len(radii) + 1, np.int64)

    told = found[1 : near(occupancy.places, 450.0, 450.0, 150.0, found) + 1]

    gaps = np.max(np.abs(middles[told] - 450.0), axis=1) - radii[told]
    assert gaps.max() < 150.0 + 5 * world.cell_mm


def test_every_cell_that_a_thing_touches_shows_something() -> None:
    """Points all over every thing, those on its rim included, lie in no cell of floor."""
    world = scattered(2)
    occupancy = filled(world)
    radii, middles = radii_and_middles(world)
    turns = np.linspace(0.0, math.tau, 60)
    rim = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    points = (middles[:, None] + (radii - 1e-9)[:, None, None] * rim).reshape(-1, 2)

    codes = [occupancy.code_at(x, y) for x, y in points.tolist()]

    assert codes.count(m.FLOOR) == 0


def test_a_middle_shows_its_own_thing_unless_a_lower_code_is_there_too() -> None:
    """Even among others that cover it; two things with one middle show the lower code."""
    world = World(
        "two",
        Arena.rectangle(SIDE_MM, SIDE_MM),
        caps=(Cap(1, 400.0, 400.0, 12.0), Cap(2, 403.0, 400.0, 2.0), Cap(3, 403.1, 400.1, 1.0)),
    )

    occupancy = filled(world)

    assert occupancy.code_at(403.0, 400.0) == m.FIRST_MOVABLE + 1
    assert occupancy.code_at(400.0, 400.0) == m.FIRST_MOVABLE


def test_a_middle_stays_shown_when_what_covers_it_is_written_again_elsewhere() -> None:
    """A small cap touches a large one, and another moves at the large one's far side."""
    caps = (
        Cap(1, 200.0, 200.0, diameter_mm=80.0),
        Cap(2, 200.0, 240.6, diameter_mm=1.0),
        Cap(3, 154.0, 200.0, diameter_mm=10.0),
    )
    arena = Arena.rectangle(400.0, 400.0)
    world = World("caps", arena, robots=(RobotStart(4, Pose(340.0, 60.0)),), caps=caps)
    simulation = Simulation(world)
    before = simulation.occupancy.code_at(200.0, 240.6)

    simulation.move_object(3, 152.0, 200.0)

    assert before == simulation.occupancy.code_at(200.0, 240.6) == m.FIRST_MOVABLE + 1


@pytest.mark.parametrize("radius_cells", [0.2, 1.0, 2.46, 11.28])
def test_a_disc_is_as_wide_as_it_may_touch(radius_cells: float) -> None:
    """Wherever in its cell the middle lies: the corners of that cell are the farthest ways."""
    widths = disc_widths(radius_cells)

    gaps = [math.hypot(max(0, k - 1), width) for k, width in enumerate(widths)]
    inner = [math.hypot(max(0, k - 1), max(0, width - 1)) for k, width in enumerate(widths)]
    assert all(gap >= radius_cells for gap in gaps)
    assert all(gap < radius_cells for gap in inner)


def test_the_matrix_tells_kind_and_id() -> None:
    """Of every code."""
    world = scattered(0, caps=3)
    occupancy = Simulation(world).occupancy

    kinds = [occupancy.kind_of(code) for code in range(8)]

    assert kinds == ["floor", "wall", "light", "cap", "cap", "cap", "robot", "robot"]
    assert occupancy.world_id(6) == 2

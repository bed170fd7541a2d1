"""The matrix is kept in every tick of an ordinary arena, and a run is the same without it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.oracles.object_map import draw_matrix
from tests.worlds import empty_world
from wsusim.engine import occupancy, simulation
from wsusim.engine.simulation import Simulation
from wsusim.formats.maze_catalogue import find_maze
from wsusim.model.commands import SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Mission, RobotStart, World


def places_of(world: World) -> occupancy.m.ObjectMap:
    """Return the map of a simulation without any observer."""
    return Simulation(world)._arguments.scene.places


def crowd(robots: int) -> World:
    """Return an arena of 1.5 m with so many robots in rows."""
    places = [(60.0 + 100.0 * (k % 14), 60.0 + 100.0 * (k // 14)) for k in range(robots)]
    starts = tuple(RobotStart(1 + k, Pose(x, y)) for k, (x, y) in enumerate(places))
    return World("crowd", Arena.rectangle(1500.0, 1500.0), robots=starts, next_id=999)


@pytest.mark.parametrize(
    ("world", "is_kept"),
    [
        (empty_world(), True),
        (crowd(50), True),
        (crowd(51), False),
        (empty_world(size_mm=2500.0), True),
        (empty_world(size_mm=2600.0), False),
    ],
    ids=["one robot", "fifty", "fifty-one", "large", "too large"],
)
def test_it_is_kept_unless_there_is_a_crowd(world: World, is_kept: bool) -> None:
    """It is kept from the first tick on, unasked; not beyond 50 robots or 1.1 million cells."""
    assert bool(places_of(world).is_kept[0]) == is_kept


@pytest.mark.parametrize("maze", ["caps", "crowd"])
def test_a_matrix_that_was_never_read_is_right(maze: str) -> None:
    """After hundreds of ticks all cells are as they are drawn again."""
    world = find_maze(maze)
    run = driven(replace(world, goals=(), mission=Mission()), ticks=700)
    kept = run._arguments.scene.places.cells.copy()

    drawn = draw_matrix(run)

    assert np.array_equal(run.occupancy.matrix, drawn)
    assert np.array_equal(run._arguments.scene.places.cells, kept)


@pytest.mark.parametrize("maze", ["rooms", "caps", "crowd", "beacons"])
def test_a_run_is_the_same_without_it(maze: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every pose, counter and reading: the cells say only sooner what squares say, too."""
    world = replace(find_maze(maze), goals=(), mission=Mission())
    kept = driven(world, ticks=2000).trace_sha256()

    monkeypatch.setattr(simulation, "is_ordinary", lambda places: False)

    assert driven(world, ticks=2000).trace_sha256() == kept


def driven(world: World, ticks: int) -> Simulation:
    """Return a simulation whose robots have been driven about at random."""
    run = Simulation(world, seed=5)
    rng = np.random.default_rng(5)
    for _ in range(ticks // 50):
        for robot in range(run.robot_count):
            run.apply(robot, SetSpeeds(*rng.integers(-6, 18, 2).tolist()))
        run.advance(50)
    return run

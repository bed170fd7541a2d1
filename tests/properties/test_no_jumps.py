"""Readings follow every place smoothly, and know nothing of the map's cells.

A robot passes the end of a wall, a cap and another robot in steps of a tenth of a millimetre,
without noise, at distances at which its sensors read anything from faint to full.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from wsusim.engine.explain import SensorView
from wsusim.kernels.sensor_records import NOISE_COLUMNS
from wsusim.model.geometry import Point, Pose
from wsusim.model.tuning import RobotTuning
from wsusim.model.world import Arena, Cap, Light, RobotStart, Wall, World

STEP_MM = 0.1
STEPS = 1200
STEEPEST = 60
"""No reading changes by more in a step: a wall's end 5 mm before a sensor is the steepest."""
COARSE = 3
"""Of so many steps one is enough where the same place is looked at twice: eight in a cell."""
IN_CELLS: tuple[Point, ...] = ((0.9, 1.7), (2.4384, -1.1), (-0.3, 2.0))
"""Where everything is moved to: by parts of a cell, one and the same for all."""

PASSES = [
    *(("wall", ahead_mm) for ahead_mm in (34.0, 42.0, 50.0)),
    *(("cap", ahead_mm) for ahead_mm in (45.0, 52.0, 60.0)),
    *(("robot", ahead_mm) for ahead_mm in (57.0, 65.0, 75.0)),
]
"""What is passed, and how far ahead of the robot's middle its line or middle is."""


def world_with(thing: str, by: Point) -> World:
    """Return an arena in which one thing stands at (300, 300), moved by a few millimetres."""
    x, y = 300.0 + by[0], 300.0 + by[1]
    robots = [RobotStart(1, Pose(x - 100.0, y)), RobotStart(2, Pose(x, y))]
    return World(
        "passed",
        Arena.rectangle(700.0, 700.0),
        walls=(Wall(3, x, y, x, y + 120.0, 8.0),) if thing == "wall" else (),
        lights=(Light(4, x + 200.0, y),),
        caps=(Cap(5, x, y),) if thing == "cap" else (),
        robots=tuple(robots if thing == "robot" else robots[:1]),
        next_id=6,
    )


@cache
def readings_past(
    thing: str, ahead_mm: float, by: Point = (0.0, 0.0), every: int = 1
) -> NDArray[np.int64]:
    """Return [step, 16] readings of a robot that looks along +x and goes by, upwards.

    ``every``: of so many steps one is taken.
    """
    world = world_with(thing, by)
    robots = len(world.robots)
    view = SensorView(world, tunings=[RobotTuning.ideal()] * robots)
    noise = np.zeros((robots, NOISE_COLUMNS))
    x, y = 300.0 - ahead_mm + by[0], 240.0317 + by[1]
    rows = []
    for k in range(0, STEPS, every):
        view.place_robot(0, x, y + k * STEP_MM, 0.0)
        rows.append(view.read(noise)[0].copy())
    return np.array(rows)


@pytest.mark.parametrize(("thing", "ahead_mm"), PASSES)
def test_readings_do_not_know_where_the_cells_are(thing: str, ahead_mm: float) -> None:
    """With everything moved by a part of a cell they are the same at every step, to a unit."""
    first = readings_past(thing, ahead_mm)[::COARSE]
    others = [readings_past(thing, ahead_mm, by, COARSE) for by in IN_CELLS]

    assert first[:, :8].max() > 50
    assert max(np.abs(other - first).max() for other in others) <= 1


@pytest.mark.parametrize(("thing", "ahead_mm"), PASSES)
def test_a_small_step_changes_a_reading_a_little(thing: str, ahead_mm: float) -> None:
    """Past ends and rims, too: the steepest is a wall's end 5 mm before a sensor."""
    proximity = readings_past(thing, ahead_mm)[:, :8]

    assert np.abs(np.diff(proximity, axis=0)).max() <= STEEPEST

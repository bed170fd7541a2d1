"""Nothing gets into walls at any angle, at top speed: every gap after every tick, measured."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.oracles.ground import Floor
from tests.oracles.solids import Logbook
from tests.seeds import few
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import SetArm, SetGrip, SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Ball, Cap, Light, RobotStart, Wall, World
from wsusim.robots import robot_kind

TICKS = 400
TOLERANCE_MM = 1e-6

ORDERS = ((127, 127), (-127, -127), (127, 127), (-127, -127), (127, 90), (-100, -127), (127, -127))
"""Speeds of the wheels; top speed is reached after 43 ticks."""

CHANGES_A_TICK = 0.012
"""So an order stays for eighty ticks on average."""


def random_outline(rng: np.random.Generator, size_mm: float) -> Arena:
    """Return a square, or in two of three cases a star-shaped polygon without right angles."""
    if rng.random() < 0.33:
        return Arena.rectangle(size_mm, size_mm)
    corners = int(rng.integers(5, 12))
    angles = 2.0 * np.pi * (np.arange(corners) + rng.uniform(-0.3, 0.3, corners)) / corners
    reach = 0.5 * size_mm * rng.uniform(0.55, 1.0, corners)
    x, y = 0.5 * size_mm + reach * np.cos(angles), 0.5 * size_mm + reach * np.sin(angles)
    return Arena(tuple(zip(x.tolist(), y.tolist(), strict=True)))


def random_wall(rng: np.random.Generator, size_mm: float, wall_id: int) -> Wall:
    """Return a wall of any length, thickness and slant that lies in the square of this size."""
    x, y = rng.uniform(0.0, size_mm, 2).tolist()
    angle, length = rng.uniform(0.0, 2.0 * np.pi), float(rng.choice([5.0, 60.0, 200.0, 400.0]))
    x1, y1 = np.clip(
        [x + length * math.cos(angle), y + length * math.sin(angle)], 0.0, size_mm
    ).tolist()
    return Wall(wall_id, x, y, x1, y1, float(rng.choice([0.1, 1.0, 5.0, 19.5, 60.0])))


def random_world(seed: int) -> World:
    """Return an arena with slanted walls, robots of both kinds, and sometimes loose things."""
    rng = np.random.default_rng(seed)
    size_mm = float(rng.choice([350.0, 600.0, 900.0]))
    walls = tuple(random_wall(rng, size_mm, 100 + k) for k in range(rng.integers(0, 9)))
    world = World("slanted", random_outline(rng, size_mm), walls=walls, next_id=300)
    floor = Floor(world)
    taken: list[tuple[float, float, float]] = []

    def free_place(radius_mm: float) -> tuple[float, float] | None:
        for _ in range(100):
            x, y = rng.uniform(0.0, size_mm, 2).tolist()
            if floor.point_gaps_mm(np.array([[x, y]]))[0] > radius_mm + 0.01 and all(
                math.hypot(x - u, y - v) > radius_mm + r + 0.01 for u, v, r in taken
            ):
                taken.append((x, y, radius_mm))
                return x, y
        return None

    for k in range(rng.integers(1, 4)):
        kind = str(rng.choice(["khepera1", "khepera1", "khepera2"]))
        if place := free_place(robot_kind(kind).radius_mm):
            start = RobotStart(k + 1, Pose(*place, rng.uniform(-np.pi, np.pi)), kind)
            world = replace(world, robots=(*world.robots, start))
    for k in range(rng.choice([0, 0, 3, 10])):
        diameter = float(rng.choice([29.0, 29.0, 5.0, 60.0]))
        if place := free_place(0.5 * diameter):
            world = replace(world, caps=(*world.caps, Cap(200 + k, *place, diameter)))
    if place := free_place(11.0):
        world = replace(world, balls=(Ball(250, *place),))
    if rng.random() < 0.3 and (place := free_place(19.5)):
        world = replace(world, lights=(Light(251, *place),))
    return world if world.robots else random_world(seed + 1_000_000)  # no room at all: another


def least_gaps_of_a_fast_run(world: World, seed: int, ticks: int) -> dict[str, float]:
    """Drive at top speed most of the time, arms up and down, and return the least gaps (mm)."""
    rng = np.random.default_rng(seed)
    simulation = Simulation(world, seed=seed)
    logbook = Logbook(simulation)
    uses_gripper = rng.random() < 0.4
    for tick in range(ticks):
        for robot in range(simulation.robot_count):
            if tick == 0 or rng.random() < CHANGES_A_TICK:
                simulation.apply(robot, SetSpeeds(*ORDERS[rng.integers(len(ORDERS))]))
            if uses_gripper and rng.random() < 0.01:
                simulation.apply(robot, SetArm(int(rng.choice([180, 255, 255]))))
            if uses_gripper and rng.random() < 0.02:
                simulation.apply(robot, SetGrip(bool(rng.integers(2))))
        simulation.advance(1)
        logbook.note()
    return logbook.least_gaps_mm()


@pytest.mark.parametrize("seed", few(range(8)))
def test_nothing_gets_into_slanted_walls_at_top_speed(seed: int) -> None:
    """Whatever the angle of a wall or of the arena's border, after every tick all gaps are open."""
    world = random_world(seed)

    gaps = least_gaps_of_a_fast_run(world, seed, TICKS)

    assert min(gaps.values()) >= -TOLERANCE_MM, gaps


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(20))
def test_nothing_gets_into_slanted_walls_in_two_thousand_mazes(hundred: int) -> None:
    """The same for many more mazes, a hundred in a go."""
    seeds = range(1000 + 100 * hundred, 1100 + 100 * hundred)

    least = {s: min(least_gaps_of_a_fast_run(random_world(s), s, TICKS).values()) for s in seeds}

    assert {seed: gap for seed, gap in least.items() if gap < -TOLERANCE_MM} == {}

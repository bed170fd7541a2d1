"""How fast batches are, how they grow, and what a robot takes of memory.

Robots of eight sensors, ticks of 10 ms, noise on, anywhere in their maze. Networks in the kernel
that turn away from walls decide every 100 ms, so that it is the worlds that are measured; one row
has a NumPy function instead, every 20 ms. Millions of robot-ticks a second by the clock, the best
and the middle of five stretches, and processor time a robot-tick, which other programs disturb
less.

Run it: ``python -m tests.bench.bench_batch [rates|growth|crowd|evolve]...``
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tests.bench.bench_tick import free_of_mission
from tests.worlds import empty_world
from wsusim.batch import Network, Worlds
from wsusim.engine.simulation import Simulation
from wsusim.formats.cell_maze import read_number_maze
from wsusim.formats.micromouse import import_micromouse
from wsusim.model.commands import SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Mission, RobotStart, World

STRETCHES = 5
AVOIDING = np.array(
    [
        *(1.0, 2.0, 3.0, -2.0, -2.0, -1.0, 0.0, 0.0, 1.5),
        *(-1.0, -2.0, -3.0, 2.0, 2.0, 1.0, 0.0, 0.0, 1.5),
    ]
)
"""Weights of a Braitenberg vehicle that turns away from what is near."""


def open_floor() -> World:
    """Return a square of 4 m with one robot in its middle."""
    return empty_world(size_mm=4000.0, x_mm=2000.0, y_mm=2000.0)


def contest_maze(size: int = 16, seed: int = 4) -> World:
    """Return a micromouse maze of 16 x 16 cells of 180 mm, dug at random, without a mission."""
    rng = np.random.default_rng(seed)
    sides = {(0, 1): 0, (1, 0): 1, (0, -1): 2, (-1, 0): 3}
    walls = np.ones((size, size, 4), int)
    path, seen = [(0, 0)], {(0, 0)}
    while path:
        x, y = path[-1]
        ways = [
            (dx, dy)
            for dx, dy in sides
            if 0 <= x + dx < size and 0 <= y + dy < size and (x + dx, y + dy) not in seen
        ]
        if not ways:
            path.pop()
            continue
        dx, dy = ways[int(rng.integers(len(ways)))]
        walls[x, y, sides[dx, dy]] = walls[x + dx, y + dy, sides[-dx, -dy]] = 0
        path.append((x + dx, y + dy))
        seen.add(path[-1])
    lines = [f"{x} {y} {' '.join(map(str, walls[x, y]))}" for x in range(size) for y in range(size)]
    maze = import_micromouse(read_number_maze("\n".join(lines)), "contest")
    return replace(maze, goals=(), mission=Mission())


def crowd(count: int, spacing_mm: float = 120.0) -> World:
    """Return one world with many robots, so far apart, looking anywhere."""
    side = int(np.ceil(np.sqrt(count)))
    headings = np.random.default_rng(1).uniform(-3.0, 3.0, count).tolist()
    robots = tuple(
        RobotStart(k + 1, Pose(spacing_mm * (k % side + 1), spacing_mm * (k // side + 1), heading))
        for k, heading in enumerate(headings)
    )
    size_mm = (side + 1) * spacing_mm
    return World("many", Arena.rectangle(size_mm, size_mm), robots=robots, next_id=count + 1)


def spread(maze: World, count: int, cores: int) -> Worlds:
    """Return worlds of a maze whose robots stand anywhere, and have driven for a while."""
    worlds = Worlds(maze, count, cores=cores)
    places = worlds.random_poses(np.random.default_rng(1), np.arange(min(count, 1000)))
    worlds.reset(poses=np.resize(places, (count, *places.shape[1:])))
    worlds.drive(Network(AVOIDING), 2.0)
    return worlds


@dataclass(frozen=True, slots=True)
class Figures:
    """What a stretch of ticks takes."""

    best: float
    """Millions of robot-ticks a second, by the clock."""
    middle: float
    processor_ns: float
    """Processor time of a robot-tick, of all threads together: hardly changed by other programs."""


def measured(step: Callable[[], int]) -> Figures:
    """Measure a step that tells its robot-ticks."""
    figures, costs = [], []
    for _ in range(STRETCHES):
        start_s, processor_ns = time.perf_counter(), time.process_time_ns()
        ticks = step()
        figures.append(ticks / (time.perf_counter() - start_s) / 1e6)
        costs.append((time.process_time_ns() - processor_ns) / ticks)
    return Figures(max(figures), statistics.median(figures), statistics.median(costs))


def report(what: str, figures: Figures, more: str = "") -> None:
    """Print a row."""
    by_clock = f"{figures.best:5.2f} M/s best, {figures.middle:5.2f} middle"
    print(f"{what:<54} {by_clock}, {figures.processor_ns:5.0f} ns {more}", flush=True)


def driving(worlds: Worlds, seconds: float) -> Callable[[], int]:
    """Return a step in which networks drive."""

    def step() -> int:
        worlds.drive(Network(AVOIDING), seconds)
        return round(worlds.robots.size * seconds * 100)

    return step


def by_numpy(worlds: Worlds, steps: int) -> Callable[[], int]:
    """Return a step in which a NumPy function decides every 20 ms."""

    def step() -> int:
        for _ in range(steps):
            is_near = worlds.proximity[:, :, 1:5].max(axis=2, keepdims=True) > 300
            worlds.step(np.where(is_near, (5, -5), (8, 8)), 2)
        return worlds.robots.size * steps * 2

    return step


def measure_rates() -> None:
    """Print the rates in three mazes, on one core and two."""
    mazes = {
        "in the open": open_floor(),
        "in rooms": free_of_mission("rooms"),
        "in a 16 x 16 contest maze": contest_maze(),
    }
    for name, maze in mazes.items():
        for cores in (1, 2):
            worlds = spread(maze, 1000, cores)
            report(f"1,000 worlds {name}, {cores} core(s)", measured(driving(worlds, 2.0)))
    worlds = spread(mazes["in rooms"], 1000, 2)
    report("the same in rooms, NumPy decides every 20 ms, 2 cores", measured(by_numpy(worlds, 50)))
    quiet = Worlds(mazes["in rooms"], 1000, ideal=True, cores=1)
    quiet.drive(Network(AVOIDING), 2.0)
    report("in rooms without noise, 1 core", measured(driving(quiet, 2.0)))


def measure_growth() -> None:
    """Print how rates and memory grow with the number of worlds."""
    for count in (1, 10, 100, 1_000, 10_000, 100_000):
        before = resident_bytes()
        worlds = spread(free_of_mission("rooms"), count, 2)
        taken = (resident_bytes() - before) / count
        figures = measured(driving(worlds, min(20.0, max(0.2, 4000.0 / count))))
        kept = f"{worlds.world_bytes:,.0f} bytes a robot"
        report(f"{count:,} worlds in rooms, 2 cores", figures, f"{kept}, {taken:,.0f} resident")


def measure_crowd() -> None:
    """Print the rates of many robots in one world."""
    for count, apart_mm, cores in (
        *((1, 120, 1), (10, 120, 1), (100, 120, 1)),
        *((300, 120, 1), (300, 120, 2), (1000, 120, 1), (1000, 120, 2)),
        *((1000, 300, 1), (1000, 300, 2)),
    ):
        simulation = Simulation(crowd(count, apart_mm), seed=1, cores=cores)
        speeds = np.random.default_rng(2).integers(2, 9, (count, 2)).tolist()
        for robot, order in enumerate(speeds):
            simulation.apply(robot, SetSpeeds(*order))
        simulation.advance(200)
        ticks = max(20, 200_000 // count // 2 * 2)

        def step(simulation: Simulation = simulation, ticks: int = ticks) -> int:
            return simulation.advance(ticks) * simulation.robot_count

        report(
            f"{count:,} robots in one world, {apart_mm} mm apart, {cores} core(s)", measured(step)
        )


def measure_evolution() -> None:
    """Print how fast robots evolve."""
    from wsusim.learning.evolution import Plan, evolve

    evolve(Plan(generations=1))
    evolution = evolve(Plan())
    generations = len(evolution.best)
    print(
        f"{generations} generations of 24 robots, 4 places, 30 s each: {evolution.seconds:.1f} s, "
        f"{generations / evolution.seconds:.1f} a second; fitness {evolution.best[0]:.2f} to "
        f"{evolution.best[-1]:.2f}"
    )


def resident_bytes() -> int:
    """Return this process's memory (Linux)."""
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


PARTS = {
    "rates": measure_rates,
    "growth": measure_growth,
    "crowd": measure_crowd,
    "evolve": measure_evolution,
}


def main(wanted: Sequence[str]) -> None:
    """Measure what is wanted, or everything."""
    for name in wanted or PARTS:
        PARTS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])

"""How fast the engine's tick is, and how long it takes to be ready: figure (b) and its like.

Processor time, medians over many stretches of ticks, one thread. A stretch is one call, so the
call's own cost is spread over its ticks; ``advance(2)`` is measured by itself.

Run it: ``python -m tests.bench.bench_tick``
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from tests.worlds import empty_world
from wsusim.engine.simulation import Simulation
from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import find_maze
from wsusim.model.commands import SetArm, SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import Cap, Mission, RobotStart, World

STRETCH_TICKS = 500
STRETCHES = 60


def ns_a_tick(simulation: Simulation, before: Callable[[], None] | None = None) -> list[float]:
    """Return the nanoseconds of a tick, one figure a stretch."""
    figures = []
    for _ in range(STRETCHES):
        if before is not None:
            before()
        start = time.process_time_ns()
        simulation.advance(STRETCH_TICKS)
        figures.append((time.process_time_ns() - start) / STRETCH_TICKS)
    return figures


def report(what: str, figures: list[float], robots: int = 1) -> None:
    """Print the median, and the slowest of ten, per tick and robot."""
    middle = statistics.median(figures) / robots
    slow = sorted(figures)[-max(1, len(figures) // 10)] / robots
    print(f"{what:<58} {middle:7.0f} ns   (slowest tenth {slow:.0f})")


def wandering(simulation: Simulation, seed: int = 1) -> Callable[[], None]:
    """Return a function that puts every robot somewhere and sends it off."""
    rng = np.random.default_rng(seed)
    arena = simulation.world.arena

    def send() -> None:
        for robot in range(simulation.robot_count):
            put_somewhere(simulation, robot, rng, arena.width_mm, arena.height_mm)
            simulation.apply(robot, SetSpeeds(*rng.integers(2, 9, 2).tolist()))

    return send


def put_somewhere(
    simulation: Simulation, robot: int, rng: np.random.Generator, width: float, height: float
) -> None:
    """Move a robot to some free place."""
    while True:
        pose = Pose(rng.uniform(0, width), rng.uniform(0, height), rng.uniform(-3, 3))
        try:
            simulation.move_robot(robot, pose)
        except BadInput:
            continue
        return


def ten_robots(world: World) -> World:
    """Return the maze with ten robots in it, wherever there is room."""
    start = world.robots[0]
    many = replace(world, robots=(start,))
    rng = np.random.default_rng(3)
    while len(many.robots) < 10:
        pose = Pose(
            rng.uniform(30, world.arena.width_mm - 30), rng.uniform(30, world.arena.height_mm - 30)
        )
        robot = RobotStart(many.next_id, pose, start.kind)
        larger = replace(many, robots=(*many.robots, robot), next_id=many.next_id + 1)
        try:
            Simulation(larger)
        except BadInput:
            continue
        many = larger
    return many


def free_of_mission(name: str) -> World:
    """Return a built-in maze in which nothing ends the run."""
    return replace(find_maze(name), goals=(), mission=Mission())


def measure_ticks() -> None:
    """Print the ticks' figures."""
    open_floor = Simulation(empty_world(size_mm=2000.0, x_mm=1000.0, y_mm=1000.0), seed=1)
    open_floor.apply(0, SetSpeeds(4, -4))
    report("one robot, nothing near", ns_a_tick(open_floor))

    rooms = Simulation(free_of_mission("rooms"), seed=1)
    report("one robot wandering in rooms", ns_a_tick(rooms, wandering(rooms)))

    for what, speeds in (("pushing against it", (8, 8)), ("turning at it", (3, -3))):
        at_wall = Simulation(empty_world(x_mm=560.0, y_mm=40.0, heading_rad=-0.6), seed=1)
        at_wall.apply(0, SetSpeeds(8, 8))
        at_wall.advance(2000)
        at_wall.apply(0, SetSpeeds(*speeds))
        report(f"one robot in a corner, {what}", ns_a_tick(at_wall))

    caps = tuple(Cap(9 + k, 360.0 + 30.0 * k, 300.0) for k in range(3))
    pushing = Simulation(replace(empty_world(), caps=caps), seed=1)
    pushing.apply(0, SetSpeeds(5, 5))
    pushing.advance(1500)
    report("three caps jammed against a wall", ns_a_tick(pushing))

    gripping = Simulation(empty_world(x_mm=450.0), seed=1)
    gripping.apply(0, SetArm(255))
    gripping.advance(200)
    gripping.apply(0, SetSpeeds(5, 5))
    gripping.advance(500)
    report("lowered gripper pushed against a wall", ns_a_tick(gripping))

    many = Simulation(ten_robots(free_of_mission("rooms")), seed=1)
    report("ten robots wandering in rooms, for each", ns_a_tick(many, wandering(many)), 10)


def measure_call() -> None:
    """Print what one call of two ticks costs, kernel and Python together."""
    simulation = Simulation(free_of_mission("rooms"), seed=1)
    simulation.apply(0, SetSpeeds(2, -2))
    figures = []
    for _ in range(STRETCHES):
        start = time.process_time_ns()
        for _ in range(500):
            simulation.advance(2)
        figures.append((time.process_time_ns() - start) / 500)
    report("advance(2) in rooms, called from Python", figures)


def measure_start() -> None:
    """Print how long a new process takes to its first tick, compiling and from the cache."""
    program = (
        "import time; start = time.perf_counter()\n"
        "from tests.worlds import empty_world\n"
        "from wsusim.engine.simulation import Simulation\n"
        "Simulation(empty_world()).advance(1)\n"
        "print(time.perf_counter() - start)"
    )
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
        for what in ("compiling all kernels", "from the cache", "from the cache, again"):
            answer = subprocess.run(
                [sys.executable, "-c", program],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            )
            print(f"{'import to first tick, ' + what:<58} {float(answer.stdout):7.2f} s (wall)")


if __name__ == "__main__":
    measure_ticks()
    measure_call()
    measure_start()

"""Cost of one refresh of all sensors of one robot: ``python -m tests.bench.bench_sensing``.

Prints nanoseconds of processor time, in the kernel, for one robot: the median and others over many
places in the open, in mazes of long walls and standing at a wall, without lamps and with some.
"""

from __future__ import annotations

import math
import time

import numpy as np
from numba import njit

from wsusim.engine import world_tables
from wsusim.engine.occupancy import map_of
from wsusim.engine.sensing import pack_sensing, scratch_of
from wsusim.engine.static_map import StaticMap, build_static_map
from wsusim.kernels.rays import Bodies
from wsusim.kernels.sense import sense_robot
from wsusim.kernels.sensor_records import NOISE_COLUMNS
from wsusim.model.robot_table import ROBOT
from wsusim.model.tuning import RobotTuning
from wsusim.model.world import Arena, Light, Wall, World
from wsusim.robots import robot_kind

KIND = robot_kind("khepera1")
PLACES = 200
REPEATS = 500
ROUNDS = 5


@njit(error_model="numpy", _nrt=False)
def repeat(repeats, index, bodies, lamp_power, responses, noise):
    """Sense again and again, as the tick kernel does."""
    for k in range(repeats):
        sense_robot(0, index, bodies, lamp_power, responses, noise[k % 16])


def maze(walls: int, lamps: int = 0) -> World:
    """Return the WSU arena with long walls along both axes, some of them at an angle."""
    rng = np.random.default_rng(1)
    made = []
    for number in range(walls):
        x, y = rng.uniform(60, 1160, 2)
        angle = rng.integers(0, 4) * math.pi / 2 + (
            rng.uniform(-0.5, 0.5) if number % 4 == 0 else 0
        )
        length = rng.uniform(150, 350)
        end_x = min(max(x + length * math.cos(angle), 20.0), 1199.0)
        end_y = min(max(y + length * math.sin(angle), 20.0), 1199.0)
        made.append(Wall(number + 1, x, y, end_x, end_y))
    lights = tuple(Light(100 + k, *rng.uniform(60, 1160, 2)) for k in range(lamps))
    return World("bench", Arena.rectangle(1219.2, 1219.2), walls=tuple(made), lights=lights)


def edge_distance_mm(static: StaticMap, x: float, y: float) -> float:
    """Return the distance from a point to the nearest edge."""
    a, b = static.edges_mm[:, :2], static.edges_mm[:, 2:]
    along = b - a
    to = np.array([x, y]) - a
    t = np.clip((to * along).sum(1) / (along * along).sum(1), 0, 1)
    return float(np.hypot(*(to - t[:, None] * along).T).min())


def places(static: StaticMap, *, at_wall: bool) -> list[tuple[float, float, float]]:
    """Return poses in which the robot fits; at most 2 mm from a wall when ``at_wall``."""
    rng = np.random.default_rng(2)
    found: list[tuple[float, float, float]] = []
    while len(found) < PLACES:
        x, y = rng.uniform(28, 1191, 2)
        column = int((x - static.origin_x_mm) / static.cell_mm)
        row = int((y - static.origin_y_mm) / static.cell_mm)
        gap = edge_distance_mm(static, x, y) - KIND.radius_mm
        if static.still[row * static.columns + column] or gap < 0 or (at_wall and gap > 2):
            continue
        found.append((x, y, rng.uniform(-math.pi, math.pi)))
    return found


def measure(title: str, world: World, *, at_wall: bool = False) -> None:
    """Print median and worst place of one world."""
    static = build_static_map(world)
    sensing = pack_sensing([KIND], [RobotTuning()])
    discs, robots = world_tables.disc_table(world), np.zeros(1, ROBOT)
    (me,) = world_tables.views(robots)
    reach = float(sensing.eyes["reach_mm"][0])
    found = scratch_of(len(discs) + 1, len(static.edges_mm))
    arguments = (
        map_of(world, static, [KIND], reach),
        Bodies(
            discs, world_tables.body_table(world), robots, sensing.eyes, sensing.eye_of, found
        ),
        np.array([lamp.power for lamp in world.lights], np.float64), sensing.responses,
        np.random.default_rng(3).uniform(size=(16, NOISE_COLUMNS)),
    )  # fmt: skip
    repeat(1, *arguments)
    costs = []
    for place in places(static, at_wall=at_wall):
        me.x_mm, me.y_mm, me.heading_rad = place
        rounds = []
        for _ in range(ROUNDS):
            start = time.process_time_ns()
            repeat(REPEATS, *arguments)
            rounds.append((time.process_time_ns() - start) / REPEATS)
        costs.append(float(np.median(rounds)))
    low, middle, high = np.percentile(costs, [5, 50, 95])
    spread = f"5 % {low:5.0f}  95 % {high:5.0f}  worst {max(costs):5.0f}"
    print(f"{title:24s} median {middle:5.0f}  {spread}")


def main() -> None:
    """Print the table."""
    print("ns for all sensors of one robot, over places")
    measure("border only", maze(0))
    measure("24 walls", maze(24))
    measure("24 walls, at a wall", maze(24), at_wall=True)
    measure("60 walls", maze(60))
    measure("24 walls, 1 lamp", maze(24, 1))
    measure("24 walls, 4 lamps", maze(24, 4))
    measure("border only, 4 lamps", maze(0, 4))
    started = time.process_time()
    build_static_map(maze(60))
    print(f"map of 60 walls: {(time.process_time() - started) * 1e3:.0f} ms")


if __name__ == "__main__":
    main()

"""Many different runs and what each leaves, one line a run: to be compared between computers.

``python -m tests.runs_everywhere FIRST COUNT`` prints ``number digest what``. ``ways`` has the ways
in which one computer can be another one.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
from numpy.typing import NDArray

from wsusim.batch import Network, Worlds
from wsusim.ciber.agent_orders import Actions
from wsusim.ciber.arena import Arena
from wsusim.ciber.match_choice import Scene
from wsusim.engine.simulation import Simulation
from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import find_maze
from wsusim.model.fixed_order import total_of
from wsusim.model.tuning import RAYS_MODEL
from wsusim.runs.report import RunReport
from wsusim.runs.request import RunRequest
from wsusim.runs.run import Run
from wsusim.runs.sources.simulated import SimulatedRobots
from wsusim.runs.staging import stage

CONTROLLERS = (
    *(
        "avoid_obstacles",
        "wall_follower",
        "braitenberg:Vehicle2b",
        "odometry_square",
        "follow_light",
    ),
    *("bored_follower", "maze_solver", "any_robot", "line_follower", "cap_collector", "wanderer"),
    *("follow_red", "drive_by_camera"),
)
MAZES = ("rooms", "narrow", "island", "beacons", "caps", "field", "line", "red", "overhead")
KINDS = ("khepera1", "khepera2", "epuck", "thymio")
SHORT_S, LONG_S = 10.0, 60.0
"""Most runs are short: a digest is over every digit of every tick, so all ticks count the same, and
one more short run leads to another place. Every tenth is long."""

TRIES = 9

GENERATIONS = 3

WANDERER = '''
"""Steers by sines, logarithms and random numbers, so that each last digit counts."""

import math
import random

from wsusim import Controller


class Wanderer(Controller):
    period = 0.05

    def setup(self):
        self.angle = 0.0

    def step(self):
        near = self.sensors.proximities
        self.angle += math.atan2(near[-3] - near[0], 1 + near[2]) + random.gauss(0, 0.2)
        turn = 3 * math.sin(self.angle) ** 2 + (1 + max(near)) ** 0.3 - math.log(2)
        self.motors.set_speeds(round(7 - turn), round(7 + turn * math.cos(self.angle / 3)))
'''


def digest_of(*parts: object) -> str:
    """Return a digest of what a run leaves."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def told(report: RunReport) -> str:
    """Return the digest of a report."""
    return digest_of(report.trace_sha256, report.outcome, report.distance_mm, report.contacts)


def done(request: RunRequest, simulation: Callable[[], Simulation] | None = None) -> RunReport:
    """Do a run; once more where a busy computer's clock has ended it, which says nothing."""
    for _ in range(TRIES):
        source = None if simulation is None else SimulatedRobots(request, simulation())
        report = Run(request, [], source=source).execute()
        if report.is_reproducible:
            return report
    raise RuntimeError(f"The computer is too busy: {report.error}")


def one_robot(number: int, folder: Path) -> tuple[str, str]:
    """A ready controller in a maze, of some kind, under either law of the sensors."""
    plan = list(product(MAZES, KINDS, CONTROLLERS))
    turn, place = divmod(number - number // EVERY, len(plan))
    maze, kind, name = plan[place * 7919 % len(plan)]
    seed = turn + 1
    file = str(folder / "wanderer.py") if name == "wanderer" else name
    robots = len(find_maze(maze).robots)
    request = RunRequest(
        (file,) * robots,
        maze,
        seed=seed,
        time_s=LONG_S if number % 10 == 0 else SHORT_S,
        robot_kind=kind,
        sensor_model=RAYS_MODEL if number % 5 == 0 else None,
        patience_s=600.0,
    )
    what = f"{name} in {maze}, {kind}, seed {seed}"
    try:
        report = done(request)
    except BadInput as error:  # a robot of this kind has no room there
        return digest_of(str(error)), what
    if report.error is not None and report.sim_time_s < 1.0:  # no program for such a robot
        what = f"wanderer {what}"
        report = done(replace(request, controllers=(str(folder / "wanderer.py"),) * robots))
    return told(report), what


def dance(number: int, folder: Path) -> tuple[str, str]:
    """Ten robots that talk by radio."""
    dancers = ("radio_dance:Leader", *("radio_dance:Mirror",) * 9)
    request = RunRequest(dancers, "crowd", seed=number, time_s=10.0, patience_s=600.0)
    return told(done(request)), f"radio, seed {number}"


def soccer(number: int, folder: Path) -> tuple[str, str]:
    """A game of four, who see the ball with their eyes."""
    players = ("striker", "goalkeeper", "striker", "goalkeeper")
    request = RunRequest(players, "soccer", seed=number, time_s=10.0, patience_s=600.0)
    return told(done(request)), f"soccer, seed {number}"


def rolling(number: int, folder: Path) -> tuple[str, str]:
    """Balls that roll and boxes, pushed by wanderers."""
    world = find_maze("field")
    request = RunRequest(
        (str(folder / "wanderer.py"),) * len(world.robots),
        replace(world, balls=tuple(replace(ball, rolls=True) for ball in world.balls)),
        seed=number,
        time_s=SHORT_S,
        patience_s=600.0,
    )
    report = done(request, lambda: Simulation(stage(request), seed=number))
    return told(report), f"balls, seed {number}"


def match(number: int, folder: Path) -> tuple[str, str]:
    """A CiberMouse match in lock-step, of robots that drive by what they are told."""
    arena: Arena = Scene(seed=number).arena_maker()()
    robots = [arena.register(f"robot {k}", k) for k in (1, 2, 3)]
    arena.start()
    arena.step()
    arena.end_cycle()
    for _ in range(400):
        for robot in robots:
            left, ahead, right = (robot.measured.obstacles[k] for k in (1, 0, 2))
            turn = 0.02 * (right - left) + (0.1 if ahead > 2.5 else 0.0)
            arena.take(robot.number, Actions(left_motor=0.1 - turn, right_motor=0.1 + turn))
        arena.step()
        arena.end_cycle()
    return digest_of(arena.trace_sha256(), [r.score for r in robots]), f"match, seed {number}"


def evolved(number: int, folder: Path) -> tuple[str, str]:
    """The best of some generations of networks, which then drives on: evolution without ``cma``."""
    dice = np.random.default_rng(number)
    best = dice.random(Network.size((6,))) * 4.0 - 2.0
    worlds = Worlds(find_maze("rooms"), 4, seeds=[number] * 4, cores=1)
    for _ in range(GENERATIONS):
        weights = best + np.vstack([np.zeros_like(best), dice.random((3, len(best))) * 2.0 - 1.0])
        worlds.reset(seeds=[number] * 4)
        log = worlds.drive(Network(weights, (6,)), SHORT_S, keep=True)
        best = weights[judged(log).argmax()]
    worlds.reset(seeds=[number + 1, number + 2, number + 3, number + 4])
    worlds.drive(Network(np.tile(best, (4, 1)), (6,)), SHORT_S)
    digest = hashlib.sha256(best.tobytes() + worlds.robots.tobytes()).hexdigest()[:16]
    return digest, f"evolution, seed {number}"


def judged(log: NDArray[Any]) -> NDArray[np.float64]:
    """Return how far networks have come [4]: fast, straight, and clear of walls."""
    speeds = log["orders"][:, :, 0] / 10.0
    near = log["proximity"][:, :, 0].max(axis=2) / 1023.0
    straight = 1.0 - abs(speeds[..., 0] - speeds[..., 1])
    ahead = speeds[..., 0] + speeds[..., 1]
    return np.array([total_of(row) for row in (ahead * straight * (1.0 - near)).T])


OTHERS = (dance, soccer, rolling, match, evolved)
EVERY = 6
"""Every sixth run is one of the others."""


def runs(first: int, count: int, folder: Path) -> Iterator[str]:
    """Yield a line for each run: every sixth is of another sort."""
    (folder / "wanderer.py").write_text(WANDERER, encoding="utf-8")
    for number in range(first, first + count):
        is_other = number % EVERY == EVERY - 1
        make = OTHERS[number // EVERY % len(OTHERS)] if is_other else one_robot
        digest, what = make(number, folder)
        yield f"{number} {digest} {what}"


def ways() -> dict[str, dict[str, str]]:
    """Return environments that make this computer like another one."""
    names = ("AVX2", "FMA", "FMA4", "AVX512F", "AVX2_Usable", "FMA_Usable")
    return {
        "as it is": {},
        "an older processor": {
            "GLIBC_TUNABLES": "glibc.cpu.hwcaps=" + ",".join(f"-{name}" for name in names),
            "OPENBLAS_CORETYPE": "Nehalem",
            "NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3",
        },
        "compiled for this processor": {
            "NUMBA_CPU_NAME": get_host_cpu_name(),
            "NUMBA_CPU_FEATURES": get_host_cpu_features().flatten(),
        },
    }


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        for line in runs(int(sys.argv[1]), int(sys.argv[2]), Path(made)):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()

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

import numpy as np

from wsusim.batch import Network, Worlds
from wsusim.ciber.agent_orders import Actions
from wsusim.ciber.arena import Arena
from wsusim.ciber.match_choice import Scene
from wsusim.engine.simulation import Simulation
from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import find_maze
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
TIME_S = 60.0
TRIES = 9

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
    maze, kind, name = plan[number * 7919 % len(plan)]
    seed = number // len(plan) + 1
    file = str(folder / "wanderer.py") if name == "wanderer" else name
    robots = len(find_maze(maze).robots)
    request = RunRequest(
        (file,) * robots,
        maze,
        seed=seed,
        time_s=TIME_S,
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
        time_s=30.0,
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
    """A network that drives many robots at once, as evolution has them."""
    weights = np.random.default_rng(number).random((4, Network.size((6,)))) * 4.0 - 2.0
    worlds = Worlds(find_maze("rooms"), 4, seeds=[number, number + 1, number + 2, number + 3])
    worlds.drive(Network(weights, (6,)), 30.0)
    return hashlib.sha256(worlds.robots.tobytes()).hexdigest()[:16], f"networks, seed {number}"


OTHERS = (dance, soccer, rolling, match, evolved)


def runs(first: int, count: int, folder: Path) -> Iterator[str]:
    """Yield a line for each run: every sixth is of another sort."""
    (folder / "wanderer.py").write_text(WANDERER, encoding="utf-8")
    for number in range(first, first + count):
        make = OTHERS[number // 6 % len(OTHERS)] if number % 6 == 5 else one_robot
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
        "compiled for any processor": {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""},
    }


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        for line in runs(int(sys.argv[1]), int(sys.argv[2]), Path(made)):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()

"""Batches beside Kheperax (JAX) on its own ground: its maze, its policy's size, 1,000 worlds.

Kheperax isn't among wsusim's requirements. In an environment that has wsusim's, install it with
``pip install kheperax==0.2.0 "jax<0.6" "flax<0.10.7"`` (tried with JAX 0.5.3, QDax 0.5.0 and
Flax 0.10.6, on processors only; newer JAX lacks a function that Kheperax calls). Walls come from
the installed package. Its arena is drawn so large that its robot has a Khepera's diameter.

Both drive networks with one hidden layer of eight units through the same walls, the worlds taken
in turns. A step of Kheperax is one decision, one displacement, three laser rays and two bumpers,
without noise. Here it is one decision and two ticks of 10 ms, with eight sensors that see areas,
noise, wheels that accelerate, and sliding along walls. What one step drives isn't the same: at
full speed, a robot of Kheperax moves on by 46 mm, and a Khepera (speed 10) by 1.6. The last row
charges us for all the ticks that it needs for those 46 mm.

Run it: ``python -m tests.bench.bench_kheperax``
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np

from wsusim.batch import Network, Worlds
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, RobotStart, Wall, World

WORLDS, STEPS, TURNS = 1000, 250, 5
KHEPERA_RADIUS_MM = 27.5
TICKS_A_STEP = 2
TOP_SPEED = 10
MM_PER_TICK = 0.8
"""At speed 10: ten pulses of 0.08 mm in a tick of 10 ms."""
WALL_MM = 2.0
"""Those of Kheperax have no thickness."""

Turn = Callable[[], object]


def kheperax() -> tuple[Turn, float, World]:
    """Return a turn of Kheperax, how far a step leads at most (mm), and its maze and robot as ours.

    Raises:
        SystemExit: It isn't installed.
    """
    try:
        import jax
        from kheperax.tasks.config import KheperaxConfig
        from kheperax.tasks.main import KheperaxTask
    except ImportError as error:
        raise SystemExit(f"{error}. Install it first: pip install kheperax") from None
    config = KheperaxConfig.get_default()
    key = jax.random.PRNGKey(0)
    environment, policy, _ = KheperaxTask.create_default_task(config, key)
    keys = jax.random.split(key, WORLDS)
    seen = np.zeros((WORLDS, environment.observation_size), np.float32)
    weights = jax.vmap(policy.init)(keys, seen)

    def step(states, _):  # type: ignore[no-untyped-def]
        orders = jax.vmap(policy.apply)(weights, states.obs)
        return jax.vmap(environment.step)(states, orders), None

    drive = jax.jit(lambda states: jax.lax.scan(step, states, None, length=STEPS)[0])
    states = jax.jit(jax.vmap(environment.reset))(keys)
    scale_mm = KHEPERA_RADIUS_MM / float(config.robot.radius)
    return (
        lambda: jax.block_until_ready(drive(states)),
        config.action_scale * scale_mm,
        _as_ours(config, scale_mm),
    )


def _as_ours(config, scale_mm: float) -> World:  # type: ignore[no-untyped-def]
    inside = config.maze.inside_walls
    ends = np.stack([inside.p1.x, inside.p1.y, inside.p2.x, inside.p2.y], axis=1) * scale_mm
    walls = tuple(Wall(k + 2, *line, thickness_mm=WALL_MM) for k, line in enumerate(ends.tolist()))
    posture = config.robot.posture
    pose = Pose(posture.x * scale_mm, posture.y * scale_mm, float(posture.angle))
    return World(
        "kheperax",
        Arena.rectangle(scale_mm, scale_mm),
        walls=walls,
        robots=(RobotStart(1, pose),),
        next_id=len(walls) + 2,
    )


def ours(maze: World, ticks: int) -> tuple[Turn, Turn]:
    """Return what puts a batch at its start, and a turn in which its networks drive."""
    worlds = Worlds(maze, WORLDS)
    weights = np.random.default_rng(1).normal(size=(WORLDS, Network.size(hidden=[8])))
    network = Network(weights, hidden=[8], top_speed=TOP_SPEED)
    steps = max(1, STEPS * TICKS_A_STEP // ticks)
    period_s = ticks / 100

    return worlds.reset, lambda: worlds.drive(network, steps * period_s, period_s=period_s)


def main() -> None:
    """Print the medians of turns that take each other's place."""
    theirs, reach_mm, maze = kheperax()
    far_ticks = round(reach_mm / MM_PER_TICK)
    rows: dict[str, tuple[Turn, Turn, int]] = {
        "Kheperax, a step": (lambda: None, theirs, STEPS),
        "wsusim, a decision and two ticks": (*ours(maze, TICKS_A_STEP), STEPS),
        f"wsusim, a decision and {far_ticks} ticks": (
            *ours(maze, far_ticks),
            max(1, STEPS * TICKS_A_STEP // far_ticks),
        ),
    }
    for _, turn, _ in rows.values():
        turn()  # Compiles.
    spent: dict[str, list[tuple[float, float]]] = {name: [] for name in rows}
    for _ in range(TURNS):
        for name, (to_start, turn, steps) in rows.items():
            to_start()
            clock_ns, processor_ns = time.perf_counter_ns(), time.process_time_ns()
            turn()
            counted = WORLDS * steps
            spent[name].append(
                (
                    (time.perf_counter_ns() - clock_ns) / counted,
                    (time.process_time_ns() - processor_ns) / counted,
                )
            )
    first = None
    for name, turns in spent.items():
        by_clock, processor = (statistics.median(column) for column in zip(*turns, strict=True))
        first = first or processor
        print(
            f"{name:36} {by_clock:8,.0f} ns by the clock, {processor:8,.0f} of processor "
            f"a robot, {first / processor:5.1f} times as fast"
        )


if __name__ == "__main__":
    main()

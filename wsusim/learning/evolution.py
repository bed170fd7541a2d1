"""Evolves the network of a robot that drives fast, straight and clear of walls.

The classic of evolutionary robotics (Floreano and Mondada 1994), by CMA-ES (Hansen; package
``cma``) in the place of a plain genetic algorithm. All robots of a generation drive at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wsusim.batch import Network, Worlds
from wsusim.errors import NotInstalled
from wsusim.interrupts import INTERRUPTS
from wsusim.learning import EXTRA
from wsusim.learning.rewards import fitness
from wsusim.learning.tasks import WANDER, Task
from wsusim.slow_imports import slow_import

SIGMA = 1.0
"""How far the first generation's weights lie from 0, as a standard deviation."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Plan:
    """How to evolve.

    Attributes:
        maze: Built-in maze or file.
        generations: How many.
        population: Robots of a generation.
        trials: Places from which each drives; the mean counts.
        seconds: How long it drives.
        hidden: Hidden units of its network; 0: readings lead straight to the wheels.
        top_speed: Pulses a tick (8 mm/s).
        period_s: Time from one decision to the next.
        seed: Of places, noise and evolution: the same seed gives the same champion.
    """

    maze: str = "rooms"
    generations: int = 40
    population: int = 24
    trials: int = 4
    seconds: float = 30.0
    hidden: int = 0
    top_speed: float = 10.0
    period_s: float = 0.1
    seed: int = 1

    @property
    def shape(self) -> tuple[int, ...]:
        """The network's hidden layers."""
        return (self.hidden,) if self.hidden else ()


@dataclass(frozen=True, slots=True)
class Evolution:
    """The result of an evolution.

    Attributes:
        best: Fitness of each generation's best, 0 to 1.
        mean: Of all robots of each generation.
        champion: The weights around which the last generations gathered.
        seconds: Wall clock, without compiling.
        robot_ticks: Ticks that robots drove.
    """

    best: list[float] = field(default_factory=list)
    mean: list[float] = field(default_factory=list)
    champion: Floats = field(default_factory=lambda: np.zeros(0))
    seconds: float = 0.0
    robot_ticks: int = 0


def evolve(plan: Plan, on_generation: Callable[[Evolution], None] | None = None) -> Evolution:
    """Evolve a network, and report the progress after each generation.

    Ctrl-C ends it with the generation before; in the first one there is nothing to return yet.
    """
    try:
        cma = slow_import("cma")  # brings Matplotlib with it, which takes a second
    except ModuleNotFoundError as missing:
        raise NotInstalled("Evolving", missing.name, EXTRA) from None
    task = Task(WANDER.name, plan.maze, WANDER.reward)
    worlds = Worlds(task.world(), plan.population * plan.trials)
    rng = np.random.default_rng(plan.seed)
    size = Network.size(plan.shape)
    options = {"popsize": plan.population, "seed": plan.seed % 2**31 or 1, "verbose": -9}
    strategy: Any = cma.CMAEvolutionStrategy(np.zeros(size), SIGMA, options)
    evolution = Evolution()
    start_s = perf_counter()
    try:
        for _ in range(plan.generations):
            solutions = np.array(strategy.ask())
            scores = judge(plan, worlds, solutions, rng)
            strategy.tell(solutions, (-scores).tolist())
            evolution = Evolution(
                best=[*evolution.best, float(scores.max())],
                mean=[*evolution.mean, float(scores.mean())],
                champion=np.array(strategy.result.xfavorite),
                seconds=perf_counter() - start_s,
                robot_ticks=evolution.robot_ticks + int(worlds.ticks.sum()) * worlds.robot_count,
            )
            if on_generation is not None:
                on_generation(evolution)
    except KeyboardInterrupt:
        if not evolution.best:
            raise
        INTERRUPTS.answer()
    return evolution


def judge(plan: Plan, worlds: Worlds, solutions: Floats, rng: np.random.Generator) -> Floats:
    """Return the fitness [population] of weights [population, K], from new places for all.

    Every robot of a generation drives from the same places.
    """
    places = worlds.random_poses(rng, np.arange(plan.trials))
    worlds.reset(
        seeds=rng.integers(0, 2**31, worlds.count).tolist(),
        poses=np.tile(places, (len(solutions), 1, 1)),
    )
    weights = np.repeat(solutions, plan.trials, axis=0)
    network = Network(weights, plan.shape, top_speed=plan.top_speed)
    log = worlds.drive(network, plan.seconds, plan.period_s, keep=True)
    left, right = np.moveaxis(log["orders"] / plan.top_speed, -1, 0)
    # A decision's speeds are judged by the readings that they led to.
    nearest = log["proximity"].max(axis=3) / 1023.0
    fit = fitness(left[:-1], right[:-1], nearest[1:])
    scores: Floats = fit.mean(axis=(0, 2)).reshape(len(solutions), plan.trials).mean(axis=1)
    return scores

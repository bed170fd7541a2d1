"""A batch of worlds beside simulations of the same worlds, given the same orders."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wsusim.batch import Worlds
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import SetArm, SetGrip, SetSpeeds
from wsusim.model.world import World


class Twins:
    """Worlds, and a ``Simulation`` for each of them."""

    def __init__(
        self, mazes: Sequence[World], seeds: Sequence[int], *, ideal: bool = False, cores: int = 1
    ) -> None:
        self.worlds = Worlds(mazes, seeds=seeds, ideal=ideal, cores=cores)
        self.simulations = [
            Simulation(maze, seed=seed, ideal=ideal)
            for maze, seed in zip(mazes, seeds, strict=True)
        ]

    def wander(self, steps: int, seed: int = 1) -> None:
        """Give random speeds, each for a few ticks, so that robots meet all there is."""
        rng = np.random.default_rng(seed)
        for ticks in rng.integers(1, 60, steps).tolist():
            speeds = rng.integers(-6, 13, (*self.worlds.robots.shape, 2))
            self.worlds.step(speeds, ticks)
            for world, simulation in enumerate(self.simulations):
                for robot in range(simulation.robot_count):
                    simulation.apply(robot, SetSpeeds(*speeds[world, robot].tolist()))
                simulation.advance(ticks)

    def grip(self, arm: int, closed: bool, speed: int, ticks: int) -> None:
        """Give all robots the same orders for some ticks."""
        self.worlds.set_arms(arm)
        self.worlds.set_grips(closed)
        self.worlds.step((speed, speed), ticks)
        for simulation in self.simulations:
            for robot in range(simulation.robot_count):
                simulation.apply(robot, SetArm(arm))
                simulation.apply(robot, SetGrip(closed))
                simulation.apply(robot, SetSpeeds(speed, speed))
            simulation.advance(ticks)

    @property
    def are_alike(self) -> list[bool]:
        """Whether each world's tables are those of its simulation, byte for byte."""
        return [
            stands_as(self.worlds, world, simulation)
            for world, simulation in enumerate(self.simulations)
        ]


def stands_as(worlds: Worlds, world: int, simulation: Simulation) -> bool:
    """Return whether a world's tables are those of a simulation, byte for byte."""
    # A map that is still to be told what was moved by hand is no difference.
    simulation.state.clock.places_are_old = bool(worlds.clocks["places_are_old"][world])
    tables = worlds.tables(world)
    return all(
        table.tobytes() == tables[name].tobytes() for name, table in simulation.state.tables.items()
    )

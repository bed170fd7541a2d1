"""Many tries in one run: the world is put back, and time goes on."""

from __future__ import annotations

import numpy as np
import pytest

from tests.worlds import empty_world
from wsusim.backends.simulated import SimulatedBackend
from wsusim.engine.lockstep import Lockstep
from wsusim.engine.simulation import Simulation
from wsusim.errors import RobotRefused
from wsusim.formats.maze_catalogue import find_maze
from wsusim.model.commands import PutBack, SetSpeeds
from wsusim.model.readings import Quantity


def test_everything_is_where_it_was() -> None:
    """Robots, counters and caps; but for the time and what was driven so far."""
    simulation = Simulation(find_maze("caps"), seed=3)
    before = simulation.save_state()
    simulation.apply(0, SetSpeeds(20, 18))
    simulation.advance(400)
    simulation.apply(0, PutBack())
    after = simulation.save_state()

    assert simulation.tick == 400
    assert simulation.statistics(0).distance_mm > 100.0
    assert after["robots"]["x_mm"].tolist() == before["robots"]["x_mm"].tolist()
    assert after["discs"]["x_mm"].tolist() == before["discs"]["x_mm"].tolist()
    assert simulation.read(0, Quantity.SPEEDS) == simulation.read(0, Quantity.POSITIONS) == (0, 0)


def test_tries_have_noise_of_their_own() -> None:
    """The same orders lead nearly to the same place, as on a robot."""
    simulation = Simulation(empty_world(), seed=3)
    ends = []
    for _ in range(2):
        simulation.apply(0, SetSpeeds(10, 10))
        simulation.advance(300)
        ends.append(simulation.pose(0).x_mm)
        simulation.apply(0, PutBack())

    assert ends[0] != ends[1]
    assert np.isclose(ends[0], ends[1], atol=15.0)


def test_without_noise_tries_are_alike() -> None:
    """To the last digit."""
    simulation = Simulation(empty_world(), ideal=True)
    ends = set()
    for _ in range(3):
        simulation.apply(0, SetSpeeds(10, 9))
        simulation.advance(300)
        pose = simulation.pose(0)
        ends.add((pose.x_mm, pose.y_mm, pose.heading_rad))
        simulation.apply(0, PutBack())

    assert len(ends) == 1


def test_what_is_not_allowed_is_refused_by_the_simulation_itself() -> None:
    """A program that goes around ``Controller`` learns nothing either."""
    backend = SimulatedBackend(Lockstep(Simulation(empty_world()), [0]), 0, "khepera1")
    backend.connect()

    with pytest.raises(RobotRefused):
        backend.read(Quantity.TRUE_POSE)
    with pytest.raises(RobotRefused):
        backend.send(PutBack())

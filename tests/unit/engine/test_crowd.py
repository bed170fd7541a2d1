"""Many robots in one world, on several cores."""

from __future__ import annotations

from itertools import cycle, islice

import pytest

from tests.unit.kernels.networks import random_network
from wsusim.engine.crowd import FEWEST
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.tuning import RAYS_MODEL, RobotTuning
from wsusim.model.world import Arena, RobotStart, World

APART_MM = 70.0
LAWS = (None, RobotTuning(sensor_model=RAYS_MODEL), RobotTuning(network=random_network(1)))


def crowd() -> World:
    """Return just as many robots as are sensed on several cores, close together, of all laws."""
    side = int(FEWEST**0.5) + 1
    robots = tuple(
        RobotStart(
            k + 1,
            Pose(APART_MM * (k % side + 1), APART_MM * (k // side + 1), 0.7 * k % 6.0 - 3.0),
            tuning=law,
        )
        for k, law in enumerate(islice(cycle(LAWS), FEWEST))
    )
    size_mm = (side + 1) * APART_MM
    return World("crowd", Arena.rectangle(size_mm, size_mm), robots=robots, next_id=FEWEST + 1)


def driven(cores: int) -> Simulation:
    """Return a crowd that has driven about and run into each other for a while."""
    simulation = Simulation(crowd(), seed=3, cores=cores)
    for robot in range(FEWEST):
        simulation.apply(robot, SetSpeeds(4 + robot % 5, 8 - robot % 4))
    simulation.advance(41)
    simulation.advance(1)
    return simulation


@pytest.mark.parametrize("cores", [2, 5])
def test_how_many_cores_there_are_makes_no_difference(cores: int) -> None:
    """To the byte, for all laws of sensing."""
    assert driven(cores).trace_sha256() == driven(1).trace_sha256()


def test_a_crowd_goes_on_from_a_saved_state() -> None:
    """As if it had not been broken off."""
    first, second = driven(2), driven(2)
    second.restore_state(first.save_state())

    assert first.advance(20) == second.advance(20) == 20

    assert first.snapshot() == second.snapshot()

"""A neural network as sensor model: the kernel, its plain twin and the explanation agree."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.oracles import proximity as oracle
from tests.seeds import few
from tests.unit.kernels.networks import random_network
from tests.unit.kernels.random_mazes import populated_maze
from wsusim.engine.explain import SensorView
from wsusim.engine.sensing import pack_sensing
from wsusim.engine.simulation import Simulation
from wsusim.engine.static_map import build_static_map
from wsusim.model.geometry import Pose
from wsusim.model.readings import Quantity
from wsusim.model.tuning import ALIKE, RAYS_MODEL, SILENT, RobotTuning
from wsusim.model.world import Arena, RobotStart, World
from wsusim.robots import robot_kind

NETWORK = random_network(1)
PLAIN = replace(RobotTuning.ideal(), network=NETWORK)
IN_A_CORNER = RobotStart(1, Pose(45.0, 45.0, 3.9), tuning=PLAIN)
CORNER = World("corner", Arena.rectangle(500.0, 500.0), robots=(IN_A_CORNER,))


def with_network(world, seed):
    """Return the tunings of a world's robots, each with another network."""
    return [
        replace(
            RobotTuning(sensor_model=RAYS_MODEL),
            network=random_network(seed + k, hidden=3 + k, linear=1 + k),
        )
        for k in range(len(world.robots))
    ]


@pytest.mark.parametrize("seed", few(range(6)))
def test_networks_see_what_the_twin_says(seed):
    """In a maze full of things each sensor's value is that of the layers worked out one by one."""
    world = populated_maze(seed)
    static = build_static_map(world)
    tunings = with_network(world, seed)
    view = SensorView(world, tunings=tunings, static=static)

    values = [view.explain_proximity(robot, s).ideal for robot in range(6) for s in range(8)]

    expected = [
        oracle.ideal(world, static, robot, s, network=tunings[robot].network)
        for robot in range(6)
        for s in range(8)
    ]
    # The kernel's echo curve is sampled; before a sensor's face that makes some 1 %.
    assert values == pytest.approx(expected, rel=0.01, abs=1.0)


def test_a_running_robot_reads_what_is_explained():
    """In a simulation without noise each reading is the explained value, rounded and cut."""
    simulation = Simulation(CORNER)
    simulation.advance(4)
    view = SensorView(CORNER, simulation.snapshot())

    explained = [view.explain_proximity(0, sensor).ideal for sensor in range(8)]

    assert simulation.read(0, Quantity.PROXIMITY) == tuple(
        math.floor(min(max(value + 0.5, 0), 1023)) for value in explained
    )


@pytest.mark.parametrize("sensor", [1, 2, 4])
def test_the_parts_make_the_whole(sensor):
    """Light without rays and the rays' shares make the network's light, and that the value."""
    report = SensorView(CORNER).explain_proximity(0, sensor)

    assert report.has_network
    assert sum(ray.closeness > 0.0 for ray in report.rays) > 0
    light = report.crosstalk + sum(ray.contribution for ray in report.rays)
    assert light == pytest.approx(report.light)
    assert report.ideal == pytest.approx(report.gain * report.light - report.threshold, abs=1e-6)


def test_a_ray_that_meets_nothing_has_no_share():
    """What puts in nothing changes nothing."""
    rays = SensorView(CORNER).explain_proximity(0, 1).rays

    assert [ray.contribution for ray in rays if ray.target == "nothing"] == pytest.approx(
        [0.0] * sum(ray.target == "nothing" for ray in rays), abs=1e-9
    )


def test_a_gain_multiplies_what_the_network_sees():
    """Gains per sensor work on the network's light as they do on echoes."""
    strong = replace(PLAIN, proximity_gain=(1.0, 1.0, 1.5, *ALIKE[3:]))
    before, after = (
        SensorView(CORNER, tunings=[tuning]).explain_proximity(0, 2) for tuning in (PLAIN, strong)
    )

    assert after.light == before.light
    assert after.ideal + after.threshold == pytest.approx(1.5 * (before.ideal + before.threshold))


def test_in_the_open_the_network_says_what_it_says_to_nothing():
    """Without anything in reach the light is that of eight rays with closeness 0."""
    model = robot_kind("khepera1").proximity
    world = replace(CORNER, robots=(RobotStart(1, Pose(250.0, 250.0), tuning=PLAIN),))

    report = SensorView(world).explain_proximity(0, 2)

    nothing = oracle.network_light(NETWORK, model, [0.0] * 7)
    assert report.light == report.crosstalk == pytest.approx(nothing)
    assert report.ideal == pytest.approx(nothing - model.threshold)


def test_wild_weights_still_give_readings():
    """However large its weights are, a network's readings are from 0 to 1023."""
    wild = replace(NETWORK, output=(1e6,) * 7, output_bias=-1e6)
    simulation = Simulation(
        replace(CORNER, robots=(replace(IN_A_CORNER, tuning=replace(PLAIN, network=wild)),))
    )
    simulation.advance(2)

    assert all(0 <= value <= 1023 for value in simulation.read(0, Quantity.PROXIMITY))


def test_robots_with_and_without_a_network_see_their_own_ways():
    """Two robots of one kind, one with a network: the other one reads as if it were alone."""
    plain = RobotTuning(proximity_noise=SILENT, sensor_model=RAYS_MODEL)
    starts = (
        RobotStart(1, Pose(45.0, 45.0, 3.9), tuning=PLAIN),
        RobotStart(2, Pose(455.0, 455.0, 0.7), tuning=plain),
    )
    both = SensorView(replace(CORNER, robots=starts))
    alone = SensorView(replace(CORNER, robots=starts[1:]))
    noise = np.full((2, 16), 0.5)

    readings = both.read(noise)

    assert readings[1].tolist() == alone.read(noise[1:])[0].tolist()
    assert readings[0].tolist() != readings[1].tolist()


def test_each_network_has_a_row_of_its_own():
    """Robots of one kind share a response when they have the same network."""
    kind = robot_kind("khepera1")
    other = replace(PLAIN, network=random_network(2))

    packed = pack_sensing([kind] * 4, [RobotTuning(sensor_model=RAYS_MODEL), PLAIN, other, PLAIN])

    assert packed.eyes["kind"][packed.eye_of].tolist() == [0, 1, 2, 1]

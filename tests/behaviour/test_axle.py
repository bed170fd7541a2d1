"""A robot turns about its axle, wherever that is below its body."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.oracles.axle import rolled
from tests.oracles.overlaps import Overlaps
from tests.seeds import few
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import SetArm, SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, RobotStart, Wall, World
from wsusim.robots import introduce, robot_kind

THYMIO = robot_kind("thymio")
BEHIND_MM = THYMIO.axle_x_mm


def alone(kind: str, pose: Pose, **things: object) -> World:
    """Return an arena of 2 m with one robot and some things."""
    world = World("hall", Arena.rectangle(2000.0, 2000.0), robots=(RobotStart(1, pose, kind),))
    return replace(world, next_id=100, **things)


def place_of(simulation: Simulation, robot: int = 0) -> tuple[float, float, float]:
    """Return x, y and heading of a robot."""
    me = simulation.state.robots[robot]
    return me.x_mm, me.y_mm, me.heading_rad


@pytest.mark.parametrize("axle_mm", [BEHIND_MM, 12.5, -3.0])
@pytest.mark.parametrize(("left", "right"), [(300, 300), (-200, 200), (350, 90), (-60, -400)])
def test_the_body_follows_its_axle(axle_mm: float, left: int, right: int) -> None:
    """On free floor, tick after tick, it is where a rotation about the axle's middle takes it."""
    kind = introduce(replace(THYMIO, axle_x_mm=axle_mm))
    simulation = Simulation(alone(kind.name, Pose(1000.0, 1000.0, 0.7)), ideal=True)
    simulation.apply(0, SetSpeeds(left, right))
    expected = place_of(simulation)

    for _ in range(150):
        before = [wheel.travel for wheel in wheels_of(simulation)]
        simulation.advance(1)
        ways = [
            (wheel.travel - then) * kind.motors.pulse_mm
            for wheel, then in zip(wheels_of(simulation), before, strict=True)
        ]
        turn_rad = (ways[1] - ways[0]) / kind.wheel_base_mm
        expected = rolled(expected, axle_mm, sum(ways) / 2.0, turn_rad)

    x, y, heading = place_of(simulation)
    assert (x, y) == pytest.approx(expected[:2], abs=1e-6)
    assert math.remainder(heading - expected[2], math.tau) == pytest.approx(0.0, abs=1e-9)


def wheels_of(simulation: Simulation) -> tuple:
    """Return the wheels of the first robot."""
    me = simulation.state.robots[0]
    return me.left, me.right


@pytest.mark.parametrize("speed", [20, 137, 500])
def test_a_full_turn_on_the_spot_brings_the_middle_back(speed: int) -> None:
    """Half-way it is twice the offset away, then where it was."""
    simulation = Simulation(alone("thymio", Pose(1000.0, 1000.0, -2.0)), ideal=True)
    simulation.apply(0, SetSpeeds(-speed, speed))
    begun = place_of(simulation)
    turned, farthest_mm, nearest_mm = 0.0, 0.0, math.inf

    while turned < 1.02 * math.tau:
        before = place_of(simulation)[2]
        simulation.advance(1)
        x, y, heading = place_of(simulation)
        turned += math.remainder(heading - before, math.tau)
        away_mm = math.dist((x, y), begun[:2])
        farthest_mm = max(farthest_mm, away_mm)
        if turned > math.pi:
            nearest_mm = min(nearest_mm, away_mm)

    a_tick_mm = abs(BEHIND_MM) * 2.0 * 0.01 * speed * THYMIO.motors.speed_unit_mm_s / 95.0
    assert farthest_mm == pytest.approx(2.0 * abs(BEHIND_MM), abs=0.1)
    assert nearest_mm <= a_tick_mm


@pytest.mark.parametrize(("left", "right", "is_held"), [(-100, 100, True), (100, -100, False)])
def test_a_turn_towards_a_wall_is_held_back(left: int, right: int, is_held: bool) -> None:
    """With a wall to its left it can turn right only: to the left its body would go aside."""
    place = Pose(1000.0, 2000.0 - THYMIO.radius_mm - 0.5, 0.0)
    simulation = Simulation(alone("thymio", place), ideal=True)
    overlaps = Overlaps(simulation)
    simulation.apply(0, SetSpeeds(left, right))

    simulation.advance(60)

    me = simulation.state.robots[0]
    assert overlaps.find() == []
    assert (abs(me.heading_rad) < 0.05) == is_held
    assert bool(me.is_touching) == is_held
    assert bool(me.is_blocked) == is_held


def test_the_counters_of_a_turn_that_is_held_back_slip() -> None:
    """They go at the share of a blocked wheel."""
    place = Pose(1000.0, 2000.0 - THYMIO.radius_mm - 0.001, 0.0)
    simulation = Simulation(alone("thymio", place), ideal=True)
    simulation.apply(0, SetSpeeds(-100, 100))

    simulation.advance(100)

    free = 100 * THYMIO.motors.unit_pulses * 100
    assert simulation.state.robots[0].right.travel == pytest.approx(
        free * THYMIO.motors.blocked_counter_ratio, rel=0.1
    )


@pytest.mark.parametrize(("x_mm", "y_mm"), [(1040.0, 1062.0), (1000.0, 1070.6)])
def test_a_turn_pushes_what_is_beside_the_robot(x_mm: float, y_mm: float) -> None:
    """A cap to the left goes left with the body, and nothing lies in anything."""
    caps = (Cap(7, x_mm, y_mm),)
    simulation = Simulation(alone("thymio", Pose(1000.0, 1000.0), caps=caps), ideal=True)
    overlaps = Overlaps(simulation)
    simulation.apply(0, SetSpeeds(-100, 100))
    found = []

    for _ in range(100):
        simulation.advance(1)
        found += overlaps.find()

    assert found == []
    assert simulation.state.discs[0].y_mm > y_mm + 4.0
    assert simulation.state.robots[0].heading_rad > 0.5


def test_a_turn_stops_at_what_cannot_give_way() -> None:
    """A cap between the body and a wall."""
    caps = (Cap(7, 1000.0, 2000.0 - 14.5 - 0.01),)
    place = Pose(1000.0, 2000.0 - 29.0 - THYMIO.radius_mm - 0.5)
    simulation = Simulation(alone("thymio", place, caps=caps), ideal=True)
    overlaps = Overlaps(simulation)
    simulation.apply(0, SetSpeeds(-100, 100))

    simulation.advance(100)

    assert overlaps.find() == []
    assert simulation.state.robots[0].heading_rad < 0.1
    assert simulation.state.robots[0].is_touching


def crowd(seed: int) -> World:
    """Return a small arena in which Thymios, Kheperas, walls and caps are near each other."""
    rng = np.random.default_rng(seed)
    places = [(x, y) for x in (100.0, 260.0, 420.0, 580.0) for y in (100.0, 260.0, 420.0, 580.0)]
    rng.shuffle(places)
    robots = tuple(
        RobotStart(k, Pose(x, y, rng.uniform(-3.0, 3.0)), "thymio" if k < 5 else "khepera1")
        for k, (x, y) in enumerate(places[:6], 1)
    )
    caps = tuple(Cap(20 + k, x, y) for k, (x, y) in enumerate(places[6:12]))
    walls = (Wall(60, 340.0, 170.0, 340.0, 190.0, 8.0), Wall(61, 20.0, 340.0, 60.0, 340.0, 8.0))
    return World(
        "crowd",
        Arena.rectangle(680.0, 680.0),
        robots=robots,
        caps=caps,
        walls=walls,
        next_id=100,
    )


@pytest.mark.parametrize("seed", few(range(12), 2))
def test_nothing_lies_in_anything_in_a_crowd_of_turning_robots(seed: int) -> None:
    """Whatever they are told for 20 s; a Khepera with its arm down among them."""
    simulation = Simulation(crowd(seed), seed=seed)
    overlaps = Overlaps(simulation)
    rng = np.random.default_rng(seed)
    simulation.apply(5, SetArm(255))
    found = []

    for _ in range(100):
        for robot in range(6):
            top = 500 if robot < 4 else 12
            simulation.apply(robot, SetSpeeds(*rng.integers(-top, top, 2).tolist()))
        for _ in range(4):
            simulation.advance(5)
            found += overlaps.find()

    assert found == []

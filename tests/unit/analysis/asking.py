"""A run in a crowd, and questions about its readings."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.engine.test_explain import WORLD
from tests.unit.kernels.networks import random_network
from wsusim.analysis.answers import Answer, Answerer, Question
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import SetArm, SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import Snapshot
from wsusim.model.tuning import RobotTuning
from wsusim.model.world import Arena, Cap, World

SEED = 5
TICKS = tuple(range(0, 120, 16))


def drive(*, ideal: bool) -> dict[int, Snapshot]:
    """Return two robots in a crowd at some ticks."""
    simulation = Simulation(WORLD, seed=SEED, ideal=ideal)
    simulation.apply(0, SetSpeeds(3, 4))
    simulation.apply(1, SetSpeeds(-5, 7))
    taken = {}
    for tick in TICKS:
        simulation.advance_to(tick)
        taken[tick] = simulation.snapshot()
    return taken


ANSWERER = Answerer()


def ask(
    moment: Snapshot, robot: int, sensor: int, *, is_light: bool = False, is_ideal: bool = False
) -> Answer:
    """Return the answer for one reading of a moment."""
    state = moment.robots[robot]
    reading = (state.ambient if is_light else state.proximity)[sensor]
    return ANSWERER.answer(
        Question(WORLD, moment, SEED, is_ideal, robot, sensor, is_light, reading)
    )


def networked(seed: int) -> tuple[Answer, ...]:
    """Return the answers for all sensors of a robot with a network, before it moves."""
    robot, other = WORLD.robots
    tuned = replace(robot, tuning=RobotTuning(network=random_network(seed)))
    world = replace(WORLD, robots=(tuned, other))
    moment = Simulation(world, seed=SEED).snapshot()
    readings = moment.robots[0].proximity
    return tuple(
        ANSWERER.answer(Question(world, moment, SEED, False, 0, sensor, False, readings[sensor]))
        for sensor in range(8)
    )


def alone(tuning: RobotTuning) -> Answer:
    """Return the answer for a sensor of a robot that nothing is near to."""
    robot = replace(WORLD.robots[0], pose=Pose(500.0, 500.0), tuning=tuning)
    world = World("empty", Arena.rectangle(1000.0, 1000.0), robots=(robot,), next_id=100)
    moment = Simulation(world, seed=SEED).snapshot()
    reading = moment.robots[0].proximity[2]
    return ANSWERER.answer(Question(world, moment, SEED, False, 0, 2, False, reading))


def alone_before_a_cap(tuning: RobotTuning) -> Answer:
    """Return the answer for a front sensor with a cap 20 mm straight before it."""
    robot = replace(WORLD.robots[0], pose=Pose(500.0, 500.0), tuning=tuning)
    cap = Cap(5, 500.0 + 24.4 + 20.0 + 14.5, 505.9)
    world = World("cap", Arena.rectangle(1000.0, 1000.0), caps=(cap,), robots=(robot,), next_id=100)
    moment = Simulation(world, seed=SEED).snapshot()
    reading = moment.robots[0].proximity[2]
    return ANSWERER.answer(Question(world, moment, SEED, False, 0, 2, False, reading))


def blinded() -> Answer:
    """Return the answer for a front sensor behind the lowered arm."""
    world = replace(WORLD, walls=(), lights=(), caps=(), balls=(), robots=WORLD.robots[:1])
    simulation = Simulation(world, seed=SEED)
    simulation.apply(0, SetArm(255))
    simulation.advance(400)
    moment = simulation.snapshot()
    reading = moment.robots[0].proximity[2]
    return Answerer().answer(Question(world, moment, SEED, False, 0, 2, False, reading))

"""Where the matrix shows floor all round, nothing is near: no thing is ever overlooked."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.seeds import few
from tests.unit.kernels.from_python import is_floor_around
from wsusim.engine.occupancy import (
    DISTRICT_MARGIN_CELLS,
    Occupancy,
    district_shift_of,
    look_of,
)
from wsusim.engine.simulation import Simulation
from wsusim.engine.static_map import build_static_map, disc_widths
from wsusim.kernels import object_map as m
from wsusim.kernels.floor_around import AHEAD_CELLS, HIDDEN_ROWS, SENSORS
from wsusim.kernels.stamps import update_map
from wsusim.model.commands import SetArm, SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Box, Cap, Light, RobotStart, World
from wsusim.robots import robot_kind

SIDE_MM = 1000.0
REACHES_MM = (28.6, 33.0, 60.0, 90.0, 155.0)
KINDS = ("khepera1", "khepera2", "epuck", "thymio")


def scattered(seed: int) -> World:
    """Return an arena with few things, so that many robots have floor around them.

    Half of the others touch the robot before, in any direction, or are nearly as near.
    """
    rng = np.random.default_rng(seed)
    kinds = [str(rng.choice(KINDS)) for _ in range(int(rng.integers(1, 5)))]
    sizes = rng.uniform(13.0, 60.0, int(rng.integers(0, 3))).tolist()
    radii = [robot_kind(kind).radius_mm for kind in kinds] + [size / 2.0 for size in sizes]
    places: list[tuple[float, float]] = []
    while len(places) < len(radii):
        radius = radii[len(places)]
        x, y = rng.uniform(0.3 * SIDE_MM, 0.7 * SIDE_MM, 2).tolist()
        if places and rng.random() < 0.5:
            beside = int(rng.integers(len(places)))
            away = radius + radii[beside] + rng.choice([0.001, 0.5, 3.0, 30.0])
            angle = rng.choice([0.0, 0.5, 1.0, 1.5]) * math.pi + rng.normal() * rng.choice([0, 1])
            x, y = (
                places[beside][0] + away * math.cos(angle),
                places[beside][1] + away * math.sin(angle),
            )
        others = zip(places, radii, strict=False)
        if all(math.dist((x, y), at) >= radius + other for at, other in others):
            places.append((x, y))
    robots = tuple(
        RobotStart(1 + k, Pose(x, y), kind)
        for k, (kind, (x, y)) in enumerate(zip(kinds, places, strict=False))
    )
    caps = tuple(
        Cap(20 + k, *place, diameter_mm=size)
        for k, (size, place) in enumerate(zip(sizes, places[len(kinds) :], strict=True))
    )
    return World("few", Arena.rectangle(SIDE_MM, SIDE_MM), robots=robots, caps=caps, next_id=99)


def middles_of(world: World) -> np.ndarray:
    """Return the middles [n, 2] of all things, in the order of the kernels."""
    things = [(thing.x_mm, thing.y_mm) for thing in (*world.lights, *world.caps)]
    return np.array(things + [(one.pose.x_mm, one.pose.y_mm) for one in world.robots])


def filled(world: World) -> Occupancy:
    """Return the map of a world in which everything stands where the file puts it."""
    occupancy = Occupancy(world, build_static_map(world))
    middles = middles_of(world)
    robots = len(world.robots)
    update_map(
        occupancy.places,
        middles,
        np.ones(len(middles), np.uint8),
        np.zeros((robots, m.PARTS, 4, 2)),
        np.zeros((robots, m.PARTS), np.int64),
    )
    return occupancy


def nearest_mm(world: World, robot: int) -> float:
    """Return how far from a robot's middle the nearest other thing is."""
    middles = middles_of(world)
    radii = [thing.diameter_mm / 2.0 for thing in (*world.lights, *world.caps)]
    radii += [robot_kind(start.kind).radius_mm for start in world.robots]
    me = len(radii) - len(world.robots) + robot
    gaps = np.hypot(*(middles - middles[me]).T) - np.array(radii)
    return float(np.delete(gaps, me).min(initial=math.inf))


def told(seed: int) -> list[tuple[bool, bool, bool]]:
    """Return for each robot and reach what the matrix says, and what is true.

    That is: nothing is so near, and nothing is anywhere near the cells that are read for it.
    """
    world = scattered(seed)
    places = filled(world).places
    beyond = AHEAD_CELLS + HIDDEN_ROWS + places.look_stride + places.look_aside + 4
    found = []
    for robot, start in enumerate(world.robots):
        x, y = start.pose.x_mm, start.pose.y_mm
        near_mm = nearest_mm(world, robot)
        border_mm = min(x, y, SIDE_MM - x, SIDE_MM - y)
        for reach_mm in REACHES_MM:
            is_floor = is_floor_around(places, robot, x, y, reach_mm)
            far_mm = math.sqrt(2.0) * (reach_mm + beyond * places.cell_mm)
            found.append((is_floor, near_mm > reach_mm, min(near_mm, border_mm) > far_mm))
            places.changes[:] += m.LARGE_CHANGE
    return found


@pytest.mark.parametrize("block", few(range(30), 2))
def test_floor_is_shown_only_where_nothing_is_near(block: int) -> None:
    """In 300 arenas of robots and caps of all sizes, apart, near each other and touching."""
    answers = [answer for seed in range(300) for answer in told(1000 * block + seed)]

    assert [is_free for is_floor, is_free, _ in answers if is_floor and not is_free] == []
    assert {is_floor for is_floor, _, is_empty in answers if is_empty} == {True}


def test_rows_are_as_far_apart_as_the_smallest_thing_allows() -> None:
    """A cap of 29 mm has 15 rows; of robots, four rows at each end may be hidden."""
    cap, robot = disc_widths(14.5 / 2.4384), disc_widths(27.5 / 2.4384)

    assert look_of([cap, robot], 1)[0] == 2 * min(len(cap) - 1, len(robot) - 5) + 1
    assert look_of([robot], 0)[0] == 2 * (len(robot) - 5) + 1


@pytest.mark.parametrize(
    "things",
    [
        {"caps": (Cap(7, 800.0, 800.0, diameter_mm=2.0),)},
        {"boxes": (Box(7, Pose(800.0, 800.0, 0.5)),)},
    ],
    ids=["small", "box"],
)
def test_the_matrix_is_not_asked_where_it_cannot_tell(things) -> None:
    """Among boxes, which are not round, and things that lie between its rows."""
    world = World(
        "one",
        Arena.rectangle(SIDE_MM, SIDE_MM),
        robots=(RobotStart(1, Pose(300.0, 300.0)),),
        next_id=99,
        **things,
    )
    places = Simulation(world)._arguments.scene.places

    assert places.look_stride == 0
    assert not is_floor_around(places, 0, 300.0, 300.0, 60.0)


def test_a_lamp_and_a_lowered_gripper_are_no_floor() -> None:
    """A lamp stands in the cells; while a gripper is down anywhere the squares are asked."""
    robots = (RobotStart(1, Pose(300.0, 300.0)), RobotStart(2, Pose(700.0, 700.0)))
    lamp = (Light(3, 380.0, 300.0),)
    world = World("lamp", Arena.rectangle(SIDE_MM, SIDE_MM), robots=robots, lights=lamp, next_id=9)
    simulation = Simulation(world)
    places = simulation._arguments.scene.places
    answers = [
        is_floor_around(places, k, 300.0 + 400.0 * k, 300.0 + 400.0 * k, 90.0) for k in (0, 1)
    ]

    simulation.apply(0, SetArm(255))
    simulation.advance(200)

    assert answers == [False, True]
    assert not is_floor_around(places, 1, 700.0, 700.0, 90.0)


def test_an_answer_is_found_again_when_something_comes() -> None:
    """What was said before is kept only while nothing is written."""
    world = World(
        "two",
        Arena.rectangle(SIDE_MM, SIDE_MM),
        robots=(RobotStart(1, Pose(300.0, 300.0)), RobotStart(2, Pose(700.0, 700.0))),
        next_id=9,
    )
    simulation = Simulation(world)
    places = simulation._arguments.scene.places
    before = is_floor_around(places, 0, 300.0, 300.0, 90.0)

    simulation.move_robot(1, Pose(380.0, 300.0))
    simulation.advance(2)

    assert before
    assert not is_floor_around(places, 0, 300.0, 300.0, 90.0)


def pair(x_mm: float) -> Simulation:
    """Return an arena of two metres with a robot at its left, and one so far to the right."""
    robots = (RobotStart(1, Pose(300.0, 300.0)), RobotStart(2, Pose(x_mm, 300.0)))
    return Simulation(World("pair", Arena.rectangle(2000.0, 2000.0), robots=robots, next_id=9))


@pytest.mark.parametrize(("x_mm", "counts"), [(420.0, True), (1700.0, False)])
def test_only_steps_near_by_use_an_answer_up(x_mm: float, counts: bool) -> None:
    """What moves beyond the next district can't come into the cells that were looked at."""
    simulation = pair(x_mm)
    places = simulation._arguments.scene.places
    is_floor_around(places, 0, 300.0, 300.0, 60.0)
    district = places.looked[0, SENSORS, 2]
    before = places.changes[district]

    simulation.apply(1, SetSpeeds(10, 10))
    simulation.advance(50)

    assert (places.changes[district] > before) == counts


def test_a_robot_that_is_put_elsewhere_asks_again() -> None:
    """What was told of the old place says nothing of the new one."""
    simulation = pair(1700.0)
    places = simulation._arguments.scene.places
    before = is_floor_around(places, 0, 300.0, 300.0, 90.0)

    simulation.move_robot(0, Pose(1700.0, 400.0))
    simulation.advance(2)

    assert before
    assert not is_floor_around(places, 0, 1700.0, 400.0, 90.0)


@pytest.mark.parametrize(("reach", "widest"), [(34.0, 12), (62.0, 24), (110.0, 40), (5.0, 1)])
def test_nothing_reaches_across_a_district(reach: float, widest: int) -> None:
    """What stands beyond the next one shows nothing in the cells that are looked at."""
    side = 1 << district_shift_of(reach, widest)

    assert side / 2 < reach + AHEAD_CELLS + widest + DISTRICT_MARGIN_CELLS <= side

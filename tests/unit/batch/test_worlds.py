"""Worlds of a batch are those of the engine, to the bit; bad input is told in a sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.unit.batch.twins import Twins, stands_as
from tests.worlds import draw_world, empty_world
from wsusim.batch import Network, Worlds
from wsusim.engine.simulation import Simulation
from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import find_maze
from wsusim.model.commands import SetSpeeds
from wsusim.model.tuning import RAYS_MODEL, RobotTuning, SlowMotor
from wsusim.model.world import Mission, World

CLUTTERED = """
    #########
    #R..c..L#
    #..cc...#
    #.b...#.#
    #...R...#
    #########
"""


SOCCER = replace(find_maze("field"), mission=Mission("soccer"))


def tuned(world: World, tuning: RobotTuning) -> World:
    """Return a world whose robots have a tuning."""
    return replace(world, robots=tuple(replace(start, tuning=tuning) for start in world.robots))


@pytest.mark.parametrize("ideal", [False, True])
def test_worlds_are_simulations_to_the_bit(ideal: bool) -> None:
    """Robots, caps, a ball, a lamp and walls; with noise and without."""
    twins = Twins([draw_world(CLUTTERED)] * 3, [0, 7, -3], ideal=ideal)

    twins.wander(40)

    assert twins.are_alike == [True] * 3
    assert twins.worlds.robots["contacts"].sum() > 0


def test_threads_change_nothing() -> None:
    """Worlds that are stepped by several are those that are stepped by one."""
    maze = draw_world(CLUTTERED)
    one, two = (Worlds(maze, 24, cores=cores) for cores in (1, 2))

    one.step((7, 5), 300)
    two.step((7, 5), 300)

    assert one.robots.tobytes() == two.robots.tobytes()


def test_worlds_may_have_mazes_of_their_own() -> None:
    """Large and small ones, with caps and without."""
    mazes = [find_maze("rooms"), empty_world(), find_maze("caps"), find_maze("rooms")]
    twins = Twins(mazes, [1, 2, 3, 4])

    twins.wander(25)

    assert twins.are_alike == [True] * 4


def test_grippers_ask_the_same_outlines() -> None:
    """Caps are fetched, lifted, put down and let go just as in a simulation."""
    twins = Twins([draw_world("#######\n#R.c..#\n#..c..#\n#######")] * 2, [1, 2])

    twins.grip(255, closed=False, speed=5, ticks=400)
    twins.grip(255, closed=True, speed=0, ticks=150)
    twins.grip(0, closed=True, speed=-5, ticks=300)
    held = twins.worlds.robots["held"].copy()
    twins.grip(255, closed=False, speed=2, ticks=500)

    assert twins.are_alike == [True, True]
    assert (held >= 0).all()


def test_slow_motors_are_slow() -> None:
    """From the tick that their profile says to the tick that it says."""
    slow = RobotTuning(slow_motors=(SlowMotor("left", 0.5, 2.25, 0.3),))
    twins = Twins([tuned(empty_world(), slow)], [1])

    twins.wander(20)

    assert twins.are_alike == [True]


def test_other_sensor_models_read_the_same() -> None:
    """Each robot by its own."""
    rays = RobotTuning(sensor_model=RAYS_MODEL)
    twins = Twins([tuned(find_maze("rooms"), rays), find_maze("rooms")], [1, 1])

    twins.wander(20)

    assert twins.are_alike == [True, True]


def test_a_world_ends_with_its_mission() -> None:
    """It stands still then, as a simulation does."""
    mission = Mission("reach_goal")
    twins = Twins([draw_world("######\n#R.G.#\n######", mission=mission)], [1])

    twins.grip(0, closed=False, speed=8, ticks=1000)

    assert twins.worlds.achieved.tolist() == [True]
    assert twins.are_alike == [True]


def test_a_world_ends_with_its_time() -> None:
    """The limit of its mission."""
    timed = replace(empty_world(), mission=Mission(time_limit_s=1.5))
    worlds = Worlds(timed, 2)

    worlds.step((1, 1), 1000)

    assert worlds.ticks.tolist() == [150, 150]
    assert worlds.ended.all()


def test_a_world_begins_again_as_it_began() -> None:
    """With another seed, too, and while others go on."""
    worlds = Worlds("caps", 3, cores=1)
    worlds.step((6, 4), 333)

    worlds.reset([1], seeds=[9])

    assert stands_as(worlds, 1, Simulation(find_maze("caps"), seed=9))
    assert worlds.ticks.tolist() == [333, 0, 333]


def test_a_world_may_begin_at_other_poses() -> None:
    """As if the maze put its robots there."""
    worlds = Worlds("rooms", 4, cores=1)
    poses = worlds.random_poses(np.random.default_rng(3))
    maze = find_maze("rooms")
    x, y, heading = poses[2, 0].tolist()
    start = replace(
        maze.robots[0], pose=replace(maze.robots[0].pose, x_mm=x, y_mm=y, heading_rad=heading)
    )
    simulation = Simulation(replace(maze, robots=(start,)), seed=2)

    worlds.reset(poses=poses)
    worlds.step((7, 6), 200)
    simulation.apply(0, SetSpeeds(7, 6))
    simulation.advance(200)

    assert stands_as(worlds, 2, simulation)


def test_a_world_goes_on_as_a_simulation() -> None:
    """To be looked at, or driven on."""
    worlds = Worlds("rooms", 2, seeds=[5, 6], cores=1)
    worlds.step((5, 7), 700)

    simulation = worlds.simulation(1)
    simulation.advance(123)
    worlds.step(ticks=123)

    assert stands_as(worlds, 1, simulation)


def test_a_function_drives_all_robots() -> None:
    """It sees the worlds and returns speeds."""
    by_hand, by_function = Worlds("rooms", 2, cores=1), Worlds("rooms", 2, cores=1)

    by_function.run(lambda worlds: 4 + worlds.proximity[:, :, :2] // 200, seconds=0.04)
    by_hand.step(4 + by_hand.proximity[:, :, :2] // 200)
    by_hand.step(4 + by_hand.proximity[:, :, :2] // 200)

    assert by_hand.robots.tobytes() == by_function.robots.tobytes()


class Turner:
    """A controller of the plain kind."""

    def __init__(self, speed: int) -> None:
        self.speed = speed

    def step(self, proximity: list[int], ambient: list[int]) -> tuple[int, int]:
        """Turn on the spot."""
        return self.speed, -self.speed


def test_objects_drive_a_robot_each() -> None:
    """In the order of worlds and robots."""
    worlds = Worlds(empty_world(), 3, cores=1)

    worlds.run([Turner(1), Turner(2), Turner(3)], seconds=0.5)

    assert worlds.robots["left"]["order"][:, 0].tolist() == [1.0, 2.0, 3.0]


def test_a_network_in_the_kernel_is_one_in_python() -> None:
    """The same orders at each decision, so the same run."""
    rng = np.random.default_rng(5)
    network = Network(rng.normal(size=Network.size([4], True)), [4], light=True)
    inside, outside = Worlds("beacons", 2, cores=1), Worlds("beacons", 2, cores=1)

    inside.drive(network, seconds=6.0, period_s=0.1)
    outside.run(
        lambda worlds: [
            [network.speeds(robot["proximity"].tolist(), robot["ambient"].tolist())]
            for robot in worlds.robots[:, 0]
        ],
        seconds=6.0,
        period_s=0.1,
    )

    assert inside.robots.tobytes() == outside.robots.tobytes()
    assert (inside.robots["distance_mm"] > 0.0).all()


def test_what_a_network_read_and_did_is_kept() -> None:
    """At every decision, of every robot."""
    worlds = Worlds("rooms", 3, cores=1)
    network = Network(np.random.default_rng(5).normal(size=(3, Network.size())), top_speed=8)
    first = worlds.proximity.copy()

    log = worlds.drive(network, seconds=1.0, period_s=0.1, keep=True)

    assert log.shape == (10, 3, 1)
    assert np.array_equal(log["proximity"][0], first)
    assert np.array_equal(log["orders"][-1, :, :, 0], worlds.robots["left"]["order"])


@pytest.mark.parametrize(
    ("speeds", "words"),
    [
        ((200, 0), "200 isn't a speed: a wheel takes -127 to 127"),
        ((0.5, 0), "0.5 isn't a speed: speeds are whole numbers"),
        ((float("nan"), 0), "nan isn't a speed"),
        ((1, 2, 3), "(3,), but (2, 1, 2) is needed"),
    ],
)
def test_bad_speeds_are_refused(speeds: Any, words: str) -> None:
    """With the value and the range."""
    worlds = Worlds(empty_world(), 2, cores=1)

    with pytest.raises(BadInput) as told:
        worlds.step(speeds)

    assert words in str(told.value)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"mazes": "rooms"}, "number of worlds"),
        ({"mazes": "rooms", "count": 3, "seeds": [1]}, "3 worlds, but 1 seeds"),
        ({"mazes": ["rooms", "crowd"]}, "same number of robots"),
        ({"mazes": SOCCER, "count": 1}, "no referee in a batch"),
        ({"mazes": "roms", "count": 1}, "no built-in maze 'roms'"),
    ],
)
def test_bad_numbers_are_refused(arguments: dict[str, Any], words: str) -> None:
    """Before anything is made."""
    with pytest.raises(BadInput) as told:
        Worlds(**arguments)

    assert words in str(told.value)


def test_a_robot_is_not_put_into_a_wall() -> None:
    """The message says which one and where."""
    worlds = Worlds(empty_world(), 2, cores=1)

    with pytest.raises(BadInput) as told:
        worlds.reset(poses=[[[300.0, 300.0, 0.0]], [[5.0, 300.0, 0.0]]])

    assert "world 1 has no room at (5, 300) mm" in str(told.value)


def test_soccer_is_refused() -> None:
    """There is no referee for many worlds in one call, and none of them may be without one."""
    with pytest.raises(BadInput, match="referee"):
        Worlds(find_maze("soccer"), 2)


def test_a_function_that_returns_nothing_is_refused() -> None:
    """A forgotten ``return`` is reported, instead of standing still."""
    with pytest.raises(BadInput, match="None are no speeds"):
        Worlds("rooms", 1).run(lambda worlds: None, seconds=1.0)  # type: ignore[arg-type, return-value]


def test_poses_of_another_shape_are_refused() -> None:
    """The message names the shape that is needed."""
    with pytest.raises(BadInput, match=r"\(2, 1, 3\) is needed"):
        Worlds("rooms", 2).reset(poses=np.zeros((2, 2)))

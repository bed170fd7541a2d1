"""Whatever the orders: nothing is ever in anything else, looked at after every tick."""

from __future__ import annotations

import numpy as np
import pytest

from tests.cases import cases_folder
from tests.oracles.overlaps import Overlaps
from tests.seeds import few
from tests.worlds import draw_world
from wsusim.engine.simulation import Simulation
from wsusim.formats.maze_reader import read_maze
from wsusim.model.commands import SetArm, SetGrip, SetSpeeds, SetTargets

CROWDED = """
..........
.R..c.c...
.##.cc.#..
..#.b..#R.
.L#....#..
...c.R....
.cc.bb.##.
..........
"""

NARROW = """
###########
#R...#c..R#
#.##.#.##.#
#..#.c..#.#
##.####.#.#
#b...c..#.#
###########
"""

WSU_MAPS = (
    "1-null-map",
    "11-go-into-the-light-2",
    "13-too-bright",
    "3-double-light-source",
    "4-vehicle-2a-hide-from-light--versio-2",
    "6-find-the-light",
    "8-thread-the-needle",
    "behavior1-gates1",
    "behavior2-collector",
    "gripper-mover1",
    "medium-map---vehicles-1-4",
    "obstacles",
    "sensors1-obstacles",
    "sensors2-1",
    "sensors2-3",
    "stateful-find",
    "vehicle-4c-maze-1",
)


def give_random_orders(simulation: Simulation, rng: np.random.Generator) -> None:
    """Now and then, to each robot: any speed, any target, arm and jaws."""
    for robot in range(simulation.robot_count):
        if rng.random() < 0.08:
            greatest = int(rng.choice([5, 20, 127, 127]))
            speeds = rng.integers(-greatest, greatest + 1, 2).tolist()
            simulation.apply(robot, SetSpeeds(*speeds))
        if rng.random() < 0.005:
            simulation.apply(robot, SetTargets(*rng.integers(-3000, 3000, 2).tolist()))
        if rng.random() < 0.01:
            simulation.apply(robot, SetArm(int(rng.choice([180, 255, 255]))))
        if rng.random() < 0.02:
            simulation.apply(robot, SetGrip(bool(rng.integers(2))))


def overlaps_of_a_wild_run(
    simulation: Simulation, seed: int, looks: int, ticks_between_looks: int
) -> list[str]:
    """Drive about and return the first overlaps that are seen, or none."""
    rng = np.random.default_rng(seed)
    overlaps = Overlaps(simulation)
    for _ in range(looks):
        for _ in range(ticks_between_looks):
            give_random_orders(simulation, rng)
            simulation.advance(1)
        found = overlaps.find()
        if found:
            return [f"tick {simulation.tick}", *found]
    return []


@pytest.mark.parametrize("ticks", few([150, 2000], 1))
@pytest.mark.parametrize(
    ("scene", "cell_mm", "seed"), [(CROWDED, 70.0, 0), (NARROW, 62.0, 1)], ids=["crowd", "narrow"]
)
def test_nothing_is_ever_in_anything(scene: str, cell_mm: float, seed: int, ticks: int) -> None:
    """Robots, grippers, caps, balls, lamps and walls keep apart at every single tick."""
    simulation = Simulation(draw_world(scene, cell_mm), seed=seed)

    assert overlaps_of_a_wild_run(simulation, seed, looks=ticks, ticks_between_looks=1) == []


@pytest.mark.parametrize("name", WSU_MAPS)
def test_nothing_is_in_walls_after_20_s_in_a_wsu_map(name: str) -> None:
    """Every map of the original simulator holds at full speed, looked at twice a second."""
    world = read_maze(cases_folder("wsu-maps") / name)
    simulation = Simulation(world, seed=1)

    assert overlaps_of_a_wild_run(simulation, 1, looks=40, ticks_between_looks=50) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", WSU_MAPS)
def test_nothing_is_in_walls_in_ten_minutes_in_a_wsu_map(name: str, seed: int) -> None:
    """Ten simulated minutes at random, full speed included, for several seeds."""
    world = read_maze(cases_folder("wsu-maps") / name)
    simulation = Simulation(world, seed=seed)

    assert overlaps_of_a_wild_run(simulation, seed, looks=6000, ticks_between_looks=10) == []

"""A run is a function of world, seed and orders; how it is asked for changes nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.worlds import draw_world, empty_world
from wsusim.engine.simulation import Simulation
from wsusim.errors import BadInput
from wsusim.kernels.records import SPEED_MODE
from wsusim.model.commands import PutBack, SetArm, SetGrip, SetLed, SetSpeeds, SetTargets
from wsusim.model.geometry import Pose
from wsusim.model.readings import QUANTITY_LENGTHS, Quantity
from wsusim.model.world import Arena, Cap, Mission, RobotStart, Wall, World

SCENE = """
........
.R.cc#..
...bc#R.
.L......
"""


def drive_about(simulation: Simulation, steps: int, batch: int, seed: int = 5) -> None:
    """Give all robots random orders, each for 12 ticks, advancing ``batch`` ticks at a time."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        for robot in range(simulation.robot_count):
            simulation.apply(robot, SetSpeeds(*rng.integers(-60, 61, 2).tolist()))
            simulation.apply(robot, SetArm(int(rng.choice([180, 255, 255]))))
            simulation.apply(robot, SetGrip(bool(rng.integers(2))))
        for _ in range(12 // batch):
            simulation.advance(batch)


def test_the_same_seed_gives_the_same_run() -> None:
    """Same world, seed and orders: the same fingerprint."""
    first, second = (Simulation(draw_world(SCENE), seed=7) for _ in range(2))

    drive_about(first, 60, 12)
    drive_about(second, 60, 12)

    assert first.trace_sha256() == second.trace_sha256()


def test_another_seed_gives_another_run() -> None:
    """The noise is another."""
    first, second = (Simulation(draw_world(SCENE), seed=seed) for seed in (7, 8))

    drive_about(first, 5, 12)
    drive_about(second, 5, 12)

    assert first.trace_sha256() != second.trace_sha256()


@pytest.mark.parametrize("batch", [1, 2, 6])
def test_batches_change_nothing(batch: int) -> None:
    """advance(12) is twelve times advance(1), beyond the end of several random blocks too."""
    whole, parts = (Simulation(draw_world(SCENE), seed=3) for _ in range(2))

    drive_about(whole, 100, 12)
    drive_about(parts, 100, batch)

    assert whole.trace_sha256() == parts.trace_sha256()
    assert whole.snapshot() == parts.snapshot()


def test_the_fingerprint_does_not_depend_on_being_asked_for() -> None:
    """Asking in between changes nothing, and differs from tick to tick."""
    asked, silent = (Simulation(draw_world(SCENE), seed=3) for _ in range(2))
    for _ in range(60):
        asked.advance(10)
        asked.trace_sha256()
    silent.advance(600)

    assert asked.trace_sha256() == silent.trace_sha256()


def test_simulations_do_not_disturb_each_other() -> None:
    """Two in one process, stepped in turn, run as each would alone."""
    alone = Simulation(draw_world(SCENE), seed=1)
    drive_about(alone, 20, 12)
    first, second = Simulation(draw_world(SCENE), seed=1), Simulation(draw_world(SCENE), seed=2)
    rng_first, rng_second = np.random.default_rng(5), np.random.default_rng(6)

    for _ in range(20):
        for simulation, rng in ((first, rng_first), (second, rng_second)):
            for robot in range(simulation.robot_count):
                simulation.apply(robot, SetSpeeds(*rng.integers(-60, 61, 2).tolist()))
                simulation.apply(robot, SetArm(int(rng.choice([180, 255, 255]))))
                simulation.apply(robot, SetGrip(bool(rng.integers(2))))
            simulation.advance(12)

    assert first.trace_sha256() == alone.trace_sha256()


@pytest.mark.parametrize("steps_before", [1, 30, 50])
def test_a_restored_simulation_goes_on_exactly(steps_before: int) -> None:
    """Saved at any moment and restored into another simulation: the same future."""
    original = Simulation(draw_world(SCENE), seed=4)
    drive_about(original, steps_before, 12)
    saved = original.save_state()
    drive_about(original, 60, 12, seed=9)
    other = Simulation(draw_world(SCENE), seed=4)

    other.restore_state(saved)
    drive_about(other, 60, 12, seed=9)

    assert other.snapshot() == original.snapshot()


def test_two_restored_simulations_have_the_same_fingerprint() -> None:
    """The fingerprint starts again at the restored tick."""
    original = Simulation(draw_world(SCENE), seed=4)
    drive_about(original, 30, 12)
    saved = original.save_state()
    fingerprints = set()

    for _ in range(2):
        original.restore_state(saved)
        drive_about(original, 60, 12)
        fingerprints.add(original.trace_sha256())

    assert len(fingerprints) == 1


def test_a_robots_noise_does_not_depend_on_other_robots() -> None:
    """Another robot far away leaves the first one's run as it was."""
    world = empty_world(size_mm=2000.0, x_mm=300.0, y_mm=300.0)
    other = RobotStart(8, Pose(1700.0, 1700.0))
    alone = Simulation(world, seed=2)
    together = Simulation(replace(world, robots=(*world.robots, other)), seed=2)

    for simulation in (alone, together):
        simulation.apply(0, SetSpeeds(5, 4))
        simulation.advance(300)

    assert alone.snapshot().robots[0] == together.snapshot().robots[0]


def test_advance_tells_how_many_ticks_were_done() -> None:
    """And the tick counts them."""
    simulation = Simulation(empty_world())

    done = simulation.advance(1300), simulation.advance_to(2000), simulation.advance_to(5)

    assert done == (1300, 700, 0)
    assert simulation.tick == 2000


def test_orders_take_effect_from_the_next_tick() -> None:
    """Nothing moves by giving an order."""
    simulation = Simulation(empty_world(), ideal=True)

    simulation.apply(0, SetSpeeds(9, 9))

    assert simulation.snapshot().robots[0].pose == Pose(300.0, 300.0, 0.0)


@pytest.mark.parametrize("quantity", list(Quantity))
def test_every_quantity_is_a_tuple_of_plain_integers(quantity: Quantity) -> None:
    """Of the length that the contract says."""
    values = Simulation(draw_world(SCENE)).read(0, quantity)

    assert len(values) == QUANTITY_LENGTHS[quantity]
    assert [type(value) for value in values] == [int] * len(values)


@pytest.mark.parametrize(
    "between",
    [
        lambda simulation, _before: simulation.apply(0, SetTargets(500, 500)),
        lambda simulation, _before: simulation.make_safe(0),
        lambda simulation, before: simulation.restore_state(before),
        lambda simulation, _before: simulation.apply(0, PutBack()),
        lambda simulation, _before: simulation.set_speeds([0], [(1, -1)]),
    ],
    ids=["another order", "made safe", "restored", "put back", "with others"],
)
def test_the_same_order_counts_again_after_anything_else(between) -> None:
    """An order that a robot follows already says nothing, but whatever ends it is noticed."""
    simulation, order = Simulation(empty_world()), SetSpeeds(5, 3)
    before = simulation.save_state()
    simulation.apply(0, order)
    simulation.apply(0, order)
    between(simulation, before)

    simulation.apply(0, order)

    me = simulation.state.robots[0]
    assert (me.mode, me.left.order, me.right.order) == (SPEED_MODE, 5.0, 3.0)


def test_speeds_of_many_robots_at_once_are_those_of_each() -> None:
    """Robots of several kinds, each in its own unit."""
    kinds = ("khepera1", "epuck", "thymio")
    robots = tuple(
        RobotStart(k + 1, Pose(200.0 * k + 200.0, 300.0), kind) for k, kind in enumerate(kinds)
    )
    world = World("three", Arena.rectangle(900.0, 600.0), robots=robots, next_id=9)
    at_once, one_by_one = Simulation(world), Simulation(world)

    at_once.set_speeds([2, 0], [(100, -50), (7, 9)])
    one_by_one.apply(0, SetSpeeds(7, 9))
    one_by_one.apply(2, SetSpeeds(100, -50))
    for simulation in (at_once, one_by_one):
        simulation.advance(50)

    assert at_once.trace_sha256() == one_by_one.trace_sha256()


def test_readings_are_kept_until_they_change() -> None:
    """Within a tick the same tuple is handed out; after ticks a new one."""
    simulation = Simulation(draw_world(SCENE))

    first, again = (simulation.read(0, Quantity.PROXIMITY) for _ in range(2))
    simulation.apply(0, SetSpeeds(60, 60))
    simulation.advance(40)

    assert first is again
    assert simulation.read(0, Quantity.PROXIMITY) != first


def test_sensors_refresh_every_second_tick() -> None:
    """On even ticks, 20 ms apart."""
    simulation = Simulation(empty_world(x_mm=550.0), seed=1)
    simulation.apply(0, SetSpeeds(-10, -10))
    simulation.advance(40)
    readings = []

    for _ in range(6):
        simulation.advance(1)
        readings.append(simulation.read(0, Quantity.PROXIMITY))

    assert [a == b for a, b in zip(readings[1::2], readings[2::2], strict=False)] == [True, True]
    assert readings[0] != readings[1]


def test_leds_are_switched_and_toggled() -> None:
    """Actions 0, 1 and 2."""
    simulation = Simulation(empty_world())

    simulation.apply(0, SetLed(0, 1))
    simulation.apply(0, SetLed(1, 2))

    assert simulation.snapshot().robots[0].leds == (True, True)


def test_a_target_survives_save_and_restore() -> None:
    """Position control goes on where it was."""
    simulation = Simulation(empty_world(), ideal=True)
    simulation.apply(0, SetTargets(800, 800))
    simulation.advance(50)
    saved = simulation.save_state()
    simulation.apply(0, SetSpeeds(0, 0))
    simulation.advance(50)

    simulation.restore_state(saved)
    simulation.advance(400)

    assert simulation.tick == 450
    assert simulation.read(0, Quantity.POSITIONS) == (800, 800)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"robots": (RobotStart(1, Pose(10.0, 300.0)),)}, "wall or outside"),
        ({"walls": (Wall(4, 250.0, 300.0, 350.0, 300.0, 200.0),)}, "wall or outside"),
        ({"robots": tuple(RobotStart(k, Pose(300.0 + k, 300.0)) for k in (9, 4))}, "robot 2"),
        ({"caps": (Cap(4, 700.0, 300.0),)}, r"cap at \(700.0, 300.0\)"),
        ({"caps": tuple(Cap(k, 3.0 * k - 7.0, 300.0, 60.0) for k in (4, 5))}, "no room"),
        ({"caps": tuple(Cap(k, 300.0, 3.0 * k - 7.0, 500.0) for k in (4, 5))}, "no room"),
    ],
)
def test_what_can_not_stand_there_is_refused(changes: dict[str, object], words: str) -> None:
    """A robot in a wall or robot, a cap outside or squeezed outside: one clear message each."""
    world = replace(empty_world(), **changes)

    with pytest.raises(BadInput, match=words):
        Simulation(world)


def test_a_robot_is_moved_by_hand() -> None:
    """To free floor, with a heading within half a turn; its counters stay."""
    simulation = Simulation(empty_world(), ideal=True)

    simulation.move_robot(0, Pose(100.0, 200.0, 4.0))

    pose = simulation.snapshot().robots[0].pose
    assert (pose.x_mm, pose.y_mm) == (100.0, 200.0)
    assert pose.heading_rad == pytest.approx(4.0 - 2 * np.pi)


def test_objects_are_moved_by_hand() -> None:
    """Caps and balls, to where there is room."""
    simulation = Simulation(draw_world(SCENE), ideal=True)
    ball = simulation.world.balls[0].id

    simulation.move_object(ball, 250.0, 50.0)

    assert simulation.snapshot().objects[-1].x_mm == 250.0


@pytest.mark.parametrize(("x_mm", "y_mm"), [(550.0, 250.0), (150.0, 250.0), (360.0, 250.0)])
def test_objects_are_not_moved_into_anything(x_mm: float, y_mm: float) -> None:
    """Walls, robots and other objects refuse them, and nothing has moved."""
    simulation = Simulation(draw_world(SCENE), ideal=True)
    before = simulation.snapshot()

    with pytest.raises(BadInput, match="no room"):
        simulation.move_object(simulation.world.balls[0].id, x_mm, y_mm)

    assert simulation.snapshot() == before


def test_only_caps_and_balls_are_moved_by_hand() -> None:
    """A wall's id is refused."""
    simulation = Simulation(draw_world(SCENE))

    with pytest.raises(BadInput, match="no loose thing"):
        simulation.move_object(simulation.world.walls[0].id, 100.0, 100.0)


def test_a_world_without_robots_runs() -> None:
    """An empty maze in the editor has time, too."""
    simulation = Simulation(replace(empty_world(), robots=(), mission=Mission("reach_goal")))

    assert simulation.advance(700) == 700

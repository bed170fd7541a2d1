"""Robots at walls, at lamps and at each other."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.worlds import draw_world, empty_world
from wsusim.engine.simulation import Simulation
from wsusim.kernels.records import SKIN_MM
from wsusim.model.commands import SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.readings import Quantity
from wsusim.model.snapshot import RobotSnapshot
from wsusim.model.world import Arena, Light, RobotStart, Wall, World

RADIUS_MM = 27.5
TOUCHING = pytest.approx(RADIUS_MM, abs=2 * SKIN_MM)


def at_right_wall(heading_rad: float = 0.0) -> Simulation:
    """Return a robot that has driven into the right wall of a 600 mm square at this heading."""
    simulation = Simulation(empty_world(x_mm=500.0, heading_rad=heading_rad), ideal=True)
    simulation.apply(0, SetSpeeds(10, 10))
    simulation.advance(300)
    return simulation


def robot(simulation: Simulation, number: int = 0) -> RobotSnapshot:
    """Return the snapshot of a robot."""
    return simulation.snapshot().robots[number]


@pytest.mark.parametrize("speed", [1, 5, 20, 127])
def test_a_robot_stops_at_a_wall_at_any_speed(speed: int) -> None:
    """It comes to stand just at the wall, neither in it nor short of it."""
    simulation = Simulation(empty_world(x_mm=540.0), ideal=True)
    simulation.apply(0, SetSpeeds(speed, speed))

    simulation.advance(600)

    assert 600.0 - robot(simulation).pose.x_mm == TOUCHING


@pytest.mark.parametrize("thickness_mm", [0.01, 1.0, 20.0])
def test_a_wall_of_any_thickness_holds_a_robot_at_full_speed(thickness_mm: float) -> None:
    """10 mm in a tick don't carry a robot over a wall of a hundredth of a millimetre."""
    wall = Wall(9, 400.0, 0.0, 400.0, 600.0, thickness_mm)
    simulation = Simulation(replace(empty_world(x_mm=100.0), walls=(wall,)), ideal=True)
    simulation.apply(0, SetSpeeds(127, 127))

    simulation.advance(200)

    assert 400.0 - thickness_mm / 2 - robot(simulation).pose.x_mm == TOUCHING


@pytest.mark.parametrize("speed", [10, 20, 40, 60, 90, 127])
def test_a_slanted_wall_holds_a_robot_that_presses_on_at_any_speed(speed: int) -> None:
    """It stops at the wall and stays there, though the wheels go on for as long as they like."""
    wall = Wall(2, 200.0, 400.0, 150.0, 100.0)
    start = RobotStart(3, Pose(300.0, 300.0, math.radians(182.0)))
    world = replace(empty_world(), walls=(wall,), robots=(start,))
    simulation = Simulation(world, seed=1)
    simulation.apply(0, SetSpeeds(speed, speed))

    simulation.advance(12000 // speed)

    pose = robot(simulation).pose
    to_middle_mm = (300.0 * (pose.x_mm - 200.0) - 50.0 * (pose.y_mm - 400.0)) / math.hypot(300, 50)
    assert to_middle_mm - wall.thickness_mm / 2 == TOUCHING


def test_the_counters_of_a_stuck_robot_creep() -> None:
    """They run at 10 to 15 % of the order: that is how a student sees that the robot is stuck."""
    simulation = at_right_wall()
    before = simulation.read(0, Quantity.POSITIONS)

    simulation.advance(100)

    after = simulation.read(0, Quantity.POSITIONS)
    assert 100 <= after[0] - before[0] <= 150
    assert 100 <= after[1] - before[1] <= 150


def test_a_stuck_robot_stays_where_it_is_at_a_slant() -> None:
    """It stops, it doesn't slide along the wall, when it meets it at more than a grazing angle."""
    simulation = at_right_wall(heading_rad=math.radians(40.0))
    before = robot(simulation).pose

    simulation.advance(100)

    assert robot(simulation).pose == before


def test_a_robot_at_a_wall_turns_in_place() -> None:
    """Turning is free, and the counters know it."""
    simulation = at_right_wall()
    simulation.apply(0, SetSpeeds(0, 0))
    simulation.advance(10)
    before = robot(simulation)
    simulation.apply(0, SetSpeeds(-4, 4))

    simulation.advance(100)

    after = robot(simulation)
    assert (after.pose.x_mm, after.pose.y_mm) == (before.pose.x_mm, before.pose.y_mm)
    turned_rad = after.pose.heading_rad - before.pose.heading_rad
    assert turned_rad == pytest.approx(398 * 2 * 0.08 / 52.5, abs=0.01)
    assert after.right_position - before.right_position == pytest.approx(398, abs=1)


def test_a_robot_backs_away_from_a_wall() -> None:
    """Backwards is free at once; the contact ends."""
    simulation = at_right_wall()
    before = robot(simulation).pose.x_mm
    simulation.apply(0, SetSpeeds(-5, -5))

    simulation.advance(60)

    assert before - robot(simulation).pose.x_mm > 15.0
    assert not robot(simulation).contact_front


def test_contact_flags_say_where() -> None:
    """In front after driving into a wall, with the wall's bearing; behind after backing into it."""
    simulation = at_right_wall(heading_rad=math.radians(-30.0))
    front = robot(simulation)
    simulation.apply(0, SetSpeeds(-10, -10))
    simulation.advance(800)
    back = robot(simulation)

    assert (front.contact_front, front.contact_back) == (True, False)
    assert front.contact_bearings_rad == pytest.approx((math.radians(30.0),), abs=1e-3)
    assert (back.contact_front, back.contact_back) == (False, True)


def test_one_contact_is_counted_once() -> None:
    """Pushing on against the same wall is one contact, however long."""
    simulation = at_right_wall()

    simulation.advance(500)

    statistics = simulation.statistics(0)
    assert statistics.contacts == 1
    assert statistics.contact_ticks > 700


def test_a_grazing_robot_slides_along_the_wall() -> None:
    """At a few degrees the wall turns the way, the wheels don't slip, and nothing gets stuck."""
    simulation = Simulation(empty_world(x_mm=100.0, y_mm=35.0, heading_rad=-0.1), ideal=True)
    simulation.apply(0, SetSpeeds(10, 10))

    simulation.advance(300)

    pose = robot(simulation).pose
    assert pose.x_mm == pytest.approx(100.0 + 240.0, abs=4.0)
    assert pose.y_mm == TOUCHING
    assert simulation.read(0, Quantity.POSITIONS)[0] == pytest.approx(2990, abs=10)


def test_a_robot_between_converging_walls_comes_to_rest() -> None:
    """In a wedge it stops where both walls touch it."""
    walls = (Wall(8, 0.0, 390.0, 600.0, 310.0, 10.0), Wall(9, 0.0, 210.0, 600.0, 290.0, 10.0))
    simulation = Simulation(replace(empty_world(x_mm=100.0), walls=walls), ideal=True)
    simulation.apply(0, SetSpeeds(20, 20))
    simulation.advance(2000)
    before = robot(simulation).pose

    simulation.advance(100)

    assert robot(simulation).pose == before
    assert len(robot(simulation).contact_bearings_rad) == 2


def test_robots_stop_at_each_other() -> None:
    """Two robots that drive at each other end touching, and both feel it."""
    simulation = Simulation(draw_world("........\n.R....R.\n........"), ideal=True)
    simulation.move_robot(1, Pose(650.0, 150.0, math.pi))
    simulation.apply(0, SetSpeeds(100, 100))
    simulation.apply(1, SetSpeeds(100, 100))

    simulation.advance(200)

    first, second = simulation.snapshot().robots
    assert second.pose.x_mm - first.pose.x_mm == pytest.approx(2 * RADIUS_MM, abs=2 * SKIN_MM)
    assert (first.contact_front, second.contact_front) == (True, True)


def test_a_lamp_is_not_pushed() -> None:
    """A lamp stops a robot like a wall does."""
    simulation = Simulation(draw_world(".....\n.R.L.\n....."), ideal=True)
    simulation.apply(0, SetSpeeds(20, 20))

    simulation.advance(300)

    reach = RADIUS_MM + simulation.world.lights[0].diameter_mm / 2
    assert 350.0 - robot(simulation).pose.x_mm == pytest.approx(reach, abs=2 * SKIN_MM)


def test_an_arena_of_any_outline_holds_a_robot() -> None:
    """A triangular arena ends at its slanted side."""
    arena = Arena(((0.0, 0.0), (600.0, 0.0), (0.0, 600.0)))
    world = World("triangle", arena, robots=(RobotStart(1, Pose(150.0, 150.0, math.pi / 4)),))
    simulation = Simulation(world, ideal=True)
    simulation.apply(0, SetSpeeds(60, 60))

    simulation.advance(200)

    pose = robot(simulation).pose
    assert (600.0 - pose.x_mm - pose.y_mm) / math.sqrt(2) == TOUCHING


def test_a_lamp_between_two_robots_separates_them() -> None:
    """Nothing is ever in anything else, whichever robot pushes from where."""
    light = Light(5, 300.0, 300.0)
    starts = (RobotStart(1, Pose(150.0, 300.0)), RobotStart(2, Pose(450.0, 300.0, math.pi)))
    world = World("lamp", Arena.rectangle(600.0, 600.0), lights=(light,), robots=starts)
    simulation = Simulation(world, ideal=True)
    simulation.apply(0, SetSpeeds(127, 127))
    simulation.apply(1, SetSpeeds(127, 127))

    simulation.advance(100)

    first, second = simulation.snapshot().robots
    reach = 2 * RADIUS_MM + light.diameter_mm
    assert second.pose.x_mm - first.pose.x_mm == pytest.approx(reach, abs=4 * SKIN_MM)

"""Caps and balls make way, chains of them move, and what is jammed stops the robot."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.worlds import draw_world, empty_world
from wsusim.engine.simulation import Simulation
from wsusim.kernels.records import SKIN_MM
from wsusim.model.commands import SetSpeeds
from wsusim.model.readings import Quantity
from wsusim.model.world import Ball, Cap, World

RADIUS_MM = 27.5
CAP_MM = 29.0


def with_caps(*caps: Cap, **changes: object) -> Simulation:
    """Return a robot at (300, 300) looking along +x in a 600 mm square with these caps."""
    world: World = replace(empty_world(), caps=caps, **changes)
    return Simulation(world, ideal=True)


def cap_places(simulation: Simulation) -> list[tuple[float, float]]:
    """Return where all caps and balls are."""
    return [(thing.x_mm, thing.y_mm) for thing in simulation.snapshot().objects]


def test_a_cap_ahead_is_pushed_along() -> None:
    """A cap met in its middle goes ahead of the robot, touching it."""
    simulation = with_caps(Cap(5, 380.0, 300.0))
    simulation.apply(0, SetSpeeds(10, 10))

    simulation.advance(150)

    (x, y) = cap_places(simulation)[0]
    robot_x = simulation.snapshot().robots[0].pose.x_mm
    assert robot_x > 400.0
    assert y == pytest.approx(300.0)
    assert x - robot_x == pytest.approx(RADIUS_MM + CAP_MM / 2, abs=2 * SKIN_MM)


def test_a_cap_that_is_pushed_does_not_slow_the_counters() -> None:
    """A cap weighs next to nothing: the wheels don't slip, it is no contact."""
    simulation = with_caps(Cap(5, 380.0, 300.0))
    simulation.apply(0, SetSpeeds(10, 10))

    simulation.advance(100)

    assert simulation.read(0, Quantity.POSITIONS)[0] == pytest.approx(990, abs=5)
    assert simulation.statistics(0).contacts == 0


def test_a_cap_beside_the_way_slides_round_the_robot() -> None:
    """A cap met beside the middle is driven out to that side and left behind."""
    simulation = with_caps(Cap(5, 380.0, 312.0))
    simulation.apply(0, SetSpeeds(10, 10))

    simulation.advance(270)

    (x, y) = cap_places(simulation)[0]
    assert y > 330.0
    assert x < simulation.snapshot().robots[0].pose.x_mm + RADIUS_MM


def test_a_backing_robot_pushes_too() -> None:
    """Caps behind the robot make way backwards."""
    simulation = with_caps(Cap(5, 240.0, 300.0))
    simulation.apply(0, SetSpeeds(-10, -10))

    simulation.advance(100)

    assert cap_places(simulation)[0][0] < 200.0


def test_a_row_of_caps_moves_as_a_chain() -> None:
    """Each cap pushes the next; none ever lies in another."""
    caps = tuple(Cap(5 + k, 370.0 + 32.0 * k, 300.0) for k in range(4))
    simulation = with_caps(*caps)
    simulation.apply(0, SetSpeeds(10, 10))

    simulation.advance(70)

    places = cap_places(simulation)
    gaps = [math.dist(a, b) for a, b in pairwise(places)]
    assert places[-1][0] > 470.0
    assert all(gap >= CAP_MM for gap in gaps)


def test_a_cap_against_a_wall_stops_the_robot() -> None:
    """Jammed between the robot and a wall a cap gives way no more: the wheels slip."""
    simulation = with_caps(Cap(5, 380.0, 300.0))
    simulation.apply(0, SetSpeeds(10, 10))
    simulation.advance(500)
    before = simulation.snapshot().robots[0]

    simulation.advance(100)

    after = simulation.snapshot().robots[0]
    reach = CAP_MM + RADIUS_MM
    assert 600.0 - after.pose.x_mm == pytest.approx(reach, abs=0.05)
    assert after.pose.x_mm == pytest.approx(before.pose.x_mm, abs=0.02)
    assert 100 <= after.left_position - before.left_position <= 150
    assert after.contact_front


def test_a_cap_slides_along_a_wall() -> None:
    """Pushed at a slant against a wall a cap goes along it."""
    world = replace(
        empty_world(x_mm=300.0, y_mm=80.0, heading_rad=-0.35), caps=(Cap(5, 360.0, 40.0),)
    )
    simulation = Simulation(world, ideal=True)
    simulation.apply(0, SetSpeeds(5, 5))

    simulation.advance(250)

    (x, y) = cap_places(simulation)[0]
    assert x > 400.0
    assert y >= CAP_MM / 2


def test_a_cap_does_not_enter_a_second_robot() -> None:
    """Between two robots a cap jams like at a wall."""
    simulation = Simulation(draw_world("......\n.R.cR.\n......"), ideal=True)
    simulation.apply(0, SetSpeeds(10, 10))

    simulation.advance(500)

    first, second = simulation.snapshot().robots
    assert second.pose.x_mm == 450.0
    assert second.pose.x_mm - first.pose.x_mm == pytest.approx(2 * RADIUS_MM + CAP_MM, abs=0.05)


def test_a_ball_is_pushed_like_a_cap() -> None:
    """Balls and caps push each other as well."""
    simulation = with_caps(Cap(5, 380.0, 300.0), balls=(Ball(6, 420.0, 300.0, rolls=False),))
    simulation.apply(0, SetSpeeds(10, 10))

    simulation.advance(150)

    cap, ball = cap_places(simulation)
    assert ball[0] - cap[0] == pytest.approx(CAP_MM / 2 + 11.0, abs=2 * SKIN_MM)


def test_a_full_speed_robot_does_not_jump_over_a_cap() -> None:
    """10 mm a tick push a small ball as well as slow steps do."""
    simulation = with_caps(balls=(Ball(6, 400.0, 300.0, diameter_mm=8.0, rolls=False),))
    simulation.apply(0, SetSpeeds(127, 127))

    simulation.advance(25)

    robot_x = simulation.snapshot().robots[0].pose.x_mm
    assert cap_places(simulation)[0][0] >= robot_x + RADIUS_MM + 4.0


def test_caps_that_overlap_at_the_start_are_moved_apart() -> None:
    """Old maps hold such caps; they are sorted out before the first tick."""
    simulation = with_caps(Cap(5, 400.0, 400.0), Cap(6, 420.0, 400.0), Cap(7, 590.0, 100.0))

    places = cap_places(simulation)

    assert math.dist(places[0], places[1]) >= CAP_MM
    assert places[2][0] <= 600.0 - CAP_MM / 2

"""Robots of the contest move as the measured ones do."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.unit.ciber.matches import OPEN, QUIET, box, cycles, drive, match, put
from wsusim.ciber.agent_orders import Actions
from wsusim.ciber.contest_lab import Lab

FORWARD = drive(0.15, 0.15)


def test_both_motors_full_give_the_measured_way() -> None:
    """From rest at x = 3, both motors at 0.15: the golden positions of the official simulator."""
    arena, _ = match()
    way = []
    for _ in range(7):
        cycles(arena, 1, FORWARD)
        way.append(arena.bodies.poses[0, 0])
    assert way == pytest.approx(
        [3.075, 3.1875, 3.31875, 3.45938, 3.60469, 3.75234, 3.90117], abs=6e-6
    )


def test_opposite_motors_give_the_measured_turn() -> None:
    """From rest, motors -0.15 and 0.15: the golden headings of the official simulator."""
    arena, _ = match()
    headings_deg = []
    for _ in range(7):
        cycles(arena, 1, drive(-0.15, 0.15))
        headings_deg.append(math.degrees(arena.bodies.poses[0, 2]))
    golden = [8.594, 21.486, 36.526, 52.641, 69.292, 86.212, 103.267]
    assert headings_deg == pytest.approx(golden, abs=6e-4)


def test_greater_orders_are_cut_to_the_greatest() -> None:
    """An order of 5 drives like one of 0.15."""
    fast, _ = match()
    slow, _ = match()
    cycles(fast, 5, drive(5.0, 5.0))
    cycles(slow, 5, FORWARD)
    assert fast.bodies.poses.tolist() == slow.bodies.poses.tolist()


def test_an_order_stays_until_the_next_one() -> None:
    """Without new orders a robot drives on."""
    arena, _ = match()
    cycles(arena, 1, FORWARD)
    cycles(arena, 20)
    assert arena.bodies.poses[0, 0] > 5.0


def test_one_motor_can_be_told_alone() -> None:
    """An order that names one motor leaves the other as it was."""
    arena, _ = match()
    cycles(arena, 1, FORWARD)
    cycles(arena, 5, Actions(left_motor=0.0))
    assert arena.bodies.orders[0].tolist() == [0.0, 0.15]


def test_a_robot_stops_short_of_a_wall() -> None:
    """A step that would bring the rim into a wall is not done at all; golden: 0.6499."""
    arena, (robot,) = match(OPEN, (0.7999, 7.0, 180.0))
    cycles(arena, 1, FORWARD)
    cycles(arena, 10, drive(0.15, 0.15))
    assert arena.bodies.poses[0, 0] > 0.5
    assert robot.is_colliding


def test_a_colliding_robot_still_turns() -> None:
    """At a wall the heading changes, the place does not."""
    arena, _ = match(OPEN, (0.52, 7.0, 180.0))
    cycles(arena, 3, drive(0.05, 0.15))
    assert arena.bodies.poses[0, 0] == 0.52
    assert arena.bodies.poses[0, 2] != pytest.approx(math.pi)


def test_a_touch_that_lasts_counts_once() -> None:
    """Collisions are counted when they begin."""
    arena, (robot,) = match(OPEN, (0.55, 7.0, 180.0))
    cycles(arena, 20, FORWARD)
    assert robot.collisions == 1


def test_only_the_one_that_drives_is_to_blame() -> None:
    """A robot that is run into gets no collision."""
    arena, (driver, other) = match(OPEN, (5.0, 7.0, 0.0), (6.3, 7.0, 0.0))
    cycles(arena, 20, FORWARD, number=driver.number)
    assert (driver.collisions, other.collisions) == (1, 0)


def test_two_that_meet_are_both_to_blame() -> None:
    """Robots that drive at each other collide both."""
    arena, robots = match(OPEN, (5.0, 7.0, 0.0), (7.0, 7.0, 180.0))
    arena.take(2, FORWARD)
    cycles(arena, 20, FORWARD, number=1)
    assert [robot.collisions for robot in robots] == [1, 1]


def test_backing_into_another_is_a_collision() -> None:
    """The direction of the way counts, not that of the nose."""
    arena, (driver, other) = match(OPEN, (5.0, 7.0, 180.0), (6.3, 7.0, 0.0))
    cycles(arena, 20, drive(-0.15, -0.15), number=driver.number)
    assert (driver.collisions, other.collisions) == (1, 0)


def test_a_line_on_the_floor_stops_no_robot() -> None:
    """Walls of height 0 are driven over."""
    arena, (robot,) = match(Lab("line", 28.0, 14.0, walls=(box(4.0, 6.0, 4.2, 8.0, 0.0),)))
    cycles(arena, 30, FORWARD)
    assert arena.bodies.poses[0, 0] > 5.0
    assert robot.collisions == 0


def test_inertia_keeps_the_noise_only_where_the_rules_say_so() -> None:
    """The public simulator feeds the noisy power back, the rules of 2013 the exact one."""
    ends = []
    for is_fed_back in (True, False):
        noisy = replace(QUIET, motors_noise_percent=20.0, is_noise_fed_back=is_fed_back)
        arena, _ = match(OPEN, (3.0, 7.0, 0.0), parameters=noisy)
        cycles(arena, 1, FORWARD)
        ends.append(arena.bodies.outputs[0].copy())
    assert not np.allclose(ends[0], 0.075)
    assert ends[1].tolist() == [0.075, 0.075]


def test_a_robot_that_is_gone_is_no_obstacle() -> None:
    """A removed robot is driven through."""
    arena, (driver, other) = match(OPEN, (5.0, 7.0, 0.0), (6.3, 7.0, 0.0))
    arena.remove(other.number)
    cycles(arena, 30, FORWARD, number=driver.number)
    assert driver.collisions == 0


def test_a_robot_put_elsewhere_rests() -> None:
    """The tests' own way to place a robot leaves its motors still."""
    arena, _ = match()
    cycles(arena, 3, FORWARD)
    put(arena, 1, 10.0, 5.0, 90.0)
    assert arena.bodies.outputs[0].tolist() == [0.0, 0.0]


def test_blame_goes_by_where_the_other_one_is_now() -> None:
    """Two that would meet after this cycle: each is judged by the other's place before it.

    The first one's step takes it past the second's side: towards where that one will be, away from
    where it is.
    """
    arena, (first, second) = match(OPEN, (10.0, 7.0, 0.0), (9.99, 8.0, 270.0))
    arena.take(1, drive(0.15, 0.15))
    arena.take(2, drive(0.15, 0.15))
    cycles(arena, 1)
    assert (first.is_colliding, second.is_colliding) == (False, True)


def test_a_robot_that_is_done_still_shows_what_it_runs_into() -> None:
    """Its motors turn on, it stays where it is, and its collision is shown but not counted."""
    arena, (robot,) = match(OPEN, (27.3, 7.0, 0.0))
    cycles(arena, 3, FORWARD)
    assert (robot.is_colliding, robot.collisions) == (True, 1)
    cycles(arena, 1, Actions(end_led=True))
    place = arena.bodies.poses[0].tolist()
    cycles(arena, 3, drive(0.15, 0.1))
    assert (robot.is_colliding, robot.collisions) == (True, 1)
    assert arena.bodies.poses[0].tolist() == place

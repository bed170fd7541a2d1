"""The seven sensors measure what the measured ones did."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.unit.ciber.matches import OPEN, QUIET, Beacon, Lab, Target, box, cycles, drive, match
from wsusim.ciber.arena import Arena
from wsusim.ciber.contest_lab import Place
from wsusim.ciber.match_parameters import Requestable
from wsusim.ciber.measures import Measured
from wsusim.ciber.scoring import judge_named


def told(lab: Lab, place: tuple[float, float, float], **changes: object) -> Measured:
    """Return what a robot at rest is told at a place, without noise."""
    parameters = replace(QUIET, **changes)  # type: ignore[arg-type]
    arena, (robot,) = match(lab, place, parameters=parameters)
    cycles(arena, 1)
    assert robot.measured is not None
    return robot.measured


def test_obstacles_in_a_corner_read_as_measured() -> None:
    """At (1, 1, 45 degrees) the golden readings are 0.1, 0.8, 0.8, 1.5."""
    assert told(OPEN, (1.0, 1.0, 45.0)).obstacles == (0.1, 0.8, 0.8, 1.5)


def test_an_obstacle_at_the_rim_reads_100() -> None:
    """Nearer than a hundredth of a robot the reading does not grow any more."""
    assert told(OPEN, (27.495, 7.0, 0.0)).obstacles[0] == 100.0


def test_a_robot_in_the_cone_is_an_obstacle() -> None:
    """The disc of another robot, one diameter from the rim, reads 1."""
    arena, (robot, _) = match(OPEN, (5.0, 7.0, 0.0), (7.0, 7.0, 0.0))
    cycles(arena, 1)
    assert robot.measured is not None
    assert robot.measured.obstacles[0] == 1.0


def test_a_corner_between_the_rays_is_seen() -> None:
    """A thin wall's end between the three rays counts by its corners."""
    lab = Lab("post", 28.0, 14.0, walls=(box(7.5, 7.2, 9.0, 7.3),))
    expected = 1.0 / math.hypot(7.5 - 5.5, 7.2 - 7.0)
    assert told(lab, (5.0, 7.0, 0.0)).obstacles[0] == pytest.approx(expected, abs=0.05)


def test_a_line_on_the_floor_is_no_obstacle() -> None:
    """Walls of height 0 are not seen by obstacle sensors."""
    lab = Lab("line", 28.0, 14.0, walls=(box(6.0, 6.0, 6.2, 8.0, 0.0),))
    assert told(lab, (5.0, 7.0, 0.0)).obstacles == told(OPEN, (5.0, 7.0, 0.0)).obstacles


def test_the_beacon_is_an_angle_from_the_heading() -> None:
    """A beacon straight to the left is at 90 degrees."""
    lab = Lab("lamp", 28.0, 14.0, beacons=(Beacon(5.0, 12.0, 4.0),))
    assert told(lab, (5.0, 7.0, 0.0)).beacons == (90,)


@pytest.mark.parametrize(("height", "is_seen"), [(3.0, False), (4.0, False), (5.0, True)])
def test_a_wall_at_least_as_high_hides_a_beacon(height: float, is_seen: bool) -> None:
    """Over a lower wall the beacon is seen."""
    lab = Lab("lamp", 28.0, 14.0, beacons=(Beacon(12.0, 7.0, height),), walls=(box(8, 6, 8.2, 8),))
    assert (told(lab, (5.0, 7.0, 0.0)).beacons[0] is not None) is is_seen


@pytest.mark.parametrize(
    ("changes", "is_seen"),
    [({}, True), ({"beacon_range_um": 5.0}, False), ({"beacon_aperture_rad": 1.0}, False)],
)
def test_a_beacon_out_of_reach_is_hidden(changes: dict[str, float], is_seen: bool) -> None:
    """Range and aperture are those of the parameters."""
    lab = Lab("lamp", 28.0, 14.0, beacons=(Beacon(5.0, 13.0, 4.0),))
    assert (told(lab, (5.0, 7.0, 0.0), **changes).beacons[0] is not None) is is_seen


@pytest.mark.parametrize(("x", "ground"), [(10.0, 0), (11.5, 0), (11.51, -1)])
def test_ground_is_the_target_that_holds_the_whole_robot(x: float, ground: int) -> None:
    """A robot stands on a target when it is half a robot inside its rim."""
    lab = Lab("target", 28.0, 14.0, targets=(Target(10.0, 7.0, 2.0),))
    assert told(lab, (x, 7.0, 0.0)).ground == ground


def test_the_compass_shows_the_heading() -> None:
    """North of the compass is +x; degrees are whole."""
    assert told(OPEN, (5.0, 7.0, 133.4)).compass_deg == 133


def test_gps_has_an_offset_of_the_match() -> None:
    """Two places differ by their way, whatever the offset; it comes from the seed."""
    first, second = told(OPEN, (5.0, 7.0, 0.0)), told(OPEN, (6.0, 5.0, 0.0))
    way = (second.gps[0] - first.gps[0], second.gps[1] - first.gps[1])
    assert way == pytest.approx((1.0, -2.0), abs=0.11)


@pytest.mark.parametrize(
    ("heading_deg", "bits"), [(0.0, "0011100"), (180.0, "0000000"), (90.0, "0000000")]
)
def test_the_line_sensor_reads_from_left_to_right(heading_deg: float, bits: str) -> None:
    """Seven points ahead; those on a wall or line of any height are 1."""
    lab = Lab("line", 28.0, 14.0, walls=(box(5.2, 6.9, 9.0, 7.1, 0.0),))
    assert told(lab, (5.0, 7.0, heading_deg)).line == bits


def test_a_late_sensor_tells_what_was() -> None:
    """Latency 4 while turning: the golden compass is 9, 21, 37, 53, 69 from time 6 on."""
    late = replace(QUIET, compass=Requestable(latency_cycles=4))
    arena, (robot,) = match(OPEN, (5.0, 7.0, 0.0), parameters=late)
    cycles(arena, 1)

    def turn() -> float | None:
        cycles(arena, 1, drive(-0.15, 0.15))
        return None if robot.measured is None else robot.measured.compass_deg

    readings = [turn() for _ in range(9)]

    assert arena.time == 10
    assert readings[-5:] == [9, 21, 37, 53, 69]


def test_a_late_sensor_has_values_when_the_match_starts() -> None:
    """The robot has stood there since it came: what is told first is what it measured there."""
    late = replace(QUIET, obstacle=Requestable(latency_cycles=9), has_beacon_sensor=True)
    _, (robot,) = match(OPEN, (1.0, 1.0, 0.0), parameters=late)
    assert robot.measured is not None
    assert robot.measured.obstacles == (0.5, 0.1, 1.8, 2.0)


def test_a_late_sensor_begins_with_nothing() -> None:
    """Before the start it tells nothing until so many cycles have passed."""
    late = replace(QUIET, obstacle=Requestable(latency_cycles=3))
    arena = Arena(OPEN, (Place(1.0, 1.0),), late, judge_named("0"))
    robot = arena.register("robot", 1)
    told = []
    for _ in range(4):
        cycles(arena, 1)
        assert robot.measured is not None
        told.append(any(robot.measured.obstacles))
    assert told == [False, False, False, True]


def test_halves_are_rounded_upwards() -> None:
    """As the public simulator does: half a degree below zero becomes 0."""
    _, (robot,) = match(OPEN, (14.0, 7.0, -0.5))
    assert robot.measured is not None
    assert robot.measured.compass_deg == 0


def test_right_under_a_beacon_it_is_seen_towards_minus_y() -> None:
    """Where the course's labs start their robots: -90 with the heading 0."""
    lab = replace(OPEN, beacons=(Beacon(3.0, 7.0, 4.0),))
    seeing = replace(QUIET, has_beacon_sensor=True)
    _, (robot,) = match(lab, (3.0, 7.0, 0.0), parameters=seeing)
    assert robot.measured is not None
    assert robot.measured.beacons == (-90,)

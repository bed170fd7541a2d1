"""What is known of a real robot, and where it is said to stand."""

from __future__ import annotations

import pytest

from wsusim.errors import BadInput
from wsusim.model.commands import SetCounters, SetLed, SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.readings import Quantity
from wsusim.model.snapshot import RobotSnapshot
from wsusim.model.world import Arena, RobotStart, World
from wsusim.runs.sources.real import FLOOR, place_of
from wsusim.runs.sources.real_track import RealTrack

TWO_ROBOTS = World(
    "two",
    Arena.rectangle(500.0, 500.0),
    robots=(RobotStart(1, Pose(100.0, 200.0)), RobotStart(2, Pose(300.0, 200.0))),
    next_id=3,
)


def robot_of(track: RealTrack) -> RobotSnapshot:
    """Return the robot as it is known now."""
    return track.snapshot(0).robots[0]


@pytest.fixture
def track() -> RealTrack:
    """Return the track of a robot at (100, 200) that looks along +x."""
    return RealTrack(place_of(TWO_ROBOTS, "khepera1"))


def test_the_robot_stands_alone_at_the_first_start() -> None:
    """The maze's other robots are left out, and its kind is the one that it has said."""
    world = place_of(TWO_ROBOTS, "khepera2")

    assert world.robots == (RobotStart(1, Pose(100.0, 200.0), kind="khepera2"),)


def test_without_a_maze_it_stands_in_the_middle_of_a_floor() -> None:
    """Its place is unknown."""
    world = place_of(FLOOR, "khepera1")

    assert world.robots[0].pose == Pose(1000.0, 1000.0)


def test_a_maze_without_a_robot_is_no_place() -> None:
    """The message says what to do."""
    with pytest.raises(BadInput, match="Place a robot in the maze where"):
        place_of(World("empty", Arena.rectangle(500.0, 500.0)), "khepera1")


def test_the_pose_follows_the_counters(track: RealTrack) -> None:
    """500 pulses are 40 mm."""
    track.read(Quantity.POSITIONS, (500, 500))

    assert (track.pose.x_mm, track.pose.y_mm) == pytest.approx((140.0, 200.0))
    assert track.statistics.distance_mm == pytest.approx(40.0)


def test_another_size_of_a_pulse_is_another_way() -> None:
    """With pulses of a twelfth of a millimetre, 600 pulses are 50 mm."""
    track = RealTrack(place_of(TWO_ROBOTS, "khepera1"), 1.0 / 12.0)

    track.read(Quantity.POSITIONS, (600, 600))

    assert (track.pose.x_mm, track.pose.y_mm) == pytest.approx((150.0, 200.0))


def test_setting_counters_moves_no_robot(track: RealTrack) -> None:
    """The pose stays, and goes on from the new counters."""
    track.order(SetCounters(1000, 1000))
    track.read(Quantity.POSITIONS, (1100, 1100))

    assert track.pose.x_mm == pytest.approx(108.0)


def test_a_robot_that_was_put_elsewhere_goes_on_from_there(track: RealTrack) -> None:
    """Its counters have not moved."""
    track.place(Pose(50.0, 60.0))
    track.read(Quantity.POSITIONS, (100, 100))

    assert (track.pose.x_mm, track.pose.y_mm) == pytest.approx((58.0, 60.0))


def test_the_newest_answers_stand(track: RealTrack) -> None:
    """Distances and light are those that the robot answered last."""
    track.read(Quantity.PROXIMITY, tuple(range(8)))
    track.read(Quantity.AMBIENT, tuple(range(300, 308)))

    robot = robot_of(track)

    assert robot.proximity == tuple(range(8))
    assert robot.ambient == tuple(range(300, 308))


@pytest.mark.parametrize(("answer", "is_present"), [(0, False), (99, False), (100, True)])
def test_the_light_barrier(track: RealTrack, answer: int, is_present: bool) -> None:
    """100 and more is something between the jaws."""
    track.read(Quantity.OBJECT_PRESENT, (answer,))

    assert robot_of(track).object_present is is_present


def test_orders_show_at_once(track: RealTrack) -> None:
    """Speeds and lamps, one of them toggled."""
    track.order(SetSpeeds(3, -4))
    track.order(SetLed(1, 2))

    robot = robot_of(track)

    assert (robot.left_speed, robot.right_speed) == (3.0, -4.0)
    assert robot.leds == (False, True)

"""``self.floor`` as a student meets it."""

from __future__ import annotations

import pytest

from wsusim.backends.contract import RobotInfo
from wsusim.backends.fake import FakeBackend
from wsusim.control.robot import Robot
from wsusim.errors import Misuse, MisuseAttribute, MisuseIndex, MisuseType


@pytest.fixture
def floor():
    """Return the floor sensors of a robot over a line on its left."""
    return Robot(FakeBackend({0.0: {"floor": [80, 990]}})).floor


def test_sensors_are_found_by_number_and_by_name(floor):
    """0 is left, the last one is right."""
    assert (floor[0].brightness, floor[1].brightness) == (80, 990)
    assert (floor.left.brightness, floor.right.brightness) == (80, 990)
    assert [sensor.brightness for sensor in floor] == floor.brightnesses


@pytest.mark.parametrize(
    ("number", "error", "words"),
    [
        (2, MisuseIndex, "There is no floor sensor 2. The Khepera I has 0 and 1"),
        ("left", MisuseType, "write `floor.left`"),
    ],
)
def test_a_wrong_number_is_explained(floor, number, error, words):
    """With what there is."""
    with pytest.raises(error, match=words):
        floor[number]


def test_a_reading_cant_be_set(floor):
    """It is the floor that is bright or dark."""
    with pytest.raises(MisuseAttribute, match="You can read it but not set it"):
        floor[0].brightness = 5


def test_a_robot_without_floor_sensors_says_so():
    """And which robot has some."""
    robot = Robot(FakeBackend(), RobotInfo(0, "epuck", "fake"))

    assert len(robot.floor) == 0
    with pytest.raises(Misuse, match="has no floor sensors"):
        _ = robot.floor.left

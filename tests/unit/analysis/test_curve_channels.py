"""What can be drawn as a curve, out of samples."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.unit.analysis.pictures import robot_snapshot
from wsusim.analysis.curve_channels import CHANNELS, COLUMN, GROUPS, columns_of
from wsusim.model.geometry import Pose
from wsusim.model.robot_table import SEEN
from wsusim.model.snapshot import MissionSnapshot, RobotSnapshot, Snapshot
from wsusim.recording.samples import from_snapshots


def values_of(robot: RobotSnapshot, way_mm: float) -> list[float]:
    """Return the values of all channels."""
    snapshot = Snapshot(4, (robot,), (), MissionSnapshot(False, None, 0, ()))
    block = from_snapshots([snapshot])
    columns: list[float] = columns_of(block.robots[0], np.array([way_mm]))[:, 0].tolist()
    return columns


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("left_proximity", 100), ("back_left_proximity", 107), ("left_ambient", 400),
        ("back_left_ambient", 407), ("left_speed", 5.5), ("right_speed", -3.5),
        ("left_position", 700), ("right_position", -800), ("x_mm", 111.0), ("y_mm", 222.0),
        ("heading_deg", math.degrees(1.0)), ("distance_mm", 12.5), ("arm_position", 180.0),
        ("jaw_gap_mm", 42.0), ("object_present", 0), ("holds", 1), ("resistivity", 255),
        ("contact_front", 1), ("contact_back", 0),
    ],
)  # fmt: skip
def test_each_channel_shows_its_own_number(key: str, value: float) -> None:
    """The columns are in the order of ``CHANNELS``."""
    robot = robot_snapshot(held_object_id=7, contact_front=True)

    assert values_of(robot, 12.5)[COLUMN[key]] == pytest.approx(value)


@pytest.mark.parametrize(
    ("heading_rad", "shown_deg"),
    [(math.pi, 180.0), (-math.pi, 180.0), (4.0, -130.816), (-0.5, -28.648)],
)
def test_a_heading_is_half_a_turn_to_each_side(heading_rad: float, shown_deg: float) -> None:
    """However often the robot has turned."""
    robot = robot_snapshot(pose=Pose(0.0, 0.0, heading_rad))

    assert values_of(robot, 0.0)[COLUMN["heading_deg"]] == pytest.approx(shown_deg, abs=0.001)


def test_all_that_can_be_drawn_has_a_channel() -> None:
    """A field that is new in the robot table is in the list of readings, too."""
    wanted = {field.name for field in SEEN if field.is_curve}

    assert {channel.field for channel in CHANNELS} - {"distance_mm"} == wanted
    assert {channel.group for channel in CHANNELS} == set(GROUPS)

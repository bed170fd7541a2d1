"""One table of what a robot is at a tick."""

from __future__ import annotations

from dataclasses import fields

from wsusim.model.robot_table import HISTORY, HISTORY_WIDTH, KEPT, ROBOT, SAMPLE, SEEN, Group, seen
from wsusim.model.snapshot import RobotSnapshot


def test_what_can_be_seen_is_what_a_snapshot_holds():
    """A snapshot has the table's fields, and who the robot is and where it is touched."""
    held = {field.name for field in fields(RobotSnapshot)} - {"pose"} | {
        "x_mm",
        "y_mm",
        "heading_rad",
    }

    assert {field.name for field in SEEN} == held - {"id", "kind", "contact_bearings_rad"}


def test_everything_kept_is_eight_bytes_wide():
    """So the kernels' table can be looked at as plain numbers, and a wheel starts on a boundary."""
    assert ROBOT.itemsize % 8 == 0
    assert SAMPLE.itemsize == 8 * sum(field.size for field in SEEN)
    assert HISTORY.itemsize == 8 * HISTORY_WIDTH


def test_the_order_of_the_history_is_for_ever():
    """Digests of old recordings are made over these numbers in this order."""
    assert [(field.name, field.size) for field in KEPT] == [
        ("x_mm", 1),
        ("y_mm", 1),
        ("heading_rad", 1),
        ("left_speed", 1),
        ("right_speed", 1),
        ("arm_position", 1),
        ("jaw_gap_mm", 1),
        ("held_x_mm", 1),
        ("bearings_rad", 3),
        ("left_position", 1),
        ("right_position", 1),
        ("proximity", 8),
        ("ambient", 8),
        ("held", 1),
        ("object_present", 1),
        ("bearing_count", 1),
        ("goal_tick", 1),
        ("leds", 2),
    ]


def test_a_heading_names_the_unit_once():
    """Columns of exported tables say their unit, but not twice."""
    headings = [field.heading for field in seen(Group.PLACE, Group.WHEELS)]

    assert headings == [
        "x_mm",
        "y_mm",
        "heading_rad",
        "left_speed_pulses_per_10ms",
        "left_position_pulses",
        "right_speed_pulses_per_10ms",
        "right_position_pulses",
    ]

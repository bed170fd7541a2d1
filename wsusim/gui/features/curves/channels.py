"""What can be drawn as a curve: one number of a robot at a tick."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from wsusim.control.sensors import SENSOR_NAMES
from wsusim.gui.widgets.phrases import translate
from wsusim.model.snapshot import RobotSnapshot
from wsusim.recording.samples import RobotColumns


class Scale(Enum):
    """Curves with the same scale share a plot."""

    READING = "reading"
    SPEED = "speed"
    PLACE = "place"
    WAY = "way"
    HEADING = "heading"
    COUNTER = "counter"
    ARM = "arm"
    GAP = "gap"
    STATE = "state"


@dataclass(frozen=True, slots=True)
class Channel:
    """One kind of curve.

    Attributes:
        key: Its name in settings and tables.
        scale: The plot it belongs to.
        group: The key of its group in the list of readings.
    """

    key: str
    scale: Scale
    group: str


CHANNELS: tuple[Channel, ...] = (
    *(Channel(f"{name}_proximity", Scale.READING, "proximity") for name in SENSOR_NAMES),
    *(Channel(f"{name}_ambient", Scale.READING, "ambient") for name in SENSOR_NAMES),
    Channel("left_speed", Scale.SPEED, "wheels"),
    Channel("right_speed", Scale.SPEED, "wheels"),
    Channel("left_counter", Scale.COUNTER, "wheels"),
    Channel("right_counter", Scale.COUNTER, "wheels"),
    Channel("x", Scale.PLACE, "place"),
    Channel("y", Scale.PLACE, "place"),
    Channel("heading", Scale.HEADING, "place"),
    Channel("way", Scale.WAY, "place"),
    Channel("arm", Scale.ARM, "gripper"),
    Channel("gap", Scale.GAP, "gripper"),
    Channel("object_present", Scale.STATE, "gripper"),
    Channel("holds", Scale.STATE, "gripper"),
    Channel("resistivity", Scale.ARM, "gripper"),
    Channel("contact_front", Scale.STATE, "contacts"),
    Channel("contact_back", Scale.STATE, "contacts"),
)
"""All of them; a column of a ``History`` each, in this order."""

COLUMN = {channel.key: number for number, channel in enumerate(CHANNELS)}

_FROM_TABLE = {
    "left_speed": "left_speed",
    "right_speed": "right_speed",
    "x": "x_mm",
    "y": "y_mm",
    "arm": "arm_position",
    "gap": "jaw_gap_mm",
    "left_counter": "left_position",
    "right_counter": "right_position",
    "object_present": "object_present",
    "resistivity": "resistivity",
    "contact_front": "contact_front",
    "contact_back": "contact_back",
}
"""Columns that a recording holds as they are, and their names there."""


def values_of(robot: RobotSnapshot, way_mm: float) -> tuple[float, ...]:
    """Return the values of all ``CHANNELS``; ``way_mm`` is how far the robot has driven."""
    return (
        *robot.proximity,
        *robot.ambient,
        robot.left_speed,
        robot.right_speed,
        robot.left_position,
        robot.right_position,
        robot.pose.x_mm,
        robot.pose.y_mm,
        _half_turn_deg(robot.pose.heading_rad),
        way_mm,
        robot.arm_position,
        robot.jaw_gap_mm,
        robot.object_present,
        robot.held_object_id is not None,
        robot.resistivity,
        robot.contact_front,
        robot.contact_back,
    )


def columns_of(robot: RobotColumns, way_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return [channels, samples] of a block of a recording; the same as ``values_of`` of each."""
    made = np.empty((len(CHANNELS), len(way_mm)))
    table = robot.table
    made[:8], made[8:16] = table["proximity"].T, table["ambient"].T
    for key, name in _FROM_TABLE.items():
        made[COLUMN[key]] = table[name]
    heading_deg = np.degrees(table["heading_rad"])
    made[COLUMN["heading"]] = 180.0 - np.mod(180.0 - heading_deg, 360.0)
    made[COLUMN["holds"]] = table["held_object_id"] >= 0
    made[COLUMN["way"]] = way_mm
    return made


def _half_turn_deg(heading_rad: float) -> float:
    """Return a heading in degrees, above -180 and up to 180."""
    return 180.0 - (180.0 - math.degrees(heading_rad)) % 360.0


@dataclass(frozen=True, slots=True)
class Look:
    """How a scale is shown: title of the plot, usual range, digits, smallest range of use."""

    title: str
    fixed: tuple[float, float] | None
    digits: int
    least: float


def look_of(scale: Scale) -> Look:
    """Return how a scale is shown."""
    return {
        Scale.READING: Look(translate("Curves", "Sensors, 0 to 1023"), (0.0, 1023.0), 0, 20.0),
        Scale.SPEED: Look(translate("Curves", "Speed, pulses/10 ms"), (-20.0, 20.0), 1, 2.0),
        Scale.PLACE: Look(translate("Curves", "Place, mm"), None, 1, 10.0),
        Scale.WAY: Look(translate("Curves", "Way, mm"), None, 0, 10.0),
        Scale.HEADING: Look(translate("Curves", "Heading, degrees"), (-180.0, 180.0), 1, 10.0),
        Scale.COUNTER: Look(translate("Curves", "Counters, pulses"), None, 0, 10.0),
        Scale.ARM: Look(translate("Curves", "Gripper, 0 to 255"), (0.0, 255.0), 0, 10.0),
        Scale.GAP: Look(translate("Curves", "Jaws, mm"), None, 1, 4.0),
        Scale.STATE: Look(translate("Curves", "1 yes, 0 no"), (0.0, 1.0), 0, 1.0),
    }[scale]


def group_names() -> dict[str, str]:
    """Return the groups of the list of readings, in order."""
    return {
        "proximity": translate("Curves", "Proximity"),
        "ambient": translate("Curves", "Ambient light"),
        "wheels": translate("Curves", "Wheels"),
        "place": translate("Curves", "Place"),
        "gripper": translate("Curves", "Gripper"),
        "contacts": translate("Curves", "Contacts"),
    }


def channel_name(channel: Channel) -> str:
    """Return what people call it."""
    names = {
        "left_speed": translate("Curves", "left speed"),
        "right_speed": translate("Curves", "right speed"),
        "left_counter": translate("Curves", "left counter"),
        "right_counter": translate("Curves", "right counter"),
        "x": translate("Curves", "x"),
        "y": translate("Curves", "y"),
        "heading": translate("Curves", "heading"),
        "way": translate("Curves", "driven"),
        "arm": translate("Curves", "arm"),
        "gap": translate("Curves", "jaw gap"),
        "object_present": translate("Curves", "light barrier"),
        "holds": translate("Curves", "holds"),
        "resistivity": translate("Curves", "resistivity"),
        "contact_front": translate("Curves", "contact in front"),
        "contact_back": translate("Curves", "contact behind"),
    }
    if channel.key in names:
        return names[channel.key]
    place = {
        "left": translate("Curves", "left"),
        "left_45": translate("Curves", "left 45°"),
        "front_left": translate("Curves", "front left"),
        "front_right": translate("Curves", "front right"),
        "right_45": translate("Curves", "right 45°"),
        "right": translate("Curves", "right"),
        "back_right": translate("Curves", "back right"),
        "back_left": translate("Curves", "back left"),
    }[channel.key.rpartition("_")[0]]
    if channel.group == "ambient":
        return translate("Curves", "ambient {place}").format(place=place)
    return place

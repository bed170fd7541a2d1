"""The texts of the curves: names of channels and groups, and how each scale is shown."""

from __future__ import annotations

from dataclasses import dataclass

from wsusim.analysis.curve_channels import Channel, Scale
from wsusim.gui.widgets.phrases import sensor_names, translate
from wsusim.model.robot_kind import RobotKind
from wsusim.model.robot_table import Group


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
        Scale.PLACE: Look(translate("Curves", "Position, mm"), None, 1, 10.0),
        Scale.WAY: Look(translate("Curves", "Distance driven, mm"), None, 0, 10.0),
        Scale.HEADING: Look(translate("Curves", "Heading, degrees"), (-180.0, 180.0), 1, 10.0),
        Scale.COUNTER: Look(translate("Curves", "Counters, pulses"), None, 0, 10.0),
        Scale.ARM: Look(translate("Curves", "Gripper, 0 to 255"), (0.0, 255.0), 0, 10.0),
        Scale.GAP: Look(translate("Curves", "Jaws, mm"), None, 1, 4.0),
        Scale.STATE: Look(translate("Curves", "1 yes, 0 no"), (0.0, 1.0), 0, 1.0),
    }[scale]


def group_names() -> dict[Group, str]:
    """Return the groups of the list of readings, in order."""
    return {
        Group.PROXIMITY: translate("Curves", "Proximity"),
        Group.AMBIENT: translate("Curves", "Ambient light"),
        Group.WHEELS: translate("Curves", "Wheels"),
        Group.PLACE: translate("Curves", "Position"),
        Group.GRIPPER: translate("Curves", "Gripper"),
        Group.CONTACTS: translate("Curves", "Contacts"),
        Group.FLOOR: translate("Curves", "Floor"),
    }


def channel_name(channel: Channel, kind: RobotKind) -> str:
    """Return the name of a channel for people, for a kind of robot."""
    if channel.place is None:
        return {
            "left_speed": translate("Curves", "left speed"),
            "right_speed": translate("Curves", "right speed"),
            "left_position": translate("Curves", "left counter"),
            "right_position": translate("Curves", "right counter"),
            "x_mm": translate("Curves", "x"),
            "y_mm": translate("Curves", "y"),
            "heading_deg": translate("Curves", "heading"),
            "distance_mm": translate("Curves", "driven"),
            "arm_position": translate("Curves", "arm"),
            "jaw_gap_mm": translate("Curves", "jaw gap"),
            "object_present": translate("Curves", "light barrier"),
            "holds": translate("Curves", "holds"),
            "resistivity": translate("Curves", "resistivity"),
            "contact_front": translate("Curves", "contact in front"),
            "contact_back": translate("Curves", "contact behind"),
            "floor_left": translate("Curves", "floor left"),
            "floor_right": translate("Curves", "floor right"),
        }[channel.key]
    place = sensor_names(kind)[channel.place]
    if channel.group is Group.AMBIENT:
        return translate("Curves", "ambient {place}").format(place=place)
    return place

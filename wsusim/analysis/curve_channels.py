"""What can be drawn as a curve: the visible numbers of the robot table, and three more."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wsusim.model.robot_table import Field, Group, seen
from wsusim.recording.samples import RobotColumns
from wsusim.robots import robot_kind


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
        key: Its name in settings.
        heading: At the head of a column of numbers, unit included.
        scale: The plot it belongs to.
        group: Where it stands in the list of readings.
        field: Its name in the robot table.
        place: Among the numbers of that field, if it has several.
    """

    key: str
    heading: str
    scale: Scale
    group: Group
    field: str
    place: int | None = None


WAY, HEADING, HOLDS = "distance_mm", "heading_deg", "holds"
"""Channels that are worked out: how far it has driven, its heading as people say it, whether the
jaws hold something."""

GROUPS = (
    Group.PROXIMITY,
    Group.AMBIENT,
    Group.WHEELS,
    Group.PLACE,
    Group.GRIPPER,
    Group.CONTACTS,
    Group.FLOOR,
)

_SCALES = {
    "pulses per 10 ms": Scale.SPEED,
    "pulses": Scale.COUNTER,
    "mm": Scale.PLACE,
    "": Scale.ARM,
}
"""By the unit of a field that has no scale of its own."""


def _scale(field: Field) -> Scale:
    if field.size > 1 or field.group is Group.FLOOR:
        return Scale.READING
    if field.kind == "flag":
        return Scale.STATE
    return Scale.GAP if field.name == "jaw_gap_mm" else _SCALES[field.unit]


_NAMES = [mount.name for mount in robot_kind("khepera1").sensors]
"""Keys of the sensors' channels, on robots of other kinds too."""


def _channels(field: Field) -> tuple[Channel, ...]:
    assert field.group is not None
    if field.name == "heading_rad":
        return (Channel(HEADING, HEADING, Scale.HEADING, field.group, field.name),)
    if field.name == "held_object_id":
        return (Channel(HOLDS, HOLDS, Scale.STATE, field.group, field.name),)
    if field.size == 1:
        return (Channel(field.name, field.heading, _scale(field), field.group, field.name),)
    return tuple(
        Channel(f"{name}_{field.name}", f"{name}_{field.heading}", _scale(field), field.group,
                field.name, place)
        for place, name in enumerate(_NAMES)
    )  # fmt: skip


CHANNELS: tuple[Channel, ...] = (
    *(
        channel
        for group in GROUPS
        for field in seen(group)
        if field.is_curve
        for channel in _channels(field)
    ),
    Channel(WAY, WAY, Scale.WAY, Group.PLACE, WAY),
)
"""All of them; a column of a ``History`` each, in this order."""

COLUMN = {channel.key: number for number, channel in enumerate(CHANNELS)}


def columns_of(robot: RobotColumns, way_mm: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return [channels, samples] of a block of samples; ``way_mm``: how far it has driven then."""
    made = np.empty((len(CHANNELS), len(way_mm)), dtype=np.float32)
    for row, channel in zip(made, CHANNELS, strict=True):
        if channel.key == WAY:
            row[:] = way_mm
        else:
            row[:] = _column(channel, robot.table[channel.field])
    return made


def _column(channel: Channel, values: NDArray[Any]) -> Any:
    if channel.key == HEADING:  # above -180 and up to 180
        return 180.0 - np.mod(180.0 - np.degrees(values), 360.0)
    if channel.key == HOLDS:
        return values >= 0
    return values if channel.place is None else values[:, channel.place]

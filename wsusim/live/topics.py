"""The topics of the stream, on which scene, page, manual and other windows agree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from wsusim.model.robot_table import Field, Group, seen
from wsusim.model.snapshot import RobotSnapshot

if TYPE_CHECKING:
    from wsusim.live.shapes import RowField

PROTOCOL = 1
"""Version of the stream. A client that knows another one says so and stops."""

ROBOT_FIELDS: tuple[Field, ...] = seen(Group.PLACE, Group.WHEELS, Group.GRIPPER, Group.LEDS)
"""A row of ``robots``."""

READING_FIELDS: tuple[Field, ...] = (
    *seen(Group.PROXIMITY, Group.AMBIENT, Group.CONTACTS),
    Field("rad", "where it is touched, from its centre", name="contact_bearings_rad"),
    Field("mm", "length of the way driven so far", name="distance_mm"),
    Field("", "how often it came to touch something", name="contacts", kind="whole"),
    Field("ticks", "during which it touched", name="contact_ticks", kind="whole"),
)
"""A row of ``readings``."""

ALWAYS = ("run", "robots", "things", "mission", "match", "roster")
CHOICE = ("readings", "rays", "trails", "says", "drawings", "prints", "thoughts", "eye")
"""Topics that a viewer can do without."""

OF_ONE = ("rays", "thoughts", "eye")
"""Topics of which a viewer gets one robot's, which it chooses: they are large, or cost much."""

TOPICS: dict[str, str] = {
    "run": "by name: `phase` (loading, going, ended), `is_paused`, `end` (why it ended), `note`",
    "robots": "by number, from 0: a row of numbers as `fields.robots` of the scene names them",
    "things": "by id, what robots can push: `[x_mm, y_mm, id of the robot that holds it or -1]`; "
    "of a box its heading (rad), too",
    "mission": "by name: `achieved`, `goal_time_s`, `caps_delivered`, `robots_in_goal` (ids);"
    " in a game of soccer `score`: goals left, goals right, half",
    "match": "of a CiberMouse match, by name: `phase`, `time` (cycles so far)",
    "roster": "of a CiberMouse match, by number of the robot: name, state, score, lamps and more",
    "eye": "what a robot's eye sees, by number of the robot: `width`, `height`, `png` (base64)",
    "thoughts": "what an agent of a match thinks, by number of the robot: its map, path and words",
    "readings": "by number of the robot: a row as `fields.readings` of the scene names them",
    "rays": "by number of the robot: `[x0_mm, y0_mm, x1_mm, y1_mm, 1 where it meets something]`",
    "trails": "log, by number of the robot: `[x_mm, y_mm]`, at least 3 mm from each other",
    "says": "by number of the robot: what its controller says",
    "drawings": "log, by number of the robot: `[shape, colour, text, [[x_mm, y_mm], ...]]`",
    "prints": "log, `all`: `[tick, number of the robot or -1, text]`",
}

TOPICS_ON_DEMAND = ("rays", "eye")
"""Topics that are made only on demand."""

LOGS = ("trails", "drawings", "prints")
"""Topics that grow: entries are numbered from 0, and the oldest ones go."""

USUAL = tuple(topic for topic in CHOICE if topic not in OF_ONE)
"""What a viewer gets that has not said what it wants."""


def row_of(robot: RobotSnapshot, fields: Iterable[Field]) -> list[Any]:
    """Return a snapshot's values of some fields, rounded to what is visible."""
    return [_value(robot, field) for field in fields]


def _value(robot: RobotSnapshot, field: Field) -> Any:
    holder: Any = robot.pose if hasattr(robot.pose, field.name) else robot
    value = getattr(holder, field.name)
    if isinstance(value, float):
        return round(value, 4 if field.unit == "rad" else 2)
    if value is None:
        return -1
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, tuple):
        return [round(one, 4) if isinstance(one, float) else int(one) for one in value]
    return value


def described(fields: Iterable[Field]) -> list[RowField]:
    """Return names, units and meanings of fields, for the scene."""
    return [{"name": f.name, "unit": f.unit, "meaning": f.meaning, "size": f.size} for f in fields]

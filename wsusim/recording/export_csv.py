"""A recording as tables: a CSV file for each subject, with units in the headings."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

from wsusim.model.commands import Draw, Plot, SendRadio, Variables
from wsusim.model.robot_table import NOTHING, OF_SENSORS, Field, Group, seen
from wsusim.model.snapshot import Snapshot
from wsusim.model.units import ticks_to_seconds
from wsusim.recording import contents
from wsusim.recording.csv_tables import Table, write_tables
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.samples import RobotColumns
from wsusim.robots import robot_kind

Row = Sequence[Any]
COMMAND_VALUES = 4
"""The command with the most numbers (``SetProfile``) has four."""


def export_csv(recording: Recording, folder: Path, *, overwrite: bool = False) -> list[Path]:
    """Write the tables into ``folder``, created if necessary; return their files.

    Robots are counted from 1, as on the terminal; times are simulated seconds.

    Raises:
        BadRecording: A table is there already, or the folder can't be written.
    """
    player, sensors = Player(recording), len(_sensor_names(recording))
    sees_floor = bool(recording.header.world.floor_pictures)
    readings = (*_READING_FIELDS, *(seen(Group.FLOOR) if sees_floor else ()))
    tables: dict[str, Table] = {
        "poses": (
            _headings(recording, _POSE_FIELDS),
            lambda: _robots(player, _POSE_FIELDS, sensors),
        ),
        "readings": (
            _headings(recording, readings),
            lambda: _robots(player, readings, sensors),
        ),
        "objects": (_OBJECT_HEADINGS, lambda: _objects(player.snapshots())),
        "commands": (_COMMAND_HEADINGS, lambda: _commands(recording)),
        "values": (("time_s", "robot", "name", "value"), lambda: _values(recording)),
        "events": (("time_s", "robot", "event", "value"), lambda: _events(recording)),
        "prints": (("time_s", "robot", "kind", "text"), lambda: _prints(recording)),
    }
    if recording.header.real_robot is not None:
        tables["answers"] = (_answer_headings(recording), lambda: _answers(recording))
    return write_tables(folder, tables, overwrite=overwrite)


_POSE_FIELDS = seen(Group.PLACE, Group.WHEELS, Group.CONTACTS)
_READING_FIELDS = seen(Group.PROXIMITY, Group.AMBIENT, Group.GRIPPER)


def _headings(recording: Recording, fields: Sequence[Field]) -> Row:
    """Return the names of columns; sensors are numbered if the robots have different ones."""
    names = _sensor_names(recording)
    columns: list[str] = ["time_s", "robot"]
    for field in fields:
        if field.size > 1:
            columns += [f"{field.name}_{name}" for name in names]
        else:
            columns.append("heading_deg" if field.name == "heading_rad" else field.heading)
    return columns


def _sensor_names(recording: Recording) -> tuple[str, ...]:
    kinds = [robot_kind(robot.kind) for robot in recording.header.world.robots]
    sets = list(dict.fromkeys(tuple(mount.name for mount in kind.sensors) for kind in kinds))
    if len(sets) == 1:
        return sets[0]
    return tuple(map(str, range(max(map(len, sets), default=0))))


def _robots(player: Player, fields: Sequence[Field], sensors: int) -> Iterator[Row]:
    """Yield the visible state of each robot, sample by sample, with equal numbers of sensors."""
    for block in player.blocks():
        columns = [[_column(robot, field, sensors) for field in fields] for robot in block.robots]
        for index, tick in enumerate(block.ticks):
            for number, values in enumerate(columns, 1):
                yield (
                    ticks_to_seconds(tick),
                    number,
                    *(cell for column in values for cell in column[index]),
                )


def _column(robot: RobotColumns, field: Field, sensors: int) -> list[list[Any]]:
    """Return a field as [samples][numbers] for people; nothing for missing sensors."""
    cells: list[list[Any]] = robot.table[field.name].reshape(-1, field.size).tolist()
    if field.group in OF_SENSORS:
        missing = [None] * (sensors - robot.sensors)
        return [row[: robot.sensors] + missing for row in cells]
    if field.name == "heading_rad":
        return [[math.degrees(heading)] for (heading,) in cells]
    if field.name == "held_object_id":
        return [[None if held == NOTHING else held] for (held,) in cells]
    return cells


def _answer_headings(recording: Recording) -> Row:
    """Return headings for as many values as the longest answer has: a picture has 64."""
    longest = max((len(r.values) for r in contents.readings(recording)), default=0)
    values = [f"value_{k}" for k in range(1, longest + 1)]
    return "time_s", "robot", "quantity", "age_ms", "asked_by", *values


def _answers(recording: Recording) -> Iterator[Row]:
    """Yield a real robot's answers as they arrived."""
    for reading in contents.readings(recording):
        asked_by = "controller" if reading.is_asked_by_controller else "wsusim"
        yield (
            ticks_to_seconds(reading.tick), reading.robot + 1, reading.quantity.name.lower(),
            reading.age_ms, asked_by, *reading.values,
        )  # fmt: skip


_OBJECT_HEADINGS = ("time_s", "object", "kind", "x_mm", "y_mm", "held_by_robot")


def _objects(snapshots: Iterable[Snapshot]) -> Iterator[Row]:
    """Yield every object's place at first, and then whenever it changes."""
    last: dict[int, tuple[float, float, int | None]] = {}
    for snapshot in snapshots:
        numbers = {robot.id: number for number, robot in enumerate(snapshot.robots, 1)}
        for item in snapshot.objects:
            place = (item.x_mm, item.y_mm, item.held_by)
            if last.get(item.id) != place:
                last[item.id] = place
                holder = None if item.held_by is None else numbers.get(item.held_by)
                yield (
                    ticks_to_seconds(snapshot.tick),
                    item.id,
                    item.kind,
                    item.x_mm,
                    item.y_mm,
                    holder,
                )


_COMMAND_HEADINGS = (
    "time_s", "robot", "command", *(f"value_{k}" for k in range(1, COMMAND_VALUES + 1)), "text",
)  # fmt: skip


def _commands(recording: Recording) -> Iterator[Row]:
    numbers: list[Any]
    for tick, robot, value in contents.inputs(recording):
        if isinstance(value, Plot | Variables):
            continue  # a table of their own
        if isinstance(value, Draw):
            numbers = []
            text = f"{value.shape} {value.colour} {value.points_mm} {value.text}".strip()
        elif isinstance(value, SendRadio):
            numbers, text = [value.to], bytes(value.data).decode("utf-8", "replace")
        else:
            fields = astuple(value)
            numbers = [int(f) if isinstance(f, bool) else f for f in fields if not _is_text(f)]
            text = "".join(f for f in fields if _is_text(f))
        numbers += [None] * (COMMAND_VALUES - len(numbers))
        yield ticks_to_seconds(tick), robot + 1, type(value).__name__, *numbers, text


def _values(recording: Recording) -> Iterator[Row]:
    """Yield what programs plotted and the values of their variables, at each change."""
    for tick, robot, value in contents.inputs(recording):
        if isinstance(value, Plot):
            for name, number in value.values:
                yield ticks_to_seconds(tick), robot + 1, f"plot.{name}", number
        elif isinstance(value, Variables):
            for name, held in value.changes:
                yield ticks_to_seconds(tick), robot + 1, name, held


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _events(recording: Recording) -> Iterator[Row]:
    for event in contents.events(recording):
        robot = None if event.robot is None else event.robot + 1
        yield ticks_to_seconds(event.tick), robot, event.kind, event.value


def _prints(recording: Recording) -> Iterator[Row]:
    for line in contents.lines(recording):
        robot = None if line.robot is None else line.robot + 1
        yield ticks_to_seconds(line.tick), robot, line.kind, line.text.removesuffix("\n")

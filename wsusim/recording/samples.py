"""Columns of samples: what every robot and object was at each of a row of ticks.

A block of samples is the recording's unit: most of a simulated second, a column for each quantity,
so that a message costs little to write and compresses well. A column that never changes within its
block is written as a single number. The fields are those of ``model.snapshot``, and a block read
back gives exactly the snapshots it was made from.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import orjson
from numpy.typing import DTypeLike, NDArray

from wsusim.model.geometry import Pose
from wsusim.model.robot_kind import MOST_SENSORS
from wsusim.model.robot_table import NOTHING, OF_SENSORS, SAMPLE, SEEN, Field
from wsusim.model.snapshot import MissionSnapshot, ObjectSnapshot, RobotSnapshot, Score, Snapshot
from wsusim.model.world import MovableKind
from wsusim.recording.typed import Tick, checked

Rows = NDArray[np.void]

MOST_SAMPLES = 10_000
"""In a block; there are 80 at most in those that wsusim writes."""

_Mission = tuple[int, bool, float | None, int, tuple[int, ...]]
_Game = tuple[int, bool, float | None, int, tuple[int, ...], int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class RobotColumns:
    """One robot's samples, a row each."""

    id: int
    kind: str
    table: Rows
    """[samples] of ``SAMPLE``: ``table["x_mm"]`` is a column."""
    bearings: tuple[tuple[float, ...], ...]
    """Contact bearings of each sample; empty when nothing was touched in the whole block."""
    sensors: int = MOST_SENSORS
    """How many it has: the table has room for more, and what is there is 0."""

    @property
    def track(self) -> NDArray[np.float64]:
        """[samples, 3] x_mm, y_mm, heading_rad."""
        return np.column_stack([self.table[name] for name in ("x_mm", "y_mm", "heading_rad")])


@dataclass(frozen=True, slots=True, eq=False)
class ObjectColumns:
    """The samples of one loose thing, a row each."""

    id: int
    kind: MovableKind
    places_mm: NDArray[np.float64]
    """[samples, 2]"""
    held_by: NDArray[np.int64]
    """[samples] id of a robot, or ``NOTHING``"""
    headings_rad: NDArray[np.float64] | None = None
    """[samples] of a box"""


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """A block: ``ticks[k]`` is the tick of each column's row k.

    ``missions`` holds (index of the first sample, state) for each state within the block.
    ``digest`` covers everything in all ticks since the previous block, sampled or not.
    """

    ticks: tuple[int, ...]
    robots: tuple[RobotColumns, ...]
    objects: tuple[ObjectColumns, ...]
    missions: tuple[tuple[int, MissionSnapshot], ...]
    digest: str = ""


def from_snapshots(snapshots: Sequence[Snapshot], digest: str = "") -> Samples:
    """Return the block of at least one snapshot of the same world."""
    first = snapshots[0]
    return Samples(
        ticks=tuple(snapshot.tick for snapshot in snapshots),
        robots=tuple(
            _robot_columns([snapshot.robots[number] for snapshot in snapshots])
            for number in range(len(first.robots))
        ),
        objects=tuple(
            _object_columns([snapshot.objects[number] for snapshot in snapshots])
            for number in range(len(first.objects))
        ),
        missions=_changes([snapshot.mission for snapshot in snapshots]),
        digest=digest,
    )


def _robot_columns(rows: Sequence[RobotSnapshot]) -> RobotColumns:
    table = np.array([tuple(_seen_of(row, field) for field in SEEN) for row in rows], SAMPLE)
    bearings = tuple(row.contact_bearings_rad for row in rows)
    first = rows[0]
    return RobotColumns(
        first.id, first.kind, table, bearings if any(bearings) else (), len(first.proximity)
    )


def _seen_of(robot: RobotSnapshot, field: Field) -> Any:
    """Return a snapshot's values for a field of the table."""
    value = getattr(robot.pose if hasattr(robot.pose, field.name) else robot, field.name)
    if field.group in OF_SENSORS:
        return (*value, *(0,) * (field.size - len(value)))
    return NOTHING if value is None else value


def _object_columns(rows: Sequence[ObjectSnapshot]) -> ObjectColumns:
    return ObjectColumns(
        id=rows[0].id,
        kind=rows[0].kind,
        places_mm=np.array([(o.x_mm, o.y_mm) for o in rows], dtype=np.float64),
        held_by=np.array([_id(o.held_by) for o in rows], dtype=np.int64),
        headings_rad=np.array([o.heading_rad for o in rows]) if rows[0].kind == "box" else None,
    )


def _id(value: int | None) -> int:
    return NOTHING if value is None else value


def _changes(missions: Sequence[MissionSnapshot]) -> tuple[tuple[int, MissionSnapshot], ...]:
    return tuple(
        (index, mission)
        for index, mission in enumerate(missions)
        if index == 0 or mission != missions[index - 1]
    )


# Writing


def to_json(samples: Samples) -> bytes:
    """Return the message of a block."""
    return orjson.dumps(
        {
            "ticks": _ticks_json(samples.ticks),
            "digest": samples.digest,
            "robots": [_robot_json(robot) for robot in samples.robots],
            "objects": [_object_json(item) for item in samples.objects],
            "mission": [
                [index, mission.achieved, mission.goal_time_s, mission.caps_delivered,
                 mission.robots_in_goal, *_score_json(mission)]
                for index, mission in samples.missions
            ],
        }
    )  # fmt: skip


def _score_json(mission: MissionSnapshot) -> tuple[int, ...]:
    score = mission.score
    return () if score is None else (score.left, score.right, score.half)


def _ticks_json(ticks: tuple[int, ...]) -> dict[str, int] | tuple[int, ...]:
    """Return evenly spaced ticks as first, step and count, others unchanged."""
    step = max(ticks[1] - ticks[0], 1) if len(ticks) > 1 else 1
    if ticks != tuple(range(ticks[0], ticks[0] + step * len(ticks), step)):
        return ticks
    return {"first": ticks[0], "step": step, "count": len(ticks)}


def _robot_json(robot: RobotColumns) -> dict[str, Any]:
    columns: dict[str, Any] = {"id": robot.id, "kind": robot.kind}
    for field in SEEN:
        if field.is_optional and not robot.table[field.name].any():
            continue
        values = _columns(robot.table[field.name].reshape(-1, field.size))
        if field.group in OF_SENSORS:
            values = values[: robot.sensors]
        columns[field.name] = values if field.size > 1 else values[0]
    columns["contact_bearings_rad"] = robot.bearings
    return columns


def _object_json(item: ObjectColumns) -> dict[str, Any]:
    x_mm, y_mm = _columns(item.places_mm)
    (held_by,) = _columns(item.held_by.reshape(-1, 1))
    fields = {"id": item.id, "kind": item.kind, "x_mm": x_mm, "y_mm": y_mm, "held_by": held_by}
    if item.headings_rad is not None:
        (fields["heading_rad"],) = _columns(item.headings_rad.reshape(-1, 1))
    return fields


def _columns(table: NDArray[np.float64] | NDArray[np.int64]) -> list[Any]:
    """Return each column as a list, or as one number where it never changes."""
    is_constant = (table == table[0]).all(axis=0).tolist()
    return [
        column[0] if constant else column
        for column, constant in zip(table.T.tolist(), is_constant, strict=True)
    ]


# Reading


def from_json(data: bytes) -> Samples:
    """Return the block of a message; raises ``ValueError`` or ``KeyError`` if it is none."""
    fields = orjson.loads(data)
    ticks = _ticks(fields["ticks"])
    count = len(ticks)
    return Samples(
        ticks=ticks,
        robots=tuple(_robot(robot, count) for robot in fields["robots"]),
        objects=tuple(_object(item, count) for item in fields["objects"]),
        missions=tuple(
            (
                index,
                MissionSnapshot(
                    achieved, goal_time_s, caps, robots, Score(*score) if score else None
                ),
            )
            for index, achieved, goal_time_s, caps, robots, *score in checked(
                list[_Mission | _Game], fields["mission"]
            )
        ),
        digest=fields["digest"],
    )


def _ticks(value: Any) -> tuple[int, ...]:
    if isinstance(value, dict):
        first, step, count = value["first"], value["step"], value["count"]
        value = range(first, first + step * count, step)[: MOST_SAMPLES + 1]
    ticks = checked(tuple[Tick, ...], value[: MOST_SAMPLES + 1])
    if not 0 < len(ticks) <= MOST_SAMPLES or any(a >= b for a, b in itertools.pairwise(ticks)):
        raise ValueError("its ticks are none, too many, or out of order")
    return ticks


def _robot(fields: dict[str, Any], count: int) -> RobotColumns:
    table = np.zeros(count, SAMPLE)
    sensors = len(fields["proximity"])
    for field in SEEN:
        column = fields.get(field.name, 0) if field.is_optional else fields[field.name]
        if field.size > 1:
            wanted = sensors if field.group in OF_SENSORS else field.size
            if not len(column) == wanted <= field.size:
                raise ValueError(f"{field.name} has {len(column)} columns")
            table[field.name][:, :wanted] = _table(column, count, field.dtype)
        else:
            table[field.name] = column
        if not np.isfinite(table[field.name]).all():
            raise ValueError(f"{field.name} is no number")
    return RobotColumns(
        id=fields["id"],
        kind=fields["kind"],
        table=table,
        bearings=_bearings(fields["contact_bearings_rad"], count),
        sensors=sensors,
    )


def _bearings(value: Any, count: int) -> tuple[tuple[float, ...], ...]:
    bearings = checked(tuple[tuple[float, ...], ...], value)
    if len(bearings) not in (0, count):
        raise ValueError("its contacts are not those of its samples")
    return bearings


def _object(fields: dict[str, Any], count: int) -> ObjectColumns:
    return ObjectColumns(
        id=fields["id"],
        kind=fields["kind"],
        places_mm=_table([fields["x_mm"], fields["y_mm"]], count, np.float64),
        held_by=_table([fields["held_by"]], count, np.int64)[:, 0],
        headings_rad=(
            _table([fields["heading_rad"]], count, np.float64)[:, 0]
            if fields["kind"] == "box"
            else None
        ),
    )


def _table(columns: list[Any], count: int, dtype: DTypeLike) -> NDArray[Any]:
    """Return columns (lists, or one number for all rows) as a table of ``count`` rows."""
    table: NDArray[Any] = np.empty((count, len(columns)), dtype=dtype)
    for number, column in enumerate(columns):
        table[:, number] = column
    return table


def snapshot_at(samples: Samples, index: int) -> Snapshot:
    """Return sample number ``index`` as the snapshot it was made from."""
    mission = next(state for first, state in reversed(samples.missions) if first <= index)
    return Snapshot(
        tick=samples.ticks[index],
        robots=tuple(_robot_snapshot(robot, index) for robot in samples.robots),
        objects=tuple(_object_snapshot(item, index) for item in samples.objects),
        mission=mission,
    )


def _robot_snapshot(robot: RobotColumns, index: int) -> RobotSnapshot:
    seen = {
        field.name: _to_snapshot(field, value, robot.sensors)
        for field, value in zip(SEEN, robot.table[index].item(), strict=True)
    }
    return RobotSnapshot(
        id=robot.id,
        kind=robot.kind,
        pose=Pose(*(seen.pop(name) for name in ("x_mm", "y_mm", "heading_rad"))),
        contact_bearings_rad=robot.bearings[index] if robot.bearings else (),
        **seen,
    )


def _to_snapshot(field: Field, value: Any, sensors: int) -> Any:
    if field.group in OF_SENSORS:
        return tuple(value[:sensors].tolist())
    if field.size > 1:
        return tuple(value.astype(bool).tolist() if field.kind == "flag" else value.tolist())
    if field.kind == "flag":
        return bool(value)
    return None if field.name == "held_object_id" and value == NOTHING else value


def _object_snapshot(item: ObjectColumns, index: int) -> ObjectSnapshot:
    held_by = int(item.held_by[index])
    x_mm, y_mm = item.places_mm[index].tolist()
    heading_rad = 0.0 if item.headings_rad is None else float(item.headings_rad[index])
    holder = None if held_by == NOTHING else held_by
    return ObjectSnapshot(item.id, item.kind, x_mm, y_mm, holder, heading_rad)

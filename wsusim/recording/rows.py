"""From the rows that the tick kernel writes to columns of samples, for many ticks at once.

The result equals, field by field and bit by bit, what ``Simulation.snapshot`` gives at each of
these ticks; the rare parts (contacts, held objects) therefore use the same scalar functions.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.floor import FloorView
from wsusim.model.geometry import Pose, wrap_rad
from wsusim.model.robot_table import (
    HISTORY,
    HISTORY_WIDTH,
    MISSION_WIDTH,
    NOTHING,
    SAMPLE,
    SOCCER_WIDTH,
    row_width,
)
from wsusim.model.snapshot import MissionSnapshot, Score
from wsusim.model.units import ticks_to_seconds
from wsusim.model.world import Box, World, kind_of_movable
from wsusim.recording.samples import ObjectColumns, RobotColumns, Rows, Samples
from wsusim.robots import robot_kind

Table = NDArray[np.float64]

_AS_THEY_ARE = [name for name in SAMPLE.names or () if name in (HISTORY.names or ())]
"""What a sample takes over from the history."""


@dataclass(frozen=True, slots=True)
class RowPlan:
    """What a world's rows describe, as plain values that can be sent through a pipe.

    Attributes:
        robots: (id, kind, number of sensors) of each.
        things: (id, kind, resistivity) of each loose thing; boxes come last: none is ever held.
        lights: Number of discs before them.
        sample_ticks: Ticks from one sample to the next.
        open_circuit: Resistivity that is read while nothing is held.
        sideways_rad: Contacts up to this bearing are in front.
        floor: What floor sensors see; ``None`` in a maze without a floor picture.
        is_soccer: Whether the rows end with a score.
    """

    robots: tuple[tuple[int, str, int], ...]
    things: tuple[tuple[int, str, int], ...]
    lights: int
    sample_ticks: int
    open_circuit: int
    sideways_rad: float
    floor: FloorView | None = None
    is_soccer: bool = False

    @classmethod
    def of(
        cls, world: World, sample_ticks: int, *, seed: int = 0, is_ideal: bool = False
    ) -> RowPlan:
        """Return the plan of a world, for a run with this seed."""
        # Here and not above: reading rows by a plan needs neither engine nor compiler.
        from wsusim.engine.orders import OPEN_CIRCUIT
        from wsusim.engine.snapshots import SIDEWAYS_RAD

        return cls(
            robots=tuple(
                (robot.id, robot.kind, len(robot_kind(robot.kind).sensors))
                for robot in world.robots
            ),
            things=tuple(
                (
                    thing.id,
                    kind_of_movable(thing),
                    0 if isinstance(thing, Box) else thing.resistivity,
                )
                for thing in world.movables
            ),
            lights=len(world.lights),
            sample_ticks=sample_ticks,
            open_circuit=OPEN_CIRCUIT,
            sideways_rad=SIDEWAYS_RAD,
            floor=FloorView(world, seed=seed, ideal=is_ideal) if world.floor_pictures else None,
            is_soccer=world.mission.kind == "soccer",
        )

    @property
    def width(self) -> int:
        """How many numbers a row holds."""
        return row_width(len(self.robots), len(self.things), self.boxes, is_soccer=self.is_soccer)

    @property
    def boxes(self) -> int:
        """How many of the things are boxes."""
        return sum(kind == "box" for _, kind, _ in self.things)

    @property
    def mission_at(self) -> int:
        """Place of the mission's figures in a row; the boxes' headings follow them."""
        return len(self.robots) * HISTORY_WIDTH + 2 * len(self.things)


def digest_of(rows: Table) -> str:
    """Return a checksum of every number of every tick, which protects only against chance."""
    return f"{zlib.crc32(rows.tobytes()):08x}"


def samples_of_rows(plan: RowPlan, first_tick: int, rows: Table) -> Samples | None:
    """Return the samples among the rows from ``first_tick`` on, if there are any."""
    skipped = -first_tick % plan.sample_ticks
    table = rows[skipped :: plan.sample_ticks]
    if not len(table):
        return None
    start = first_tick + skipped
    return Samples(
        ticks=tuple(range(start, first_tick + len(rows), plan.sample_ticks)),
        robots=tuple(_robot(plan, number, table, start) for number in range(len(plan.robots))),
        objects=tuple(_object(plan, number, table) for number in range(len(plan.things))),
        missions=_missions(plan, table),
        digest=digest_of(rows),
    )


def _part(number: int, table: Table) -> Rows:
    """Return a robot's part of the rows, as [rows] of ``HISTORY``."""
    return table[:, number * HISTORY_WIDTH : (number + 1) * HISTORY_WIDTH].view(HISTORY)[:, 0]


def _robot(plan: RowPlan, number: int, table: Table, start: int) -> RobotColumns:
    robot_id, kind, sensors = plan.robots[number]
    part = _part(number, table)
    samples = np.zeros(len(table), SAMPLE)
    for name in _AS_THEY_ARE:
        samples[name] = part[name]
    samples["held_object_id"] = NOTHING
    samples["resistivity"] = plan.open_circuit
    for index in np.flatnonzero(part["held"] >= 0).tolist():
        thing_id, _, resistivity = plan.things[int(part["held"][index]) - plan.lights]
        samples["held_object_id"][index] = thing_id
        samples["resistivity"][index] = resistivity
    if plan.floor is not None:
        _read_floor(samples, plan, number, start)
    bearings = _bearings(part) if part["bearing_count"].any() else ()
    for index, directions in enumerate(bearings):
        in_front = [abs(bearing) <= plan.sideways_rad for bearing in directions]
        samples["contact_front"][index] = any(in_front)
        samples["contact_back"][index] = not all(in_front)
    return RobotColumns(robot_id, kind, samples, bearings, sensors)


def _read_floor(samples: Rows, plan: RowPlan, number: int, start: int) -> None:
    """Add the floor sensors' readings of a robot; the first sample is of tick ``start``."""
    assert plan.floor is not None
    for index, row in enumerate(samples):
        pose = Pose(float(row["x_mm"]), float(row["y_mm"]), float(row["heading_rad"]))
        tick = start + index * plan.sample_ticks
        row["floor_left"], row["floor_right"] = plan.floor.recorded(number, pose, tick)


def _bearings(part: Rows) -> tuple[tuple[float, ...], ...]:
    return tuple(
        tuple(wrap_rad(direction - heading) for direction in directions[: int(count)])
        for count, heading, directions in zip(
            part["bearing_count"].tolist(),
            part["heading_rad"].tolist(),
            part["bearings_rad"].tolist(),
            strict=True,
        )
    )


def _object(plan: RowPlan, number: int, table: Table) -> ObjectColumns:
    thing_id, kind, _ = plan.things[number]
    start = len(plan.robots) * HISTORY_WIDTH + 2 * number
    places = table[:, start : start + 2].copy()
    held_by = np.full(len(table), NOTHING, np.int64)
    for robot, (robot_id, _, _) in enumerate(plan.robots):
        part = _part(robot, table)
        held = np.flatnonzero(part["held"] == number + plan.lights)
        held_by[held] = robot_id
        for index in held.tolist():
            row = part[index]
            pose = Pose(float(row["x_mm"]), float(row["y_mm"]), float(row["heading_rad"]))
            places[index] = pose.place((float(row["held_x_mm"]), 0.0))
    headings = None
    if kind == "box":
        first = plan.mission_at + MISSION_WIDTH - (len(plan.things) - plan.boxes)
        headings = table[:, first + number].copy()
    return ObjectColumns(thing_id, kind, places, held_by, headings)  # type: ignore[arg-type]


def _missions(plan: RowPlan, table: Table) -> tuple[tuple[int, MissionSnapshot], ...]:
    goal_ticks = [_part(number, table)["goal_tick"] for number in range(len(plan.robots))]
    figures = table[:, plan.mission_at : plan.mission_at + MISSION_WIDTH]
    score = table[:, -SOCCER_WIDTH:] if plan.is_soccer else table[:, :0]
    keys = np.column_stack([*goal_ticks, figures, score])
    changes = [0]
    if (keys != keys[0]).any():
        changes += (np.flatnonzero((keys[1:] != keys[:-1]).any(axis=1)) + 1).tolist()
    return tuple((index, _mission(plan, keys[index].tolist())) for index in changes)


def _mission(plan: RowPlan, key: list[float]) -> MissionSnapshot:
    wholes = [*map(int, key)]
    robots = len(plan.robots)
    goal_ticks, (caps, achieved_at), score = (
        wholes[:robots],
        wholes[robots:][:2],
        wholes[robots + 2 :],
    )
    return MissionSnapshot(
        achieved=achieved_at >= 0,
        goal_time_s=ticks_to_seconds(achieved_at) if achieved_at >= 0 else None,
        caps_delivered=caps,
        robots_in_goal=tuple(
            robot_id
            for (robot_id, _, _), tick in zip(plan.robots, goal_ticks, strict=True)
            if tick >= 0
        ),
        score=Score(*score) if score else None,
    )

"""From the rows that the tick kernel writes to columns of samples, for many ticks at once.

What comes out equals, field by field and bit by bit, what ``Simulation.snapshot`` gives at each of
these ticks; the rare parts (contacts, held objects) therefore use the same scalar functions.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from wsusim.model.geometry import Pose, wrap_rad
from wsusim.model.robot_table import (
    HISTORY,
    HISTORY_WIDTH,
    MISSION_WIDTH,
    NOTHING,
    SAMPLE,
    row_width,
)
from wsusim.model.snapshot import MissionSnapshot
from wsusim.model.units import ticks_to_seconds
from wsusim.model.world import World
from wsusim.recording.samples import ObjectColumns, RobotColumns, Rows, Samples
from wsusim.robots import robot_kind

if TYPE_CHECKING:
    from wsusim.engine.floor import FloorView

Table = NDArray[np.float64]

_AS_THEY_ARE = [name for name in SAMPLE.names or () if name in (HISTORY.names or ())]
"""What a sample takes over from the history."""


@dataclass(frozen=True, slots=True)
class RowPlan:
    """What a world's rows describe, as plain values that go through a pipe.

    Attributes:
        robots: (id, kind, number of sensors) of each.
        things: (id, kind, resistivity) of each cap and ball.
        lights: Number of discs before them.
        sample_ticks: Ticks from one sample to the next.
        open_circuit: Resistivity that is read while nothing is held.
        sideways_rad: Contacts up to this bearing are in front.
        floor: What floor sensors see; ``None`` in a maze without a floor picture.
    """

    robots: tuple[tuple[int, str, int], ...]
    things: tuple[tuple[int, str, int], ...]
    lights: int
    sample_ticks: int
    open_circuit: int
    sideways_rad: float
    floor: FloorView | None = None

    @classmethod
    def of(
        cls, world: World, sample_ticks: int, *, seed: int = 0, is_ideal: bool = False
    ) -> RowPlan:
        """Return the plan of a world, for a run with this seed."""
        # Here and not above: whoever reads rows by a plan needs neither engine nor compiler.
        from wsusim.engine.floor import FloorView
        from wsusim.engine.orders import OPEN_CIRCUIT
        from wsusim.engine.snapshots import SIDEWAYS_RAD

        return cls(
            robots=tuple(
                (robot.id, robot.kind, len(robot_kind(robot.kind).sensors))
                for robot in world.robots
            ),
            things=(
                *((cap.id, "cap", cap.resistivity) for cap in world.caps),
                *((ball.id, "ball", ball.resistivity) for ball in world.balls),
            ),
            lights=len(world.lights),
            sample_ticks=sample_ticks,
            open_circuit=OPEN_CIRCUIT,
            sideways_rad=SIDEWAYS_RAD,
            floor=FloorView(world, seed=seed, ideal=is_ideal) if world.floor_pictures else None,
        )

    @property
    def width(self) -> int:
        """How many numbers a row holds."""
        return row_width(len(self.robots), len(self.things))


def digest_of(rows: Table) -> str:
    """Return what stands for every number of every tick: a checksum, against chance only."""
    return f"{zlib.crc32(rows.tobytes()):08x}"


def samples_of_rows(plan: RowPlan, first_tick: int, rows: Table) -> Samples | None:
    """Return the samples among the rows of ``first_tick`` and on, if any falls due there."""
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
    """Put in what the floor sensors of a robot read; the first sample is of tick ``start``."""
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
    return ObjectColumns(thing_id, kind, places, held_by)  # type: ignore[arg-type]


def _missions(plan: RowPlan, table: Table) -> tuple[tuple[int, MissionSnapshot], ...]:
    goal_ticks = [_part(number, table)["goal_tick"] for number in range(len(plan.robots))]
    keys = np.column_stack([*goal_ticks, table[:, -MISSION_WIDTH:]])
    changes = [0]
    if (keys != keys[0]).any():
        changes += (np.flatnonzero((keys[1:] != keys[:-1]).any(axis=1)) + 1).tolist()
    return tuple((index, _mission(plan, keys[index].tolist())) for index in changes)


def _mission(plan: RowPlan, key: list[float]) -> MissionSnapshot:
    *goal_ticks, caps, achieved_at = map(int, key)
    return MissionSnapshot(
        achieved=achieved_at >= 0,
        goal_time_s=ticks_to_seconds(achieved_at) if achieved_at >= 0 else None,
        caps_delivered=caps,
        robots_in_goal=tuple(
            robot_id
            for (robot_id, _, _), tick in zip(plan.robots, goal_ticks, strict=True)
            if tick >= 0
        ),
    )

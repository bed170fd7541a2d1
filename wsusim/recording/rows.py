"""From the rows that the tick kernel writes to columns of samples, for many ticks at once.

What comes out equals, field by field and bit by bit, what ``Simulation.snapshot`` gives at each of
these ticks; the rare parts (contacts, held objects) therefore use the same scalar functions.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.motors import OPEN_CIRCUIT
from wsusim.engine.snapshots import SIDEWAYS_RAD
from wsusim.kernels import columns as c
from wsusim.kernels.history import CLOCK_KEPT, REAL_KEPT, ROBOT_KEPT, WHOLE_KEPT
from wsusim.model.geometry import Pose, wrap_rad
from wsusim.model.snapshot import MissionSnapshot
from wsusim.model.units import ticks_to_seconds
from wsusim.model.world import World
from wsusim.recording.samples import (
    NOTHING,
    REALS,
    WHOLE_COLUMNS,
    ObjectColumns,
    RobotColumns,
    Samples,
)

DIGEST_LENGTH = 32

Table = NDArray[np.float64]


def _real(column: int) -> int:
    return REAL_KEPT.index(column)


def _whole(column: int) -> int:
    return len(REAL_KEPT) + WHOLE_KEPT.index(column)


# Where things are within a robot's part of a row.
_HEADING = _real(c.HEADING)
_HELD_X = _real(c.HELD_X)
_BEARING = _real(c.BEARING)
_COUNTERS = _whole(c.LEFT_COUNTER)
_READINGS = _whole(c.READINGS)
_HELD = _whole(c.HELD)
_PRESENT = _whole(c.OBJECT_PRESENT)
_BEARINGS = _whole(c.BEARINGS)
_GOAL_TICK = _whole(c.GOAL_TICK)
_LEDS = _whole(c.LATERAL_LED)

# Where they go in ``RobotColumns.wholes``: see ``samples.WHOLES`` and ``samples.GROUPS``.
_TO_HELD, _TO_PRESENT, _TO_RESISTIVITY, _TO_FRONT, _TO_BACK, _TO_SENSORS, _TO_LEDS = (
    2, 3, 4, 5, 6, 7, 23,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RowPlan:
    """What a world's rows describe, as plain values that go through a pipe.

    Attributes:
        robots: (id, kind) of each.
        things: (id, kind, resistivity) of each cap and ball.
        lights: Number of discs before them.
        sample_ticks: Ticks from one sample to the next.
    """

    robots: tuple[tuple[int, str], ...]
    things: tuple[tuple[int, str, int], ...]
    lights: int
    sample_ticks: int

    @classmethod
    def of(cls, world: World, sample_ticks: int) -> RowPlan:
        """Return the plan of a world."""
        return cls(
            robots=tuple((robot.id, robot.kind) for robot in world.robots),
            things=(
                *((cap.id, "cap", cap.resistivity) for cap in world.caps),
                *((ball.id, "ball", ball.resistivity) for ball in world.balls),
            ),
            lights=len(world.lights),
            sample_ticks=sample_ticks,
        )

    @property
    def width(self) -> int:
        """How many numbers a row holds."""
        return len(self.robots) * ROBOT_KEPT + 2 * len(self.things) + len(CLOCK_KEPT)


def digest_of(rows: Table) -> str:
    """Return what stands for every number of every tick."""
    return hashlib.sha256(rows.tobytes()).hexdigest()[:DIGEST_LENGTH]


def samples_of_rows(plan: RowPlan, first_tick: int, rows: Table) -> Samples | None:
    """Return the samples among the rows of ``first_tick`` and on, if any falls due there."""
    skipped = -first_tick % plan.sample_ticks
    table = rows[skipped :: plan.sample_ticks]
    if not len(table):
        return None
    start = first_tick + skipped
    return Samples(
        ticks=tuple(range(start, first_tick + len(rows), plan.sample_ticks)),
        robots=tuple(_robot(plan, number, table) for number in range(len(plan.robots))),
        objects=tuple(_object(plan, number, table) for number in range(len(plan.things))),
        missions=_missions(plan, table),
        digest=digest_of(rows),
    )


def _part(number: int, table: Table) -> Table:
    return table[:, number * ROBOT_KEPT : (number + 1) * ROBOT_KEPT]


def _robot(plan: RowPlan, number: int, table: Table) -> RobotColumns:
    robot_id, kind = plan.robots[number]
    part = _part(number, table)
    wholes = np.zeros((len(table), WHOLE_COLUMNS), np.int64)
    wholes[:, :2] = part[:, _COUNTERS : _COUNTERS + 2]
    wholes[:, _TO_PRESENT] = part[:, _PRESENT]
    wholes[:, _TO_SENSORS:_TO_LEDS] = part[:, _READINGS : _READINGS + 16]
    wholes[:, _TO_LEDS:] = part[:, _LEDS : _LEDS + 2]
    wholes[:, _TO_HELD] = NOTHING
    wholes[:, _TO_RESISTIVITY] = OPEN_CIRCUIT
    for index in np.flatnonzero(part[:, _HELD] >= 0).tolist():
        thing_id, _, resistivity = plan.things[int(part[index, _HELD]) - plan.lights]
        wholes[index, _TO_HELD] = thing_id
        wholes[index, _TO_RESISTIVITY] = resistivity
    bearings = _bearings(part) if part[:, _BEARINGS].any() else ()
    for index, directions in enumerate(bearings):
        wholes[index, _TO_FRONT] = any(abs(bearing) <= SIDEWAYS_RAD for bearing in directions)
        wholes[index, _TO_BACK] = any(abs(bearing) > SIDEWAYS_RAD for bearing in directions)
    return RobotColumns(robot_id, kind, part[:, : len(REALS)], wholes, bearings)


def _bearings(part: Table) -> tuple[tuple[float, ...], ...]:
    counts = part[:, _BEARINGS].astype(int).tolist()
    return tuple(
        tuple(wrap_rad(direction - heading) for direction in directions[:count])
        for count, heading, directions in zip(
            counts,
            part[:, _HEADING].tolist(),
            part[:, _BEARING : _BEARING + c.MOST_BEARINGS].tolist(),
            strict=True,
        )
    )


def _object(plan: RowPlan, number: int, table: Table) -> ObjectColumns:
    thing_id, kind, _ = plan.things[number]
    start = len(plan.robots) * ROBOT_KEPT + 2 * number
    places = table[:, start : start + 2].copy()
    held_by = np.full(len(table), NOTHING, np.int64)
    for robot, (robot_id, _) in enumerate(plan.robots):
        part = _part(robot, table)
        held = np.flatnonzero(part[:, _HELD] == number + plan.lights)
        held_by[held] = robot_id
        for index in held.tolist():
            x, y, heading = part[index, : _HEADING + 1].tolist()
            places[index] = Pose(x, y, heading).place((float(part[index, _HELD_X]), 0.0))
    return ObjectColumns(thing_id, kind, places, held_by)  # type: ignore[arg-type]


def _missions(plan: RowPlan, table: Table) -> tuple[tuple[int, MissionSnapshot], ...]:
    goal_columns = [number * ROBOT_KEPT + _GOAL_TICK for number in range(len(plan.robots))]
    keys = table[:, [*goal_columns, -2, -1]]
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
            for (robot_id, _), tick in zip(plan.robots, goal_ticks, strict=True)
            if tick >= 0
        ),
    )

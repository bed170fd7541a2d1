"""From the rows that the tick kernel writes to columns of samples, for many ticks at once.

What comes out equals, field by field and bit by bit, what ``Simulation.snapshot`` gives at each of
these ticks; the rare parts (contacts, held objects) therefore use the same scalar functions.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wsusim.model import history_row as h
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

Table = NDArray[np.float64]


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
        open_circuit: Resistivity that is read while nothing is held.
        sideways_rad: Contacts up to this bearing are in front.
    """

    robots: tuple[tuple[int, str], ...]
    things: tuple[tuple[int, str, int], ...]
    lights: int
    sample_ticks: int
    open_circuit: int
    sideways_rad: float

    @classmethod
    def of(cls, world: World, sample_ticks: int) -> RowPlan:
        """Return the plan of a world."""
        # Here and not above: whoever reads rows by a plan needs neither engine nor compiler.
        from wsusim.engine.motors import OPEN_CIRCUIT
        from wsusim.engine.snapshots import SIDEWAYS_RAD

        return cls(
            robots=tuple((robot.id, robot.kind) for robot in world.robots),
            things=(
                *((cap.id, "cap", cap.resistivity) for cap in world.caps),
                *((ball.id, "ball", ball.resistivity) for ball in world.balls),
            ),
            lights=len(world.lights),
            sample_ticks=sample_ticks,
            open_circuit=OPEN_CIRCUIT,
            sideways_rad=SIDEWAYS_RAD,
        )

    @property
    def width(self) -> int:
        """How many numbers a row holds."""
        return h.row_width(len(self.robots), len(self.things))


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
        robots=tuple(_robot(plan, number, table) for number in range(len(plan.robots))),
        objects=tuple(_object(plan, number, table) for number in range(len(plan.things))),
        missions=_missions(plan, table),
        digest=digest_of(rows),
    )


def _part(number: int, table: Table) -> Table:
    return table[:, number * h.ROBOT_WIDTH : (number + 1) * h.ROBOT_WIDTH]


def _robot(plan: RowPlan, number: int, table: Table) -> RobotColumns:
    robot_id, kind = plan.robots[number]
    part = _part(number, table)
    wholes = np.zeros((len(table), WHOLE_COLUMNS), np.int64)
    wholes[:, :2] = part[:, h.LEFT_COUNTER : h.LEFT_COUNTER + 2]
    wholes[:, _TO_PRESENT] = part[:, h.OBJECT_PRESENT]
    wholes[:, _TO_SENSORS:_TO_LEDS] = part[:, h.READINGS : h.READINGS + 16]
    wholes[:, _TO_LEDS:] = part[:, h.LEDS : h.LEDS + 2]
    wholes[:, _TO_HELD] = NOTHING
    wholes[:, _TO_RESISTIVITY] = plan.open_circuit
    for index in np.flatnonzero(part[:, h.HELD] >= 0).tolist():
        thing_id, _, resistivity = plan.things[int(part[index, h.HELD]) - plan.lights]
        wholes[index, _TO_HELD] = thing_id
        wholes[index, _TO_RESISTIVITY] = resistivity
    bearings = _bearings(part) if part[:, h.BEARINGS].any() else ()
    for index, directions in enumerate(bearings):
        wholes[index, _TO_FRONT] = any(abs(bearing) <= plan.sideways_rad for bearing in directions)
        wholes[index, _TO_BACK] = any(abs(bearing) > plan.sideways_rad for bearing in directions)
    return RobotColumns(robot_id, kind, part[:, : len(REALS)], wholes, bearings)


def _bearings(part: Table) -> tuple[tuple[float, ...], ...]:
    counts = part[:, h.BEARINGS].astype(int).tolist()
    return tuple(
        tuple(wrap_rad(direction - heading) for direction in directions[:count])
        for count, heading, directions in zip(
            counts,
            part[:, h.HEADING].tolist(),
            part[:, h.BEARING : h.BEARING + h.MOST_BEARINGS].tolist(),
            strict=True,
        )
    )


def _object(plan: RowPlan, number: int, table: Table) -> ObjectColumns:
    thing_id, kind, _ = plan.things[number]
    start = len(plan.robots) * h.ROBOT_WIDTH + 2 * number
    places = table[:, start : start + 2].copy()
    held_by = np.full(len(table), NOTHING, np.int64)
    for robot, (robot_id, _) in enumerate(plan.robots):
        part = _part(robot, table)
        held = np.flatnonzero(part[:, h.HELD] == number + plan.lights)
        held_by[held] = robot_id
        for index in held.tolist():
            x, y, heading = part[index, : h.HEADING + 1].tolist()
            places[index] = Pose(x, y, heading).place((float(part[index, h.HELD_X]), 0.0))
    return ObjectColumns(thing_id, kind, places, held_by)  # type: ignore[arg-type]


def _missions(plan: RowPlan, table: Table) -> tuple[tuple[int, MissionSnapshot], ...]:
    goal_columns = [number * h.ROBOT_WIDTH + h.GOAL_TICK for number in range(len(plan.robots))]
    keys = table[:, [*goal_columns, h.CAPS_IN_GOAL, h.MISSION_TICK]]
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

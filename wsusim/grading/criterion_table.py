"""What can count in an assignment: a row for each criterion.

A row here, or one that another package adds by the entry point ``wsusim.criteria``, is all that a
criterion needs: checks of assignments, reports and the manual's list are made from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, Protocol

import numpy as np

from wsusim.engine.static_map import StaticMap, build_static_map
from wsusim.entry_points import added_rows
from wsusim.grading.evidence import Evidence
from wsusim.robots import robot_kind

GROUP = "wsusim.criteria"

Unit = Literal["s", "m", "percent", "count"]
UNITS: tuple[Unit, ...] = ("s", "m", "percent", "count")

SQUARE_MM = 50.0
"""Side of the squares that coverage counts (guess: about a robot's width)."""


class Region(Protocol):
    """A rectangle of the floor, by its middle."""

    @property
    def x_mm(self) -> float:
        """Its middle."""

    @property
    def y_mm(self) -> float:
        """Its middle."""

    @property
    def width_mm(self) -> float:
        """Along x."""

    @property
    def height_mm(self) -> float:
        """Along y."""


class Asked(Protocol):
    """The settings of a criterion that measures need."""

    @property
    def region(self) -> Region | None:
        """A rectangle of the floor."""

    @property
    def regions(self) -> Sequence[Region] | None:
        """Several rectangles of the floor, in order."""


Measure = Callable[[Evidence, Asked], float | None]
"""Takes a run and what was asked; returns the quantity, or ``None``: it never came."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """Something that counts.

    Attributes:
        name: In an assignment: ``what = "time"``.
        title: In reports, if the teacher gives it no name.
        about: One line for the manual.
        measure: How much of it a run has; without a unit, a share from 0 to 1.
        unit: Of the quantity: ``full_s`` is the value that earns all points, ``none_s`` none.
        none: The value that earns no points if the teacher names none; ``None``: it must be named.
        needs: Other settings that must be given: ``region``, ``regions`` or ``predicate``.
    """

    name: str
    title: str
    about: str
    measure: Measure
    unit: Unit | None = None
    none: float | None = 0.0
    needs: tuple[str, ...] = ()

    def settings(self) -> tuple[set[str], set[str]]:
        """Return which settings must be given, and which may."""
        if self.unit is None:
            return {*self.needs}, set()
        full, none = f"full_{self.unit}", f"none_{self.unit}"
        if self.none is None:
            return {full, none, *self.needs}, set()
        return {full, *self.needs}, {none}

    def words(self, value: float, asked: Asked) -> str:
        """Return a measured value for people."""
        if self.unit is None:
            if asked.regions:
                count = len(asked.regions)
                return f"{round(value * count)} of {count}"
            return {0.0: "no", 1.0: "yes"}.get(value, f"{100.0 * value:.0f} %")
        if self.unit == "count":
            return f"{value:.0f}"
        return f"{value:.0f} %" if self.unit == "percent" else f"{value:.2f} {self.unit}"


@lru_cache
def criteria() -> dict[str, Criterion]:
    """Return every criterion by its name; wsusim's own come first, and keep their names."""
    own = {row.name: row for row in ROWS}
    added = {row.name: row for row in added_rows(GROUP, Criterion)}
    return own | {name: row for name, row in added.items() if name not in own}


def _coverage(run: Evidence) -> float:
    """Return the percentage of squares with room for a robot's centre that one has visited."""
    world = run.world
    static = build_static_map(world)
    radius_mm = robot_kind(world.robots[0].kind).radius_mm
    columns = int(np.ceil(world.arena.width_mm / SQUARE_MM))
    rows = int(np.ceil(world.arena.height_mm / SQUARE_MM))
    x_mm, y_mm = np.meshgrid(
        (np.arange(columns) + 0.5) * SQUARE_MM, (np.arange(rows) + 0.5) * SQUARE_MM
    )
    has_room = _clear_mm(static, x_mm, y_mm) >= radius_mm
    was_there = np.zeros((rows, columns), bool)
    for robot in run.robots:
        row = np.clip(robot["y_mm"] // SQUARE_MM, 0, rows - 1).astype(int)
        column = np.clip(robot["x_mm"] // SQUARE_MM, 0, columns - 1).astype(int)
        was_there[row, column] = True
    return 100.0 * float((was_there & has_room).sum()) / max(1.0, float(has_room.sum()))


def _clear_mm(static: StaticMap, x_mm: Any, y_mm: Any) -> Any:
    """Return the least distance from points to the next wall; 0 in walls and outside."""
    column = np.clip(((x_mm - static.origin_x_mm) / static.cell_mm).astype(int), 0, None)
    row = np.clip(((y_mm - static.origin_y_mm) / static.cell_mm).astype(int), 0, None)
    column, row = np.minimum(column, static.columns - 1), np.minimum(row, static.rows - 1)
    return static.clear_cells.reshape(static.rows, static.columns)[row, column] * static.cell_mm


def _is_in(region: Region, run: Evidence) -> Any:
    """Return [ticks] whether the first robot's middle is in a region."""
    across = np.abs(run.x_mm - region.x_mm) <= region.width_mm / 2.0
    return across & (np.abs(run.y_mm - region.y_mm) <= region.height_mm / 2.0)


def _staying(run: Evidence, asked: Asked) -> float | None:
    assert asked.region is not None
    return 100.0 * float(_is_in(asked.region, run).mean())


def _order(run: Evidence, asked: Asked) -> float | None:
    """Return the share of regions that were reached one after the other, in their order."""
    assert asked.regions is not None
    begin, reached = 0, 0
    for region in asked.regions:
        inside = np.flatnonzero(_is_in(region, run)[begin:])
        if not len(inside):
            break
        begin += int(inside[0])
        reached += 1
    return reached / len(asked.regions)


def _asked_elsewhere(_run: Evidence, _asked: Asked) -> float | None:
    raise NotImplementedError("a teacher's own check is asked by grading.predicates")


ROWS = (
    Criterion(
        "goal",
        "goal reached",
        "the maze's goal is reached",
        lambda run, _asked: float(run.report.goal_time_s is not None),
    ),
    Criterion(
        "time",
        "time to the goal",
        "seconds until then",
        lambda run, _asked: run.report.goal_time_s,
        unit="s",
        none=None,
    ),
    Criterion(
        "caps",
        "caps delivered",
        "caps delivered",
        lambda run, _asked: float(run.report.caps_delivered),
        unit="count",
    ),
    Criterion(
        "coverage",
        "floor covered",
        "share of the floor visited: squares of 50 mm that the robot has been in, out of those it "
        "fits into",
        lambda run, _asked: _coverage(run),
        unit="percent",
    ),
    Criterion(
        "contacts",
        "contacts",
        "how often it touched something",
        lambda run, _asked: float(run.report.contacts),
        unit="count",
        none=None,
    ),
    Criterion(
        "distance",
        "distance driven",
        "the distance driven",
        lambda run, _asked: run.report.distance_mm / 1000.0,
        unit="m",
    ),
    Criterion(
        "staying",
        "time in the region",
        "share of the time in a region",
        _staying,
        unit="percent",
        needs=("region",),
    ),
    Criterion(
        "order",
        "regions in order",
        "regions reached one after the other",
        _order,
        needs=("regions",),
    ),
    Criterion(
        "own",
        "own check",
        "what your own Python function says",
        _asked_elsewhere,
        needs=("predicate",),
    ),
)

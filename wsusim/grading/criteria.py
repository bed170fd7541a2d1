"""What counts: how well a run did by each criterion, as a share of its points.

A criterion measures a quantity. ``full`` is the value that earns all points, ``none`` the one that
earns none; between them points grow evenly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np

from wsusim.engine.static_map import StaticMap, build_static_map
from wsusim.formats.entries import Entry
from wsusim.grading.evidence import Evidence
from wsusim.grading.predicates import ask
from wsusim.jobs.setting import Text
from wsusim.model.geometry import Pose
from wsusim.model.limits import choice, line, number
from wsusim.model.world import GoalRegion
from wsusim.robots import robot_kind

What = Literal[
    "goal", "time", "caps", "coverage", "contacts", "distance", "staying", "order", "own"
]

SQUARE_MM = 50.0
"""Side of the squares that coverage counts (guess: about a robot's width)."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Unit of a criterion's quantity, and its value without points where the teacher names none."""

    unit: Literal["s", "m", "percent", "count"]
    none: float | None = 0.0


SCALES: Mapping[str, Scale] = {
    "time": Scale("s", None),
    "caps": Scale("count"),
    "coverage": Scale("percent"),
    "contacts": Scale("count", None),
    "distance": Scale("m"),
    "staying": Scale("percent"),
}
"""Criteria that are measured; the others are met or not, or answer with a share themselves."""

NAMES: Mapping[str, str] = {
    "goal": "goal reached",
    "time": "time to the goal",
    "caps": "caps delivered",
    "coverage": "floor covered",
    "contacts": "contacts",
    "distance": "distance driven",
    "staying": "time in the region",
    "order": "regions in order",
    "own": "own check",
}
"""What a criterion is called in reports where the teacher gives it no name."""

_Place = Annotated[float, number(-100_000, 100_000)]
_Size = Annotated[float, number(0, 100_000, above_low=True)]
_Amount = Annotated[float, number(0, 1_000_000)]


class RegionEntry(Entry):
    """A rectangle of the floor, by its middle."""

    x_mm: _Place
    y_mm: _Place
    width_mm: _Size
    height_mm: _Size

    def region(self) -> GoalRegion:
        """Return it as the world has regions."""
        return GoalRegion(0, Pose(self.x_mm, self.y_mm, 0.0), self.width_mm, self.height_mm)


class CriterionEntry(Entry):
    """One thing that counts."""

    what: Annotated[What, choice(tuple(NAMES))]
    points: Annotated[float, number(0, 1000)]
    name: Annotated[str, line(60)] | None = None
    full_s: _Amount | None = None
    none_s: _Amount | None = None
    full_m: _Amount | None = None
    none_m: _Amount | None = None
    full_percent: _Amount | None = None
    none_percent: _Amount | None = None
    full_count: _Amount | None = None
    none_count: _Amount | None = None
    region: RegionEntry | None = None
    regions: list[RegionEntry] | None = None
    predicate: Text | None = None

    @property
    def title(self) -> str:
        """What it is called in reports."""
        return self.name or NAMES[self.what]

    def bounds(self) -> tuple[float, float]:
        """Return the values that earn all points and none."""
        scale = SCALES[self.what]
        full, none = getattr(self, f"full_{scale.unit}"), getattr(self, f"none_{scale.unit}")
        none = scale.none if none is None else none
        assert full is not None
        assert none is not None
        return full, none

    def problems(self) -> list[tuple[str, str]]:
        """Return (field, sentence) for each setting that doesn't fit what counts."""
        scale = SCALES.get(self.what)
        wanted = {"what", "points", "name"}
        needed: set[str] = set()
        if scale is not None:
            wanted |= {f"full_{scale.unit}", f"none_{scale.unit}"}
            needed |= {f"full_{scale.unit}"} | (
                {f"none_{scale.unit}"} if scale.none is None else set()
            )
        needed |= {"staying": {"region"}, "order": {"regions"}, "own": {"predicate"}}.get(
            self.what, set()
        )
        given = {name for name in type(self).model_fields if getattr(self, name) is not None}
        told = [
            (name, f"{name!r} doesn't belong to {self.what!r}. Leave it out.")
            for name in sorted(given - wanted - needed)
        ]
        told += [
            ("what", f"{self.what!r} needs {name!r}. Add it.") for name in sorted(needed - given)
        ]
        if scale is not None and not told and self.bounds()[0] == self.bounds()[1]:
            told.append(("what", "the values for all points and for none must differ."))
        if self.regions is not None and len(self.regions) < 2:
            told.append(("regions", "an order needs two regions or more."))
        return told


@dataclass(frozen=True, slots=True)
class Score:
    """What one criterion gives for one run.

    Attributes:
        points: Earned.
        text: The measured value, or why there is none, for people.
        is_fault: Whether the teacher's own check failed; then nobody knows.
    """

    points: float
    text: str
    is_fault: bool = False


Measure = Callable[[Evidence, CriterionEntry], float | None]


def score(criterion: CriterionEntry, run: Evidence, sources: Mapping[str, str]) -> Score:
    """Return what a criterion gives for a run; ``sources``: the teacher's files by name."""
    if criterion.what == "own":
        answer = ask(str(criterion.predicate), sources, run)
        return Score(round(criterion.points * answer.share, 3), answer.text, answer.is_fault)
    value = _MEASURES[criterion.what](run, criterion)
    if value is None:
        return Score(0.0, "never")
    if criterion.what not in SCALES:
        return Score(round(criterion.points * value, 3), _share_text(criterion, value))
    full, none = criterion.bounds()
    share = min(1.0, max(0.0, (value - none) / (full - none)))
    return Score(round(criterion.points * share, 3), _value_text(criterion, value))


def _value_text(criterion: CriterionEntry, value: float) -> str:
    unit = SCALES[criterion.what].unit
    if unit == "count":
        return f"{value:.0f}"
    return f"{value:.0f} %" if unit == "percent" else f"{value:.2f} {unit}"


def _share_text(criterion: CriterionEntry, share: float) -> str:
    if criterion.what == "order":
        count = len(criterion.regions or ())
        return f"{round(share * count)} of {count}"
    return "yes" if share else "no"


def _coverage(run: Evidence) -> float:
    """Return the percentage of squares with room for a robot's middle that one was in."""
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
    """Return how far it is at least from points to the next wall; 0 in walls and outside."""
    column = np.clip(((x_mm - static.origin_x_mm) / static.cell_mm).astype(int), 0, None)
    row = np.clip(((y_mm - static.origin_y_mm) / static.cell_mm).astype(int), 0, None)
    column, row = np.minimum(column, static.columns - 1), np.minimum(row, static.rows - 1)
    return static.clear_cells.reshape(static.rows, static.columns)[row, column] * static.cell_mm


def _is_in(region: RegionEntry, run: Evidence) -> Any:
    """Return [ticks] whether the first robot's middle is in a region."""
    across = np.abs(run.x_mm - region.x_mm) <= region.width_mm / 2.0
    return across & (np.abs(run.y_mm - region.y_mm) <= region.height_mm / 2.0)


def _staying(run: Evidence, criterion: CriterionEntry) -> float | None:
    assert criterion.region is not None
    return 100.0 * float(_is_in(criterion.region, run).mean())


def _order(run: Evidence, criterion: CriterionEntry) -> float | None:
    """Return the share of regions that were reached one after the other, in their order."""
    assert criterion.regions is not None
    begin, reached = 0, 0
    for region in criterion.regions:
        inside = np.flatnonzero(_is_in(region, run)[begin:])
        if not len(inside):
            break
        begin += int(inside[0])
        reached += 1
    return reached / len(criterion.regions)


_MEASURES: Mapping[str, Measure] = {
    "goal": lambda run, _criterion: float(run.report.goal_time_s is not None),
    "time": lambda run, _criterion: run.report.goal_time_s,
    "caps": lambda run, _criterion: float(run.report.caps_delivered),
    "coverage": lambda run, _criterion: _coverage(run),
    "contacts": lambda run, _criterion: float(run.report.contacts),
    "distance": lambda run, _criterion: run.report.distance_mm / 1000.0,
    "staying": _staying,
    "order": _order,
}

"""What counts: how well a run did by each criterion, as a share of its points.

A criterion measures a quantity. ``full`` is the value that earns all points, ``none`` the one that
earns none; between them points grow evenly.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from wsusim.formats.entries import Entry
from wsusim.grading.criterion_table import Criterion, criteria
from wsusim.grading.evidence import Evidence
from wsusim.grading.predicates import ask
from wsusim.jobs.setting import Text
from wsusim.model.geometry import Pose
from wsusim.model.limits import choice, line, number
from wsusim.model.world import GoalRegion

LOG = logging.getLogger(__name__)

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
        """Return it as a region of the world."""
        return GoalRegion(0, Pose(self.x_mm, self.y_mm, 0.0), self.width_mm, self.height_mm)


class CriterionEntry(Entry):
    """One thing that counts."""

    what: Annotated[str, choice(tuple(criteria()))]
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
        """Its name in reports."""
        return self.name or self.row.title

    @property
    def row(self) -> Criterion:
        """Its row in the table of criteria."""
        return criteria()[self.what]

    def bounds(self) -> tuple[float, float]:
        """Return the values that earn all points and none."""
        row = self.row
        full, none = getattr(self, f"full_{row.unit}"), getattr(self, f"none_{row.unit}")
        none = row.none if none is None else none
        assert full is not None
        assert none is not None
        return full, none

    def problems(self) -> list[tuple[str, str]]:
        """Return (field, sentence) for each setting that doesn't fit what counts."""
        needed, allowed = self.row.settings()
        wanted = {"what", "points", "name"} | allowed
        given = {name for name in type(self).model_fields if getattr(self, name) is not None}
        told = [
            (name, f"{name!r} doesn't belong to {self.what!r}. Leave it out.")
            for name in sorted(given - wanted - needed)
        ]
        told += [
            ("what", f"{self.what!r} needs {name!r}. Add it.") for name in sorted(needed - given)
        ]
        if self.row.unit is not None and not told and self.bounds()[0] == self.bounds()[1]:
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
        is_fault: Whether the teacher's own check failed; then the result is unknown.
    """

    points: float
    text: str
    is_fault: bool = False


def score(criterion: CriterionEntry, run: Evidence, sources: Mapping[str, str]) -> Score:
    """Return what a criterion gives for a run; ``sources``: the teacher's files by name."""
    if criterion.what == "own":
        answer = ask(str(criterion.predicate), sources, run)
        return Score(round(criterion.points * answer.share, 3), answer.text, answer.is_fault)
    row = criterion.row
    try:
        value = row.measure(run, criterion)
    except Exception as error:
        LOG.exception("the criterion %s failed", row.name)
        return Score(0.0, f"it failed: {type(error).__name__}: {error}", is_fault=True)
    if value is None:
        return Score(0.0, "never")
    words = row.words(value, criterion)
    if row.unit is None:
        return Score(round(criterion.points * value, 3), words)
    full, none = criterion.bounds()
    share = min(1.0, max(0.0, (value - none) / (full - none)))
    return Score(round(criterion.points * share, 3), words)

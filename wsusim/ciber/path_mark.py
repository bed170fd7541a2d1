"""Marks a path that an agent wrote, step by step, as the course's own program does.

Source: the public ``planning_score`` of the course (its versions for walls and for lines), compared
with ours over some hundred paths of our own, right and wrong. It reads numbers leniently, and of a
step it looks at the middle only; so does ours, because the course's marks are made with it.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

from wsusim.ciber.contest_lab import Lab, Place
from wsusim.ciber.true_maps import FREE, Tour, counts_start, tour_of, true_map
from wsusim.model.elementary import hypot
from wsusim.model.text import counted

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_GAP = re.compile(r"[ \t]+")

LONGEST_SHOWN = 30
"""Characters of a line that a remark shows."""


@dataclass(frozen=True, slots=True)
class PathMark:
    """The mark of a path: at most 1, and below 0 if more is missed than gained."""

    points: float
    remark: str = ""


@dataclass(frozen=True, slots=True)
class _Number:
    """A word of a path as a number; ``is_exact`` when it is only a number."""

    value: float
    is_exact: bool = True

    @property
    def is_zero(self) -> bool:
        return self.is_exact and self.value == 0.0


@dataclass(frozen=True, slots=True)
class _Step:
    """A line of a path."""

    text: str
    x: _Number
    y: _Number

    @property
    def is_home(self) -> bool:
        return self.x.is_zero and self.y.is_zero


def path_mark(text: str, lab: Lab, start: Place, *, lines: bool = False) -> PathMark:
    """Mark a path, a line ``x y`` for each cell in robot diameters from the start."""
    sheet = true_map(lab, start, lines=lines, planning=True)[::-1]
    steps = [_step(line) for line in text.removesuffix("\n").split("\n")] if text else []
    if steps and not steps[0].is_home:
        return _nothing(
            steps[0], f"The path must begin with 0 0, but begins with {steps[0].text!r}."
        )
    visited = {0} if counts_start(lab) else set()
    own_um = 0.0
    for number, (before, now) in enumerate(itertools.pairwise(steps), start=2):
        x, y, to_x, to_y = before.x.value, before.y.value, now.x.value, now.y.value
        between = _sign(sheet, (x + to_x) / 2.0, (y + to_y) / 2.0)
        if between == " " if lines else between != FREE:
            return _nothing(
                now, f"There is no way from {before.text!r} to {now.text!r} (line {number})."
            )
        sign = _sign(sheet, to_x, to_y)
        visited |= {int(sign)} if sign.isdecimal() else set()
        own_um += hypot(to_x - x, to_y - y)
    if steps and not steps[-1].is_home:
        return _nothing(steps[-1], f"The path must end with 0 0, but ends with {steps[-1].text!r}.")
    if own_um == 0.0:
        return PathMark(0.0, "The path goes nowhere.")
    return _measured(own_um, visited, tour_of(lab, start, lines=lines))


def _nothing(step: _Step, why: str) -> PathMark:
    """Return the mark of a path that ends at a step; ``why`` unless that is no step at all."""
    is_step = step.x.is_exact and step.y.is_exact
    return PathMark(0.0, why if is_step else f"The line {step.text!r} is not x and y.")


def _measured(own_um: float, visited: set[int], tour: Tour) -> PathMark:
    named = tour.targets | visited
    missed = len(named - visited) / max(1, len(named))
    points = min(tour.length_um / own_um - missed, 1.0 - missed)
    told = []
    if named - visited:
        told.append(f"{len(named - visited)} of {counted(len(named), 'target')} are not visited.")
    if own_um > tour.length_um + 1e-9:
        told.append(f"It is {own_um:g} long, the shortest way {tour.length_um:g}.")
    return PathMark(points, " ".join(told))


def _step(line: str) -> _Step:
    words = [word for word in _GAP.split(line) if word]
    x, y = (_number(words[place]) if place < len(words) else _NOTHING for place in (0, 1))
    return _Step(line.strip()[:LONGEST_SHOWN], x, y)


_NOTHING = _Number(0.0, is_exact=False)
"""A missing word counts as 0, and is not one."""


def _number(word: str) -> _Number:
    found = _NUMBER.match(word)
    if found is None:
        return _NOTHING
    return _Number(float(found[0]), is_exact=not word[found.end() :].strip())


def _sign(sheet: tuple[str, ...], right: float, up: float) -> str:
    """Return the character at a place, from the start; nothing beside the map or between two."""
    row, column = up + len(sheet) // 2, right + len(sheet[0]) // 2
    is_there = 0 <= row < len(sheet) and 0 <= column < len(sheet[0])
    if not is_there or row % 1.0 or column % 1.0:
        return ""
    return sheet[int(row)][int(column)]

"""What an agent wrote, laid over the lab: each character of its map at its place, and its path.

Both pictures of it are made from this: the page for browsers, and the match in the window.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from wsusim.ciber.contest_lab import CELL_UM, Lab, Place
from wsusim.ciber.map_mark import MapMark, map_mark
from wsusim.ciber.marking import LINE_MODES, LONGEST_FILE, MAPPING, PLANNING
from wsusim.ciber.path_mark import path_mark
from wsusim.ciber.true_maps import true_map


@dataclass(frozen=True, slots=True)
class Written:
    """What one agent wrote, as text; ``None``: it wrote no such file."""

    map: str | None = None
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """A character of a map at its place in the lab.

    Attributes:
        x: Of its middle, in robot diameters.
        y: The same.
        sign: What was written.
        right: What would be right.
        earned: 10, -5, or 0 where it was left blank.
    """

    x: float
    y: float
    sign: str
    right: str
    earned: int

    @property
    def told(self) -> str:
        """What it earned, for people."""
        return f"{self.earned:+d}: {self.sign!r}, right is {self.right!r}"


@dataclass(frozen=True, slots=True)
class Overlay:
    """What to draw over a lab.

    Attributes:
        cells: All characters that earned something or should have.
        path: Its corners, in robot diameters, as far as it can be read.
        told: The marks, a sentence or two each.
    """

    cells: tuple[Cell, ...] = ()
    path: tuple[tuple[float, float], ...] = ()
    told: tuple[str, ...] = ()

    def cell_at(self, x: float, y: float) -> Cell | None:
        """Return the character whose place this is."""
        near = (cell for cell in self.cells if max(abs(cell.x - x), abs(cell.y - y)) <= 0.5)
        return next(near, None)


def overlay_of(lab: Lab, start: Place, mode: str, written: Written) -> Overlay:
    """Return what an agent wrote in a scoring mode, over the lab and marked.

    Raises:
        BadInput: The lab can't be marked.
    """
    lines, planning = mode in LINE_MODES, mode in PLANNING
    cells: tuple[Cell, ...] = ()
    path: tuple[tuple[float, float], ...] = ()
    told = []
    if written.map is not None and mode in MAPPING + PLANNING:
        drawn = map_mark(written.map, true_map(lab, start, lines=lines, planning=planning))
        cells = tuple(map_cells(start, drawn, lines=lines))
        told.append(f"Map: {drawn.points:g} points. {drawn.remark}".strip())
    if written.path is not None and planning:
        mark = path_mark(written.path, lab, start, lines=lines)
        path = path_points(lab, start, written.path, lines=lines)
        told.append(f"Path: {mark.points:g}. {mark.remark}".strip())
    return Overlay(cells, path, tuple(told))


def map_cells(start: Place, drawn: MapMark, *, lines: bool) -> Iterator[Cell]:
    """Yield the characters of a marked map that earned something or should have."""
    x, y = _origin(start, lines=lines)
    half = len(drawn.truth) // 2, len(drawn.truth[0]) // 2
    for row, signs in enumerate(drawn.truth):
        for column, right in enumerate(signs):
            earned = drawn.earned(row, column)
            if earned or right != " ":
                sign = drawn.sign(row, column)
                yield Cell(x + column - half[1], y + half[0] - row, sign, right, earned)


def path_points(
    lab: Lab, start: Place, text: str, *, lines: bool
) -> tuple[tuple[float, float], ...]:
    """Return the corners of a path in the lab, up to the first line that is none."""
    from_x, from_y = _origin(start, lines=lines)
    points = []
    for line in text.splitlines():
        words = line.split()
        try:
            x, y = float(words[0]), float(words[1])
        except (ValueError, IndexError):
            break
        if not (abs(x) <= lab.width and abs(y) <= lab.height):
            break
        points.append((from_x + x, from_y + y))
    return tuple(points)


def written_in(summary: Mapping[str, Any] | None) -> dict[int, Written]:
    """Return what agents wrote by the closing figures of a match, by the robot's number.

    Anything that isn't text is left out: a file may hold anything.
    """
    found: dict[int, Written] = {}
    robots = (summary or {}).get("robots")
    for robot in robots if isinstance(robots, list) else ():
        written = robot.get("written") if isinstance(robot, dict) else None
        number = robot.get("number") if isinstance(robot, dict) else None
        if isinstance(written, dict) and isinstance(number, int):
            texts = {
                name: text[:LONGEST_FILE]
                for name in ("map", "path")
                if isinstance(text := written.get(name), str)
            }
            found |= {number: Written(**texts)} if texts else {}
    return found


def _origin(start: Place, *, lines: bool) -> tuple[float, float]:
    """Return where the middle of a map lies: in the cell where the robot began."""
    shift = 0.0 if lines else 0.5
    return CELL_UM * (int(start.x / CELL_UM) + shift), CELL_UM * (int(start.y / CELL_UM) + shift)

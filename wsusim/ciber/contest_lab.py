"""Labs and grids of the contest: what is in the arena, and where the robots start.

Lengths in um (a robot's diameter), x to the right, y up, angles in degrees counter-clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Polygon

from wsusim.ciber.match_parameters import read_file
from wsusim.ciber.xml_text import g, number, numbers, parse, quoted, whole
from wsusim.errors import BadInput
from wsusim.model.elementary import hypot

Points = tuple[tuple[float, float], ...]

CELL_UM = 2.0
HALF_WALL_UM = 0.1
ROW_CELLS = 14
"""Cells of a row; a run of ``-`` ends behind the last of them at the latest."""

LARGEST_SIDE_UM = 1000.0
MOST_WALLS = 10_000
MOST_CORNERS = 1000
MOST_PLACES = 100


@dataclass(frozen=True, slots=True)
class Wall:
    """A polygon; ``height`` 0 is a line on the floor."""

    corners: Points
    height: float = 4.0

    @property
    def is_solid(self) -> bool:
        """Whether robots bump into it and obstacle sensors see it."""
        return self.height > 0.0


@dataclass(frozen=True, slots=True)
class Beacon:
    """A lamp that beacon sensors see over walls lower than itself."""

    x: float
    y: float
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Target:
    """A disc on the floor to be found."""

    x: float
    y: float
    radius: float = 2.0

    def holds(self, x: float, y: float) -> bool:
        """Return whether a robot with its centre there is inside with its whole body."""
        return hypot(x - self.x, y - self.y) <= self.radius - 0.5


@dataclass(frozen=True, slots=True)
class Place:
    """Where a robot starts."""

    x: float
    y: float
    heading_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Lab:
    """An arena; its border is a wall of its own."""

    name: str
    width: float
    height: float
    beacons: tuple[Beacon, ...] = ()
    targets: tuple[Target, ...] = ()
    walls: tuple[Wall, ...] = ()
    remarks: tuple[str, ...] = ()
    """What was left out of the file, one sentence each."""

    def targets_at(self, x: float, y: float) -> list[int]:
        """Return the numbers of the targets in which a robot is with its whole body."""
        return [n for n, target in enumerate(self.targets) if target.holds(x, y)]

    def to_xml(self) -> str:
        """Return the lab as in its file and the answer to viewers; rows stay expanded."""
        lines = [
            f'<Lab Name="{quoted(self.name)}" Height="{g(self.height)}" Width="{g(self.width)}">'
        ]
        lines += [
            f'\t<Beacon X="{g(b.x)}" Y="{g(b.y)}" Height="{g(b.height)}"/>' for b in self.beacons
        ]
        lines += [
            f'\t<Target X="{g(t.x)}" Y="{g(t.y)}" Radius="{g(t.radius)}"/>' for t in self.targets
        ]
        for wall in self.walls:
            lines.append(f'\t<Wall Height="{g(wall.height)}">')
            lines += [f'\t\t<Corner X="{g(x)}" Y="{g(y)}"/>' for x, y in wall.corners]
            lines.append("\t</Wall>")
        return "\n".join([*lines, "</Lab>", ""])

    def edges(self, *, solid_only: bool = True) -> NDArray[np.float64]:
        """Return [n, 5] x1, y1, x2, y2, height of all walls' edges, the border's first."""
        w, h = self.width, self.height
        border = ((0.0, 0.0), (w, 0.0), (w, h), (0.0, h))
        rows = [(*a, *b, math.inf) for a, b in _around(border)]
        for wall in self.walls:
            if wall.is_solid or not solid_only:
                rows += [(*a, *b, wall.height) for a, b in _around(wall.corners)]
        return np.array(rows, dtype=np.float64)


def grid_to_xml(places: tuple[Place, ...]) -> str:
    """Return a grid as in its file and the answer to viewers."""
    rows = (f'\t<Position X="{g(p.x)}" Y="{g(p.y)}" Dir="{g(p.heading_deg)}"/>' for p in places)
    return "\n".join(["<Grid>", *rows, "</Grid>", ""])


def read_lab(path: Path) -> Lab:
    """Return the lab of a file of the contest; raises ``BadInput``."""
    return lab_from_xml(read_file(path, "lab"), path.name)


def read_grid(path: Path) -> tuple[Place, ...]:
    """Return the starts of a file of the contest; raises ``BadInput``."""
    return grid_from_xml(read_file(path, "grid"), path.name)


def grid_from_xml(text: str | bytes, source: str = "grid") -> tuple[Place, ...]:
    """Return the starts of a grid; stray text between them is ignored."""
    root = parse(text, source)
    if root.tag != "Grid":
        raise BadInput(f"{source} begins with <{root.tag}>, but a grid begins with <Grid>.")
    places = tuple(Place(*numbers(e, "X", "Y", "Dir")) for e in root.iter("Position"))
    if not 1 <= len(places) <= MOST_PLACES:
        raise BadInput(
            f"{source} has {len(places)} start positions, but it must have 1 to {MOST_PLACES}."
        )
    return places


def lab_from_xml(text: str | bytes, source: str = "lab") -> Lab:
    """Return a lab with its rows of patterns expanded into walls.

    Raises:
        BadInput: This is no lab, or one too large.
    """
    root = parse(text, source)
    if root.tag != "Lab":
        raise BadInput(f"{source} begins with <{root.tag}>, but a lab begins with <Lab>.")
    is_sized = "Height" in root.attrib or "Width" in root.attrib
    height = number(root.get("Height"), 14.0 if is_sized else 16.0)
    width = number(root.get("Width"), 28.0 if is_sized else 16.0)
    for name, side in (("Height", height), ("Width", width)):
        if not 1.0 <= side <= LARGEST_SIDE_UM:
            raise BadInput(
                f"The {name} of {source} is {side:g}, but it must be from 1 to "
                f"{LARGEST_SIDE_UM:g} robot diameters."
            )
    walls: list[Wall] = []
    remarks: list[str] = []
    for element in root:
        if element.tag == "Row":
            walls += _row_walls(element)
        elif element.tag == "Wall":
            wall = _polygon_wall(element)
            if wall is None:
                remarks.append(
                    f"Wall {len(walls) + len(remarks) + 1} of {source} is not a simple polygon "
                    "and was left out."
                )
            else:
                walls.append(wall)
        if len(walls) > MOST_WALLS:
            raise BadInput(f"{source} has more than {MOST_WALLS:,} walls.")
    return Lab(
        name=root.get("Name", ""),
        width=width,
        height=height,
        beacons=tuple(Beacon(*numbers(e, "X", "Y", "Height")) for e in root.iter("Beacon")),
        targets=tuple(
            Target(number(e.get("X")), number(e.get("Y")), number(e.get("Radius"), 2.0))
            for e in root.iter("Target")
        ),
        walls=tuple(walls),
        remarks=tuple(remarks),
    )


def _polygon_wall(element: Element) -> Wall | None:
    corners = tuple(numbers(corner, "X", "Y") for corner in element.iter("Corner"))
    if not 3 <= len(corners) <= MOST_CORNERS:
        return None
    outline = Polygon(corners)
    if not outline.is_valid or outline.area <= 0.0:
        return None
    if not outline.exterior.is_ccw:
        corners = corners[::-1]
    return Wall(corners, number(element.get("Height"), 4.0))


def _row_walls(element: Element) -> Iterator[Wall]:
    r"""Yield the walls of a row of a maze: ``|`` stands, ``-`` lies, ``/`` and ``\`` slant.

    A character in column c belongs to the cell c // 3. Rows with an even position run through
    cells, odd ones between them.
    """
    position = whole(element.get("Pos"))
    pattern = element.get("Pattern", "")[: 3 * ROW_CELLS]
    height = number(element.get("Height"), 4.0)
    bottom = float(position)
    run: list[int] = []  # columns of the `-` in one line, which only a blank or the last cell ends
    for column, sign in enumerate(pattern):
        if sign == "|":
            x = CELL_UM * (column + 1) / 3.0
            yield Wall(_box(x - HALF_WALL_UM, bottom, x + HALF_WALL_UM, bottom + CELL_UM), height)
        elif sign in "/\\":
            yield Wall(_slanted(sign, CELL_UM * (column // 3), bottom), height)
        if column % 3 == 0:
            if sign == "-":
                run.append(column)
            if run and (sign == " " or column == 3 * (ROW_CELLS - 1)):
                lying = 0.0 if position % 2 == 0 else height
                yield Wall(_lying(run[0], run[-1] + 3, bottom + 1.0), lying)
                run = []


def _lying(first_column: int, end_column: int, y: float) -> Points:
    return _box(
        CELL_UM * first_column / 3.0, y - HALF_WALL_UM, CELL_UM * end_column / 3.0, y + HALF_WALL_UM
    )


def _slanted(sign: str, left: float, bottom: float) -> Points:
    """Return a wall from corner to corner of a cell, as thick as the others."""
    aside = HALF_WALL_UM / math.sqrt(2.0)
    right, top = left + CELL_UM, bottom + CELL_UM
    if sign == "/":
        return (
            (left - aside, bottom + aside),
            (left + aside, bottom - aside),
            (right + aside, top - aside),
            (right - aside, top + aside),
        )
    return (
        (left - aside, top - aside),
        (left + aside, top + aside),
        (right + aside, bottom + aside),
        (right - aside, bottom - aside),
    )


def _box(left: float, bottom: float, right: float, top: float) -> Points:
    return ((left, bottom), (right, bottom), (right, top), (left, top))


def _around(corners: Points) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    return zip(corners, (*corners[1:], corners[0]), strict=True)

"""Micromouse mazes cell by cell: lines of numbers (``.num``), or a byte a cell (``.maz``).

Sources: README of the simulator mms, "Num format" (its older files of this form end in ``.maz``);
micromouseonline.com, "Micromouse Maze File Collection", and swallow.co.uk/mazes for the 256 bytes
in use since the eighties: 16 x 16 cells from the south-west corner to the north, column by column;
bits 0 to 3 are walls in the north, east, south, west, the others a mouse's own notes. Half-size
mazes are the same in 1,024 bytes, 32 x 32 cells (micromouseonline's library *micromouse-maze*).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from wsusim.errors import MazeError
from wsusim.formats.text_maze import CELLS_MAX, Cell, TextMaze, lone_posts

START: Cell = (0, 0)

SIDES = {256: 16, 1024: 32}
"""How many cells the sides of a maze have, by its bytes."""

_LINE = re.compile(r"\s*(\d{1,3})\s+(\d{1,3})\s+([01])\s+([01])\s+([01])\s+([01])\s*")
_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 4, 8


def is_number_maze(text: str) -> bool:
    """Return whether the first line that is not blank describes a cell."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return _LINE.fullmatch(first) is not None


def is_byte_maze(content: bytes) -> bool:
    """Return whether this is binary and as long as a contest's maze, whose corner has two walls."""
    has_corner = len(content) in SIDES and content[0] & _SOUTH and content[0] & _WEST
    return bool(has_corner) and any(byte < 9 for byte in content)


def read_number_maze(text: str) -> TextMaze:
    """Return the maze of lines ``X Y N E S W``, in any order.

    Raises:
        MazeError: A line is something else, a cell is missing or described twice, or neighbours
            disagree.
    """
    walls: dict[Cell, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            raise MazeError(
                f"Line {number}: {line[:40]!r} is not a cell. A line has six numbers: x, y, and 0 "
                "or 1 for a wall in the north, east, south and west."
            )
        x, y, north, east, south, west = map(int, found.groups())
        if (x, y) in walls:
            raise MazeError(f"Line {number}: the cell {x} {y} appears twice. Remove one of them.")
        walls[x, y] = north * _NORTH | east * _EAST | south * _SOUTH | west * _WEST
    columns = 1 + max(x for x, _ in walls)
    rows = 1 + max(y for _, y in walls)
    if max(columns, rows) > CELLS_MAX:
        raise MazeError(
            f"This micromouse maze has {columns} x {rows} cells, but at most {CELLS_MAX} columns "
            "and rows can be read."
        )
    if len(walls) < columns * rows:
        missing = next((x, y) for x in range(columns) for y in range(rows) if (x, y) not in walls)
        raise MazeError(f"There is no line for the cell {missing[0]} {missing[1]}. Add it.")
    return _maze(walls, columns, rows)


def read_byte_maze(content: bytes) -> TextMaze:
    """Return the maze of a byte a cell; raises ``MazeError`` if neighbours disagree."""
    side = SIDES[len(content)]
    walls = {divmod(place, side): byte for place, byte in enumerate(content)}
    return _maze(walls, side, side)


def _maze(walls: Mapping[Cell, int], columns: int, rows: int) -> TextMaze:
    """Return a maze with its start in the south-west and its goal in the middle, as contests do."""
    problems = list(_contradictions(walls, columns, rows))
    if problems:
        raise MazeError("\n".join(problems), tuple(problems))
    cells = walls.items()
    lying = {(x, y) for (x, y), bits in cells if bits & _SOUTH}
    lying |= {(x, y + 1) for (x, y), bits in cells if bits & _NORTH}
    standing = {(x, y) for (x, y), bits in cells if bits & _WEST}
    standing |= {(x + 1, y) for (x, y), bits in cells if bits & _EAST}
    posts = {(x, y) for x in range(columns + 1) for y in range(rows + 1)}
    middle = [
        (x, y)
        for y in sorted({(rows - 1) // 2, rows // 2}, reverse=True)
        for x in sorted({(columns - 1) // 2, columns // 2})
        if (x, y) != START
    ]
    return TextMaze(
        columns,
        rows,
        frozenset(lying),
        frozenset(standing),
        lone_posts(posts, lying, standing),
        starts=(START,),
        goals=tuple(middle),
    )


def _contradictions(walls: Mapping[Cell, int], columns: int, rows: int) -> Iterator[str]:
    """Yield where two neighbours disagree about the wall between them."""
    for (x, y), bits in sorted(walls.items()):
        if x + 1 < columns and bool(bits & _EAST) != bool(walls[x + 1, y] & _WEST):
            yield _contradiction((x, y), "east", (x + 1, y))
        if y + 1 < rows and bool(bits & _NORTH) != bool(walls[x, y + 1] & _SOUTH):
            yield _contradiction((x, y), "north", (x, y + 1))


def _contradiction(cell: Cell, side: str, neighbour: Cell) -> str:
    return (
        f"The cells {cell[0]} {cell[1]} and {neighbour[0]} {neighbour[1]} disagree about the wall "
        f"between them, {side} of the first. Correct one of them, or check whether the file lists "
        "its cells in another order."
    )

"""Micromouse mazes told cell by cell, as numbers or bytes, are the mazes that were drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases import cases_folder
from wsusim.errors import MazeError
from wsusim.formats.cell_maze import is_byte_maze, read_byte_maze, read_number_maze
from wsusim.formats.maze_reader import world_from_content
from wsusim.formats.text_maze import TextMaze, read_text_maze

NUMBERS = """
0 0 0 1 1 1
0 1 1 0 0 1
1 0 0 0 1 1
1 1 1 1 0 0
2 0 0 1 1 0
2 1 1 1 0 1
"""

DRAWN = """\
o---o---o---o
|       |   |
o   o   o   o
| S |     G |
o---o---o---o
"""


def bits(maze: TextMaze, x: int, y: int) -> list[bool]:
    """Return the walls of a cell: north, east, south, west."""
    return [
        (x, y + 1) in maze.lying,
        (x + 1, y) in maze.standing,
        (x, y) in maze.lying,
        (x, y) in maze.standing,
    ]


def as_numbers(maze: TextMaze) -> str:
    """Return the lines of a drawn maze."""
    cells = [(x, y) for x in range(maze.columns) for y in range(maze.rows)]
    return "\n".join(" ".join(map(str, map(int, (x, y, *bits(maze, x, y))))) for x, y in cells)


def as_bytes(maze: TextMaze) -> bytes:
    """Return the bytes of a drawn maze."""
    cells = [(x, y) for x in range(maze.columns) for y in range(maze.rows)]
    return bytes(sum(wall << k for k, wall in enumerate(bits(maze, x, y))) for x, y in cells)


def test_numbers_are_the_maze_of_the_drawing() -> None:
    """The example of the simulator whose format it is."""
    maze, drawn = read_number_maze(NUMBERS), read_text_maze(DRAWN)

    assert (maze.columns, maze.rows) == (3, 2)
    assert (maze.lying, maze.standing) == (drawn.lying, drawn.standing)
    assert maze.starts == ((0, 0),)
    assert maze.goals == ((1, 1), (1, 0))


def test_the_order_of_lines_does_not_matter() -> None:
    """Nor do blanks and empty lines."""
    shuffled = "\n\n".join(f"  {line}  " for line in sorted(NUMBERS.split("\n"), reverse=True))

    assert read_number_maze(shuffled) == read_number_maze(NUMBERS)


CONTEST = ["classic-japan2000.txt", "classic-uk2003q.txt", "classic-kyot-89.txt"]


@pytest.mark.parametrize("name", CONTEST)
def test_a_contest_maze_is_the_same_in_all_forms(name: str) -> None:
    """Drawn, as numbers and as bytes: the same walls, posts, start and goal."""
    content = (cases_folder("micromouse") / name).read_bytes()
    drawn = read_text_maze(content.decode())
    path = Path("same.maz")

    worlds = [
        world_from_content(form, path)
        for form in (content, as_numbers(drawn).encode(), as_bytes(drawn))
    ]

    assert worlds[0] == worlds[1] == worlds[2]


def test_a_half_size_maze_has_a_thousand_bytes() -> None:
    """32 x 32 cells in the same order: the same maze as drawn, but for the goal in the middle."""
    content = (cases_folder("micromouse") / "halfsize-japan2010hef.txt").read_bytes()
    drawn = read_text_maze(content.decode())

    read = world_from_content(as_bytes(drawn), Path("half.maz"))

    assert len(as_bytes(drawn)) == 1024
    assert read.walls == world_from_content(content, Path("half.maz")).walls
    assert [(goal.width_mm, goal.height_mm) for goal in read.goals] == [(90.0, 90.0)] * 4


def test_a_mouses_notes_in_the_upper_bits_are_left_out() -> None:
    """Visited cells and the like."""
    content = as_bytes(read_text_maze((cases_folder("micromouse") / CONTEST[0]).read_text()))

    noted = bytes(byte | 0x90 * (place > 5) for place, byte in enumerate(content))

    assert is_byte_maze(noted)
    assert read_byte_maze(noted) == read_byte_maze(content)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (NUMBERS.replace("1 1 1 1 0 0", ""), "no line for the cell 1 1"),
        (NUMBERS + "0 0 0 1 1 1\n", "cell 0 0 appears twice"),
        (NUMBERS + "0 2 0 1 1\n", "six numbers"),
        (NUMBERS.replace("0 0 0 1 1 1", "0 0 0 0 1 1"), "cells 0 0 and 1 0 disagree .* east"),
        (NUMBERS.replace("0 0 0 1 1 1", "0 0 1 1 1 1"), "cells 0 0 and 0 1 disagree .* north"),
        (NUMBERS + "999 0 1 1 1 1\n", "at most 256"),
    ],
)
def test_what_is_wrong_is_said(text: str, words: str) -> None:
    """The line or the cells are named."""
    with pytest.raises(MazeError, match=words):
        world_from_content(text.encode(), Path("bad.num"))


def test_bytes_in_another_order_are_refused() -> None:
    """A file that tells its rows from the top is not read as another maze."""
    content = as_bytes(read_text_maze((cases_folder("micromouse") / CONTEST[0]).read_text()))
    rows = bytes(content[16 * (k % 16) + k // 16] for k in range(256))

    with pytest.raises(MazeError, match="another order"):
        world_from_content(rows, Path("rows.maz"))


@pytest.mark.parametrize("content", [b"", bytes(255), bytes(256), b"o" * 256, b"l\n" * 128])
def test_other_files_are_no_mazes_of_bytes(content: bytes) -> None:
    """Neither texts nor anything else of that length."""
    assert not is_byte_maze(content)

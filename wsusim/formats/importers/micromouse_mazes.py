"""Micromouse mazes: drawn with characters, or described cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from wsusim.formats.cell_maze import (
    is_byte_maze,
    is_number_maze,
    read_byte_maze,
    read_number_maze,
)
from wsusim.formats.importers.importer import Imported, Importer, Option, Read, Sure, text_of
from wsusim.formats.micromouse import import_micromouse
from wsusim.formats.text_maze import TextMaze, is_micromouse, read_text_maze

OPTIONS = (
    Option("cell_mm", float, "Cell size of a micromouse maze. Default: 180, or 90."),
    Option("wall_mm", float, "Wall thickness of a micromouse maze. Default: 12, or 6."),
)


def _reading(cells: Callable[[bytes], TextMaze]) -> Read:
    """Return a function that makes a world of the cells in a file."""

    def read(content: bytes, name: str, given: Mapping[str, Any]) -> Imported:
        maze = cells(content)
        return Imported(import_micromouse(maze, name, **given), tuple(_remarks(maze)))

    return read


def _remarks(maze: TextMaze) -> Iterator[str]:
    if maze.unknown:
        yield f"What the drawing leaves open (.) became gaps ({maze.unknown})."


ROWS = (
    Importer(
        title="micromouse mazes in bytes",
        words="a micromouse maze of 256 or 1,024 bytes (.maz)",
        takes=is_byte_maze,
        read=_reading(read_byte_maze),
        suffixes=(".maz",),
        options=OPTIONS,
    ),
    Importer(
        title="micromouse mazes as drawings",
        words="a micromouse maze drawn with o, --- and |",
        takes=lambda content: is_micromouse(text_of(content)),
        read=_reading(lambda content: read_text_maze(text_of(content))),
        sure=Sure.BY_LOOKS,
        options=OPTIONS,
    ),
    Importer(
        title="micromouse mazes in numbers",
        words="a micromouse maze in numbers (.num)",
        takes=lambda content: is_number_maze(text_of(content)),
        read=_reading(lambda content: read_number_maze(text_of(content))),
        suffixes=(".num",),
        options=OPTIONS,
    ),
)

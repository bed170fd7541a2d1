"""Marks what agents wrote: the map of the arena, and the path through all targets."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wsusim.ciber.contest_lab import Lab, Place
from wsusim.ciber.map_mark import map_mark
from wsusim.ciber.path_mark import path_mark
from wsusim.ciber.true_maps import true_map
from wsusim.errors import BadInput
from wsusim.formats.atomic import check_ordinary

LONGEST_FILE = 100_000
"""Bytes; a map has 1,512."""

MAPPING, PLANNING, LINE_MODES = ("2", "5"), ("3", "6"), ("5", "6")
"""Scoring modes that ask for a map, for a path, and on lines."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a file is worth.

    Attributes:
        points: Of a map at most ten for each character; of a path at most 1.
        remark: Why it is not more.
    """

    points: float
    remark: str = ""


def mark_file(file: Path, lab: Lab, start: Place, mode: str, *, is_map: bool | None = None) -> Mark:
    """Mark the file that a robot's agent wrote in a scoring mode.

    Args:
        file: What it wrote.
        lab: Where it drove.
        start: Where it began.
        mode: 2, 3, 5 or 6.
        is_map: Whether the file is a map; ``None``: as the mode asks for. In modes 3 and 6 a map
            is compared to the one with the targets' numbers.

    Raises:
        BadInput: The file can't be read, or the lab can't be marked.
    """
    text = read_written(file)
    lines = mode in LINE_MODES
    if mode in MAPPING if is_map is None else is_map:
        return mark_map(text, true_map(lab, start, lines=lines, planning=mode in PLANNING))
    return mark_path(text, lab, start, lines=lines)


def read_written(file: Path) -> str:
    """Return what an agent wrote into a file; raises ``BadInput``."""
    check_ordinary(file, "the map or path that an agent wrote")
    try:
        with file.open("rb") as stream:
            content = stream.read(LONGEST_FILE + 1)
    except OSError as error:
        raise BadInput(f"{str(file)!r} can't be read: {error.strerror}.") from None
    return content.decode("utf-8", "surrogateescape")


def mark_map(text: str, truth: tuple[str, ...]) -> Mark:
    """Mark a map: ten points for each right character, five less for a wrong one."""
    _check_length(text)
    found = map_mark(text, truth)
    return Mark(found.points, found.remark)


def mark_path(text: str, lab: Lab, start: Place, *, lines: bool = False) -> Mark:
    """Mark a path, a line ``x y`` for each cell in robot diameters from the start."""
    _check_length(text)
    found = path_mark(text, lab, start, lines=lines)
    return Mark(found.points, found.remark)


def _check_length(text: str) -> None:
    if len(text) > LONGEST_FILE:
        raise BadInput(f"The file has more than {LONGEST_FILE:,} characters: it is no map or path.")

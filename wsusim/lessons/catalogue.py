"""The lessons that come with wsusim or are in a folder, and what a card shows of one.

It is light to load: a page with twenty cards appears at once.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.lessons.lesson_files import LESSON, SUFFIX
from wsusim.model.text import did_you_mean, printable
from wsusim.shipped import shipped_folder


@dataclass(frozen=True, slots=True)
class Glance:
    """What is shown of a lesson before it is opened.

    Attributes:
        name: Of its folder.
        file: Its ``lesson.toml``.
        title: Its title, with its number if it has one.
        sentence: Minutes and description.
        maze: The file of its first maze.
    """

    name: str
    file: Path
    title: str
    sentence: str
    maze: Path


def shipped_lessons() -> dict[str, Path]:
    """Return the folders of the lessons that come with wsusim, by name, in their order."""
    folder = shipped_folder("templates") / "lessons"
    return {path.parent.name: path.parent for path in sorted(folder.glob(f"*/{LESSON}"))}


def find_lesson(name: str) -> Path:
    """Return the place of a lesson: a shipped one by its name (or number), or a path.

    Example:
        >>> find_lesson("1") == find_lesson("01-first-drive")
        True

    Raises:
        BadInput: There is neither.
    """
    known = shipped_lessons()
    if name in known:
        return known[name]
    path = Path(name)
    if path.exists():
        return path
    by_number = [one for one in known if name.isdecimal() and one.split("-")[0] == name.zfill(2)]
    if by_number:
        return known[by_number[0]]
    hint = did_you_mean(name, known)
    raise BadInput(
        f"There is no lesson {printable(name)!r}, and no such file or folder.{hint} "
        "`python main.py lesson list` shows those that come with wsusim."
    )


def next_lesson(name: str | None, source: Path) -> Path | None:
    """Return the place of the lesson that follows: beside this one, or one of wsusim's own."""
    if name is None:
        return None
    beside = source.absolute().parent
    for place in (beside / name, beside / f"{name}{SUFFIX}"):
        if place.exists():
            return place
    return shipped_lessons().get(name)


def numbered(name: str, title: str) -> str:
    """Return a lesson's title after the number that its folder's name begins with, if any.

    Example:
        >>> numbered("02-loops-and-sleep", "Loops and sleep")
        '2. Loops and sleep'
    """
    number = name.partition("-")[0]
    return f"{int(number)}. {title}" if number.isascii() and number.isdecimal() else title


def glances() -> list[Glance]:
    """Return what is shown of the lessons that come with wsusim, except unreadable ones."""
    found = (_glance(name, folder) for name, folder in shipped_lessons().items())
    return [one for one in found if one is not None]


def _glance(name: str, folder: Path) -> Glance | None:
    try:
        told = tomllib.loads((folder / LESSON).read_text(encoding="utf-8-sig"))
        title, maze = str(told["title"]), str(told["mazes"][0])
        sentence = f"{told['minutes']} min. {str(told.get('description', '')).strip()}"
    except (OSError, ValueError, KeyError, IndexError, TypeError):
        return None
    place = built_in_mazes().get(maze, folder / maze)
    return Glance(name, folder / LESSON, numbered(name, title), sentence, place)

"""The description of a module that reads mazes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from wsusim.errors import MazeError
from wsusim.formats.json_text import decode_text
from wsusim.model.world import World


class Sure(IntEnum):
    """How surely a file is recognised; the surest importer that takes a file reads it."""

    BY_MARK = 0
    """By its first bytes, which no other kind of file has."""
    BY_FORM = 1
    """By how it is written."""
    BY_LOOKS = 2
    """By little, so that many other files would be taken, too."""


@dataclass(frozen=True, slots=True)
class Option:
    """A figure that a person may give for reading one kind of file.

    Attributes:
        name: In Python: ``mm_per_px``, ``is_surface``.
        kind: ``float``, ``int``, ``bool`` (a flag), or the words that can be chosen.
        help: One sentence, and then what is taken without it: ``Default: 1.``
    """

    name: str
    kind: type | tuple[str, ...]
    help: str

    @property
    def flag(self) -> str:
        """Its name on the command line."""
        return f"--{self.name.removeprefix('is_').replace('_', '-')}"


@dataclass(frozen=True, slots=True)
class Imported:
    """A maze, and what a person should know about it.

    Attributes:
        world: The maze.
        remarks: What the file has and the maze hasn't, a sentence each.
    """

    world: World
    remarks: tuple[str, ...] = ()


Read = Callable[[bytes, str, Mapping[str, Any]], World | Imported]
"""Takes a file's content, a name for the maze, and the options that were given."""

FOLDER = "folder"
"""Where the file lies: among the options of an importer whose files name others beside them."""


@dataclass(frozen=True, slots=True)
class Importer:
    """One kind of file that holds a maze.

    Attributes:
        title: Of these files, for lists: ``WSU maps``.
        words: The kind within a sentence: ``a map from the WSU simulator``.
        takes: Whether a file's content is of this kind.
        read: Makes a world of it. It may raise anything: the person reads one sentence.
        sure: How surely ``takes`` knows.
        suffixes: Of such files, if they have any, as ``.num``; they decide nothing.
        options: The options that it understands.
        has_neighbours: Whether such a file names others beside it; ``read`` then gets ``FOLDER``, a
            path, among the options.
        is_own: Whether these are wsusim's own files, which are opened, not copied. ``read`` then
            gets the file's name and reports all that is wrong in it itself.
    """

    title: str
    words: str
    takes: Callable[[bytes], bool]
    read: Read
    sure: Sure = Sure.BY_FORM
    suffixes: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    has_neighbours: bool = False
    is_own: bool = False


def text_of(content: bytes) -> str:
    """Return a file's text; empty if it is no text."""
    try:
        return decode_text(content)
    except MazeError:
        return ""

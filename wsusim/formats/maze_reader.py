"""Reads any maze that wsusim can read, recognised by its content, not its file name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from wsusim.formats.atomic import read_whole
from wsusim.formats.importers.importer import Imported
from wsusim.formats.importers.table import imported
from wsusim.model.world import World

NAME_MAX = 100


def read_maze(path: Path | str, **given: Any) -> World:
    """Return the world in a file that ``formats.importers`` can read.

    Args:
        path: The file.
        given: Options of its importer, such as ``cell_mm`` of a micromouse maze's.

    Raises:
        MazeError: The file can't be read, is of no known kind, or is no valid maze.
    """
    return import_maze(path, **given).world


def import_maze(path: Path | str, **given: Any) -> Imported:
    """Return what ``read_maze`` returns, with remarks for the file's owner."""
    path = Path(path)
    return imported(read_whole(path), path, name_after(path), given)


def world_from_content(content: bytes, path: Path, **given: Any) -> World:
    """Return the world in a file's bytes; ``path`` names it in errors and as a maze."""
    return imported(content, path, name_after(path), given).world


def name_after(path: Path) -> str:
    """Return the name of a maze that is named after its file."""
    return "".join(c if c.isprintable() else "?" for c in path.stem)[:NAME_MAX] or "maze"

"""All importers: the modules beside this one, and those of other packages."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import wsusim.formats.importers as package
from wsusim.entry_points import added_rows
from wsusim.errors import MazeError
from wsusim.formats.grey_pictures import other_picture
from wsusim.formats.importers.importer import FOLDER, Imported, Importer, Option
from wsusim.formats.json_text import decode_text
from wsusim.formats.other_worlds import other_world
from wsusim.formats.problems import bad_maze
from wsusim.formats.world_check import find_problems

GROUP = "wsusim.importers"
NOT_ROWS = ("importer", "table")
"""Modules of the package that read nothing."""


@lru_cache
def importers() -> tuple[Importer, ...]:
    """Return every importer, the surest first; other packages come after wsusim's own."""
    own: list[Importer] = []
    for found in pkgutil.iter_modules(package.__path__):
        if found.name not in NOT_ROWS:
            own += importlib.import_module(f"{package.__name__}.{found.name}").ROWS
    return tuple(sorted((*own, *added_rows(GROUP, Importer)), key=lambda row: row.sure))


def importer_of(content: bytes) -> Importer | None:
    """Return the importer for a file with this content; ``None``: there is none."""
    return next((row for row in importers() if _takes(row, content)), None)


def options() -> tuple[Option, ...]:
    """Return all options, each once."""
    return tuple({one.name: one for row in importers() for one in row.options}.values())


def imported(content: bytes, path: Path, name: str, given: Mapping[str, Any]) -> Imported:
    """Return the world in a file's content, with remarks.

    Args:
        content: Of the file.
        path: Of the file, for errors.
        name: Of the new maze.
        given: Options that a person gave.

    Raises:
        MazeError: No importer reads such a file, it is broken, or an option is not for it.
    """
    row = importer_of(content)
    if row is None:
        raise _unknown(content, path)
    useful = {option.name for option in row.options}
    useless = [one.flag for one in options() if one.name in given.keys() - useful]
    if useless:
        told = f"{', '.join(useless)} is of no use for {row.words}. Leave it out."
        raise bad_maze(path.name, [told])
    try:
        if row.has_neighbours:
            given = {**given, FOLDER: path.parent}
        found = row.read(content, path.name if row.is_own else name, given)
        done = found if isinstance(found, Imported) else Imported(found)
        problems = () if row.is_own else find_problems(done.world)
    except MazeError as error:
        if row.is_own:
            raise
        raise bad_maze(path.name, error.problems or [str(error)]) from None
    except Exception as error:
        raise _broken(row, path, error) from error
    if problems:
        raise bad_maze(path.name, problems)
    return done


def what_to_give() -> str:
    """Return the kinds of files that can be read, within a sentence."""
    *most, last = sorted(row.words for row in importers())
    return f"{', '.join(most)} or {last}"


def _takes(row: Importer, content: bytes) -> bool:
    try:
        return row.takes(content)
    except Exception:  # noqa: BLE001 - it is not its kind of file, then
        return False


def _broken(row: Importer, path: Path, error: Exception) -> MazeError:
    reason = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    return bad_maze(
        path.name,
        [
            f"it looks like {row.words}, but it can't be read ({reason}). It may be damaged: "
            "save it again in the program that made it."
        ],
    )


def _unknown(content: bytes, path: Path) -> MazeError:
    """Return the message for a file that no importer takes, by its name if that helps."""
    if kind := other_picture(content):
        return bad_maze(path.name, [f"it is {kind}, which wsusim can't read. Save it as a PNG."])
    if told := other_world(content):
        return bad_maze(path.name, [told])
    suffix = path.suffix.lower()
    known = next((row for row in importers() if suffix in row.suffixes), None)
    if known is not None and not known.is_own:
        told = f"it has the name of {known.words}, but its content is something else."
        return bad_maze(path.name, [f"{told} Save it again in the program that made it."])
    try:
        decode_text(content)
    except MazeError as error:
        return bad_maze(path.name, error.problems or [str(error)])
    told = "this is not a maze that wsusim can read."
    return bad_maze(path.name, [f"{told} Give {what_to_give()}."])

"""What a teacher puts beside an assignment's text: the same files as for ``check`` and ``grade``.

An assignment file (TOML) says what counts; beside it lie its mazes, a program to start from and a
picture. They are files in a folder of the assignment, so that the lab checks what students have at
home.
"""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wsusim.errors import BadInput
from wsusim.formats.atomic import write_whole

MOST_FILES = 20
MOST_BYTES = 700_000
"""Together; they travel in one request."""

PICTURES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif",
            ".webp": "image/webp"}  # fmt: skip

_NAME = re.compile(r"[A-Za-z0-9][\w-]{0,59}(\.[A-Za-z0-9]{1,5})", re.ASCII)


@dataclass(frozen=True, slots=True)
class AssignmentFiles:
    """The files of one assignment; each is there or not.

    Attributes:
        check: What counts (see ``grading.assignment``).
        starter: A program to start from.
        picture: Shown beside the text.
        mazes: Names of the mazes of ``check``, as a course knows them.
    """

    check: Path | None = None
    starter: Path | None = None
    picture: Path | None = None
    mazes: tuple[str, ...] = ()


class AssignmentShelf:
    """The files of all assignments of a lab.

    Args:
        folder: The lab's.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "assignments"

    def of(self, number: int) -> AssignmentFiles:
        """Return the files of an assignment."""
        place = self._folder / str(number)
        if not place.is_dir():
            return AssignmentFiles()
        by_ending: dict[str, list[Path]] = {}
        for file in sorted(place.iterdir()):
            by_ending.setdefault(file.suffix.lower(), []).append(file)
        check = next(iter(by_ending.get(".toml", [])), None)
        pictures = [file for ending in PICTURES for file in by_ending.get(ending, [])]
        mazes = () if check is None else tuple(Path(one).stem for one in _mazes_of(check))
        starter = next(iter(by_ending.get(".py", [])), None)
        return AssignmentFiles(check, starter, next(iter(pictures), None), mazes)

    def put(self, number: int, files: Mapping[str, bytes]) -> AssignmentFiles:
        """Take files in, in the place of those that there were; none: take them away.

        Raises:
            BadInput: They can't be used; nothing is changed.
        """
        _check(files)
        place, new = (self._folder / f"{number}{ending}" for ending in ("", ".new"))
        shutil.rmtree(new, ignore_errors=True)
        try:
            new.mkdir(parents=True)
            for name, content in files.items():
                write_whole(new / name, content)
            _try(new)
            shutil.rmtree(place, ignore_errors=True)
            if files:
                new.rename(place)
        finally:
            shutil.rmtree(new, ignore_errors=True)
        return self.of(number)


def _check(files: Mapping[str, bytes]) -> None:
    """Refuse names and sizes that can't be, and the teacher's own Python in the server."""
    for name in files:
        if not _NAME.fullmatch(name):
            raise BadInput(
                f"{name[:60]!r} can't name a file here. Use letters, digits, '-' and '_', and an "
                "ending: my_maze.json"
            )
        ending = Path(name).suffix.lower()
        if ending not in (".toml", ".py", ".json", ".txt", ".maz", ".map", ".num", ".maze") and (
            ending not in PICTURES
        ):
            raise BadInput(
                f"{name}: an assignment takes an assignment file (.toml), mazes, a program to "
                "start from (.py) and a picture (.png, .jpg, .gif, .webp)."
            )
    size = sum(map(len, files.values()))
    if len(files) > MOST_FILES or size > MOST_BYTES:
        raise BadInput(
            f"{len(files)} files with {size:,} bytes; {MOST_FILES} files and {MOST_BYTES:,} bytes "
            "are the most. Make the picture smaller."
        )
    for ending, what in ((".toml", "assignment files"), (".py", "programs to start from")):
        if sum(name.lower().endswith(ending) for name in files) > 1:
            raise BadInput(f"There are several {what} ({ending}). An assignment takes one.")


def _try(place: Path) -> None:
    """Read the files as ``check`` will; raises ``BadInput`` with the name a teacher knows."""
    from wsusim.grading.assignment import load_assignment

    for file in place.glob("*.toml"):
        try:
            told = tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError):
            told = {}  # what is wrong is told below
        named = [told.get("profile"), *_list_in(told, "mazes")]
        if any(isinstance(name, str) and re.search(r"[\\/]", name) for name in named):
            raise BadInput(
                f"{file.name}: mazes and profile must lie beside it, so their names have no '/'."
            )
        if any(isinstance(one, dict) and "predicate" in one for one in _list_in(told, "counts")):
            raise BadInput(
                f"{file.name}: predicate names Python of your own, which the lab's server doesn't "
                "run. Take it out here, and use it with grade on your computer."
            )
        try:
            load_assignment(file)
        except BadInput as error:
            raise BadInput(str(error).replace(f"{place}/", "")) from None


def _list_in(told: Mapping[str, Any], name: str) -> list[Any]:
    value = told.get(name)
    return value if isinstance(value, list) else []


def _mazes_of(check: Path) -> list[str]:
    from wsusim.grading.assignment import load_assignment

    return list(load_assignment(check).entry.mazes)

"""The files that a teacher adds to an assignment: the same ones that ``check`` and ``grade`` use.

An assignment file (TOML) says what counts; beside it lie its mazes, a program to start from and a
picture. They are files in a folder of the assignment, so that the lab checks what students have at
home. Or there is a lesson, which contains all of these.
"""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wsusim.errors import BadInput
from wsusim.formats.atomic import write_whole
from wsusim.grading.assignment import Assignment, load_assignment
from wsusim.lab.drivers import ALONE, Drivers
from wsusim.lab.lesson_copy import students_copy
from wsusim.lessons.lesson import Lesson, load_lesson
from wsusim.lessons.lesson_files import SUFFIX

MOST_FILES = 20
MOST_BYTES = 700_000
"""Together; they travel in one request."""

MAZES = "mazes.json"
"""Beside a lesson: what the course calls its mazes."""

PICTURES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif",
            ".webp": "image/webp"}  # fmt: skip

LESSON_PICTURES = {**PICTURES, ".svg": "image/svg+xml"}

_NAME = re.compile(r"[A-Za-z0-9][\w-]{0,59}(\.[A-Za-z0-9]{1,5})", re.ASCII)


@dataclass(frozen=True, slots=True)
class AssignmentFiles:
    """The files of one assignment; each is optional.

    Attributes:
        check: What counts (see ``grading.assignment``).
        starter: A program to start from.
        picture: Shown beside the text.
        mazes: Names of the mazes of ``check``, as a course knows them.
        lesson: The lesson, which is ``check``, too.
    """

    check: Path | None = None
    starter: Path | None = None
    picture: Path | None = None
    mazes: tuple[str, ...] = ()
    lesson: Path | None = None


class AssignmentShelf:
    """The files of all assignments of a lab.

    Args:
        folder: The lab's.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "assignments"
        self._drivers_by_maze: dict[str, Drivers] | None = None
        """By maze; ``None``: they have to be read."""

    def of(self, number: int) -> AssignmentFiles:
        """Return the files of an assignment."""
        place = self._folder / str(number)
        if not place.is_dir():
            return AssignmentFiles()
        lesson = next(place.glob(f"*{SUFFIX}"), None)
        if lesson is not None:
            names = json.loads((place / MAZES).read_text(encoding="utf-8"))
            return AssignmentFiles(lesson, mazes=tuple(names), lesson=lesson)
        by_ending: dict[str, list[Path]] = {}
        for file in sorted(place.iterdir()):
            by_ending.setdefault(file.suffix.lower(), []).append(file)
        check = next(iter(by_ending.get(".toml", [])), None)
        pictures = [file for ending in PICTURES for file in by_ending.get(ending, [])]
        mazes = () if check is None else tuple(Path(one).stem for one in _mazes_of(check))
        starter = next(iter(by_ending.get(".py", [])), None)
        return AssignmentFiles(check, starter, next(iter(pictures), None), mazes)

    def put(self, number: int, files: Mapping[str, bytes]) -> AssignmentFiles:
        """Replace an assignment's files; with none, remove them.

        Raises:
            BadInput: They can't be used; nothing is changed.
        """
        _check(files)
        return self._put(number, files, _try)

    def put_lesson(self, number: int, lesson: Lesson, mazes: Sequence[str]) -> AssignmentFiles:
        """Replace an assignment's files by a lesson.

        Args:
            number: Of the assignment.
            lesson: As ``lesson_copy`` reads it; solution and notes are left out.
            mazes: What the course calls its mazes.
        """
        kept = {f"{lesson.name}{SUFFIX}": students_copy(lesson), MAZES: json.dumps(mazes).encode()}
        return self._put(number, kept, lambda place: None)

    def lesson_of(self, number: int) -> Lesson:
        """Return the lesson of an assignment.

        Raises:
            BadInput: It has none.
        """
        file = self.of(number).lesson
        if file is None:
            raise BadInput("This assignment is no lesson.")
        return load_lesson(file)

    def allowed_in(self, maze: str) -> tuple[str, ...]:
        """Return what lessons allow to programs in a maze of theirs, in its simulation."""
        allowed: list[str] = []
        for place in sorted(self._folder.glob(f"*/{MAZES}")):
            if (
                maze in json.loads(place.read_text(encoding="utf-8"))
                and place.parent.name.isdigit()
            ):
                allowed += self.lesson_of(int(place.parent.name)).entry.allow
        return tuple(dict.fromkeys(allowed))

    def drivers_in(self, maze: str) -> Drivers:
        """Return who drives in a maze's simulation; of several assignments, the newest decides.

        Raises:
            BadInput: An assignment can no longer be read.
        """
        by_maze = self._drivers_by_maze
        if by_maze is None:
            by_maze = self._drivers_by_maze = self._read_drivers()
        return by_maze.get(maze, ALONE)

    def _read_drivers(self) -> dict[str, Drivers]:
        by_maze: dict[str, Drivers] = {}
        numbers = (int(place.name) for place in self._folder.glob("*") if place.name.isdigit())
        for number in sorted(numbers):
            files = self.of(number)
            if files.check is not None:
                assignment = _assignment_of(files.check)
                drivers = Drivers(assignment.entry.robots, assignment.companions)
                if drivers != ALONE:
                    by_maze |= dict.fromkeys(files.mazes, drivers)
        return by_maze

    def _put(
        self, number: int, files: Mapping[str, bytes], try_out: Callable[[Path], object]
    ) -> AssignmentFiles:
        place, new = (self._folder / f"{number}{ending}" for ending in ("", ".new"))
        shutil.rmtree(new, ignore_errors=True)
        try:
            new.mkdir(parents=True)
            for name, content in files.items():
                write_whole(new / name, content)
            try_out(new)
            shutil.rmtree(place, ignore_errors=True)
            if files:
                new.rename(place)
        finally:
            shutil.rmtree(new, ignore_errors=True)
        self._drivers_by_maze = None
        return self.of(number)


def _check(files: Mapping[str, bytes]) -> None:
    """Refuse impossible names and sizes, and a teacher's own Python in the server."""
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
    return list(_assignment_of(check).entry.mazes)


def _assignment_of(check: Path) -> Assignment:
    """Read an assignment file, or the assignment of a lesson."""
    if check.suffix == SUFFIX:
        return load_lesson(check).assignment()
    return load_assignment(check)

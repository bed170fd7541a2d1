"""A lesson, and everything that belongs to it."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePosixPath

from wsusim.errors import BadInput
from wsusim.formats.entry_file import checked, line_of, parse_toml
from wsusim.formats.json_text import decode_text
from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.grading.assignment import Assignment, load_assignment
from wsusim.lessons.lesson_entry import LessonEntry
from wsusim.lessons.lesson_files import LESSON, read_files
from wsusim.model.text import printable

TEXT = "text.md"
NOTES = "notes.md"

_PICTURE = re.compile(r"!\[[^\]]*\]\(\s*<?([^)>\s]+)>?[^)]*\)")


@dataclass(frozen=True)
class Lesson:
    """A lesson as it was read; nothing in it has been run.

    Attributes:
        name: Of its folder: ``01-first-drive``.
        source: Where it was read: a folder or a ``.lesson``.
        entry: What its ``lesson.toml`` says.
        files: All files by their paths within it.
    """

    name: str
    source: Path
    entry: LessonEntry
    files: dict[str, bytes]

    @property
    def text(self) -> str:
        """The lesson's text, in Markdown."""
        return decode_text(self.files[TEXT])

    @property
    def notes(self) -> str:
        """The teacher's notes, in Markdown; empty: there are none."""
        return decode_text(self.files.get(NOTES, b""))

    @cached_property
    def solution_files(self) -> dict[str, bytes]:
        """The files of the solution by their paths below its folder; empty: there is none."""
        place = self.entry.solution.rstrip("/")
        if place in self.files:
            return {PurePosixPath(place).name: self.files[place]}
        inside = f"{place}/"
        return {
            name.removeprefix(inside): content
            for name, content in self.files.items()
            if name.startswith(inside)
        }

    @property
    def has_solution(self) -> bool:
        """Whether this is the teacher's lesson, with the solution in it."""
        return bool(self.solution_files)

    def for_students(self) -> dict[str, bytes]:
        """Return the files without solution, notes and the measurements of the text's numbers."""
        place = self.entry.solution.rstrip("/")
        measures = {(one.measure or "").partition(":")[0] for one in self.entry.numbers}
        private = {place, NOTES, *measures} - set(self.own_checks)
        return {
            name: content
            for name, content in self.files.items()
            if name not in private and not name.startswith(f"{place}/")
        }

    @property
    def own_checks(self) -> tuple[str, ...]:
        """The files with the teacher's own checks."""
        named = ((one.predicate or "").partition(":")[0] for one in self.entry.counts)
        return tuple(dict.fromkeys(name for name in named if name))

    @contextmanager
    def laid_out(self) -> Iterator[Path]:
        """Provide a temporary folder with all files of the lesson."""
        with tempfile.TemporaryDirectory(prefix="wsusim-lesson-") as folder:
            place = Path(folder).resolve()
            write_files(place, self.files)
            yield place

    def assignment(self) -> Assignment:
        """Return the task, in the form for ``grade`` and ``check``.

        Raises:
            BadInput: Something that the lesson names can't be used.
        """
        with self.laid_out() as folder:
            try:
                assignment = load_assignment(folder / LESSON, LessonEntry, "a lesson")
            except BadInput as error:
                told = str(error).replace(str(folder / LESSON), f"{self.where}")
                raise BadInput(told.replace(f"{folder}/", "").replace(f"{folder}\\", "")) from None
        entry = assignment.entry.model_copy(update={"file": self.entry.file or self.entry.program})
        return replace(assignment, file=self.source.absolute(), entry=entry)

    @property
    def where(self) -> str:
        """The lesson's TOML file as messages name it."""
        return str(self.source / LESSON) if self.source.is_dir() else f"{self.source}, {LESSON}"


def load_lesson(path: Path) -> Lesson:
    """Read a lesson without running anything of it.

    Args:
        path: Its folder, the ``lesson.toml`` in it, or a ``.lesson``.

    Raises:
        BadInput: Something in it is invalid; the message says what, where, and what is allowed.
    """
    name, files = read_files(path)
    source = path.absolute().parent if path.name == LESSON else path
    where = f"{source / LESSON}" if source.is_dir() else f"{source}, {LESSON}"
    try:
        text = decode_text(files[LESSON])
        values = parse_toml(text)
    except BadInput as error:
        raise BadInput(f"{printable(where)}: {error}") from None
    entry = checked(values, LessonEntry, where, text)
    lesson = Lesson(name, source, entry, files)
    _check_files(lesson, text)
    return lesson


def _check_files(lesson: Lesson, toml: str) -> None:
    """Refuse a lesson that names missing files."""
    told = [
        f"line {line_of(toml, (field,))}: there is no file {name!r} in the lesson. {advice}"
        for field, name, advice in _missing(lesson)
    ]
    if told:
        raise BadInput(f"{lesson.where}, {told[0]}".replace(", line None:", ":"))


def _missing(lesson: Lesson) -> Iterator[tuple[str, str, str]]:
    """Yield (field, file, advice) for what isn't there."""
    files, entry = lesson.files, lesson.entry
    if TEXT not in files:
        yield "text", TEXT, "It is what the student reads: write it, in Markdown."
    for name in entry.starter:
        if name not in files:
            yield "starter", name, "Students begin with it: write it, or name another file."
    for name in entry.mazes:
        if name not in files and name not in built_in_mazes():
            yield "mazes", name, f"Built in are: {', '.join(built_in_mazes())}."


def linked_pictures(markdown: str) -> tuple[str, ...]:
    """Return the files of all pictures in a text, in its order.

    Example:
        >>> linked_pictures("See ![the window](pictures/window.png) here.")
        ('pictures/window.png',)
    """
    return tuple(dict.fromkeys(_PICTURE.findall(markdown)))


def write_files(folder: Path, files: dict[str, bytes]) -> None:
    """Write files by their paths into a folder that is there."""
    for name, content in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)

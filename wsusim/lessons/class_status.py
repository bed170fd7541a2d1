"""How far a class has come: the progress of all students below a folder, as a table."""

from __future__ import annotations

import csv
import io
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from wsusim.errors import BadInput
from wsusim.lessons.progress import FILE, Progress, read_progress
from wsusim.model.text import counted, printable, safe_cell

DEEPEST = 6
"""Folders below the class's folder that are looked through."""


@dataclass(frozen=True, slots=True)
class ClassStatus:
    """The table.

    Attributes:
        lessons: Names of the lessons, in order.
        rows: Students by name, each with the progress by lesson.
    """

    lessons: tuple[str, ...]
    rows: dict[str, dict[str, Progress]]

    def text(self) -> str:
        """Return the table for a terminal."""
        titles = ["Student", *self.lessons]
        lines = [titles, *([student, *self._cells(student)] for student in self.rows)]
        widths = [max(len(line[column]) for line in lines) for column in range(len(titles))]
        told = [
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        ]
        passed = sum(bool(one.passed) for row in self.rows.values() for one in row.values())
        students = counted(len(self.rows), "student")
        return "\n".join([*told, "", f"{students}, {counted(passed, 'lesson')} passed."])

    def csv(self) -> str:
        """Return one line for each student and lesson, for a spreadsheet."""
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(
            ["student", "lesson", "state", "points", "of", "checks", "hints", "started", "passed"]
        )
        for student, row in self.rows.items():
            for lesson in self.lessons:
                one = row.get(lesson, Progress(lesson))
                cells = (one.words, one.best_points, one.of_points, one.checks, one.hints)
                table.writerow(
                    [safe_cell(student), safe_cell(lesson), *cells, one.started, one.passed]
                )
        return out.getvalue()

    def json(self) -> dict[str, object]:
        """Return all of it as plain values."""
        return {
            "lessons": list(self.lessons),
            "students": {
                student: {lesson: asdict(one) for lesson, one in row.items()}
                for student, row in self.rows.items()
            },
        }

    def _cells(self, student: str) -> list[str]:
        row = self.rows[student]
        return [_cell(row[lesson]) if lesson in row else "-" for lesson in self.lessons]


def _cell(one: Progress) -> str:
    more = [counted(one.checks, "check")] if one.checks else []
    more += [counted(one.hints, "hint")] if one.hints else []
    return f"{one.words} ({', '.join(more)})" if more else one.words


def class_status(folder: Path) -> ClassStatus:
    """Return the table of a folder in which each student has a folder.

    A folder that is itself one student's is taken as that. A student's folder without any progress
    is a row, too: teachers look for those who have not begun.

    Raises:
        BadInput: There is no such folder, or no progress in it.
    """
    if not folder.is_dir():
        raise BadInput(f"There is no folder {folder}. Give the one with the students' folders.")
    found: dict[str, dict[str, Progress]] = {}
    has_students = False
    for place in _places(folder):
        progress = read_progress(place)
        if progress is None:
            continue
        parts = place.relative_to(folder).parts
        has_students = has_students or len(parts) > 1
        student = printable(parts[0] if len(parts) > 1 else folder.absolute().name)
        row = found.setdefault(student, {})
        row[progress.lesson] = _better(row.get(progress.lesson), progress)
    if not found:
        raise BadInput(
            f"There is no progress in the folder {folder.absolute()}. Students' folders hold a "
            f"{FILE} for each lesson that they have begun in the window."
        )
    if has_students:
        for student in _folders(folder):
            found.setdefault(student, {})
    lessons = sorted({lesson for row in found.values() for lesson in row})
    return ClassStatus(tuple(lessons), dict(sorted(found.items())))


def _better(before: Progress | None, now: Progress) -> Progress:
    """Return the better one of two of the same lesson: a student may have several copies."""
    if before is None:
        return now
    return max(before, now, key=lambda one: (bool(one.passed), one.best_points, one.checks))


def _folders(folder: Path) -> list[str]:
    return [
        printable(one.name)
        for one in folder.iterdir()
        if one.is_dir() and not one.name.startswith(".")
    ]


def _places(folder: Path) -> list[Path]:
    places = []
    for place, folders, names in os.walk(folder):
        depth = len(Path(place).relative_to(folder).parts)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        if depth >= DEEPEST:
            folders.clear()
        if FILE in names:
            places.append(Path(place))
    return places

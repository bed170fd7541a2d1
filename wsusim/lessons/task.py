"""What programs are checked against: an assignment file or a lesson, named in the same way."""

from __future__ import annotations

from pathlib import Path

from wsusim.grading.assignment import Assignment, load_assignment
from wsusim.lessons.catalogue import find_lesson, shipped_lessons
from wsusim.lessons.lesson import load_lesson
from wsusim.lessons.lesson_files import is_lesson


def load_task(file: Path) -> Assignment:
    """Read an assignment (``.toml``), or a lesson in a folder, a file or by its name.

    Raises:
        BadInput: Something in it is invalid; the message says what, where, and what is allowed.
    """
    name = str(file)
    if not file.exists() and (name in shipped_lessons() or name.isdecimal()):
        file = find_lesson(name)
    return load_lesson(file).assignment() if is_lesson(file) else load_assignment(file)

"""A lesson's files where the panel finds its text and pictures, and runs their mazes and robots."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from wsusim.lessons.lesson import Lesson

PAGE = "lesson-page.md"


class LessonPages:
    """The files of one lesson at a time.

    Args:
        folder: Where they are laid out; it is this window's alone.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def lay_out(self, lesson: Lesson) -> None:
        """Write what students may see of a lesson, in place of the last one."""
        from wsusim.lessons.lesson import write_files

        self.remove()
        self.folder.mkdir(parents=True, exist_ok=True)
        write_files(self.folder, lesson.for_students())

    def page(self, lesson: Lesson, hints: int) -> Path:
        """Write the lesson's text with its first hints; return the file."""
        text = lesson.text
        for number, hint in enumerate(lesson.entry.hints[:hints], start=1):
            heading = QCoreApplication.translate("LessonPages", "Hint {number}")
            text += f"\n\n## {heading.format(number=number)}\n\n{hint}\n"
        page = self.folder / PAGE
        page.write_text(text, encoding="utf-8")
        return page

    def find(self, name: str) -> Path | None:
        """Return the lesson's own file of this name; ``None``: it has none."""
        place = self.folder / name
        return place if place.is_file() else None

    def remove(self) -> None:
        """Remove the files."""
        shutil.rmtree(self.folder, ignore_errors=True)

"""Where a student's copies of lessons are kept."""

from __future__ import annotations

from pathlib import Path

from wsusim.gui.shell.lesson_folder import keep_lesson_folder, lesson_folder
from wsusim.lessons.student_copy import usual_root


def test_it_is_in_the_documents_until_another_is_chosen(tmp_path: Path) -> None:
    """And then that one, in the next window, too."""
    first = lesson_folder(tmp_path)
    keep_lesson_folder(tmp_path, tmp_path / "mine")

    assert (first, lesson_folder(tmp_path)) == (usual_root(), tmp_path / "mine")

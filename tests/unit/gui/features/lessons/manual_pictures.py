"""The manual's pictures of a lesson, after the first hint, and of its form."""

from __future__ import annotations

from PySide6.QtTest import QTest

from tests.unit.gui.studio import keep, opened_window, part_of
from wsusim.gui.features.lessons.lessons_side import LessonsSide
from wsusim.lessons.catalogue import shipped_lessons

SIZE_PX = (1280, 800)
SETTLE_MS = 800
TASK = 1


def take() -> None:
    """Open the first lesson, begin it, and keep what the window shows."""
    with opened_window(SIZE_PX) as (window, folder):
        side = part_of(window, LessonsSide)
        side.choose_root(folder / "wsusim lessons")
        side.open(shipped_lessons()["01-first-drive"])
        QTest.qWait(SETTLE_MS)
        side.start()
        side.show_hint()
        side.panel.copy.setText(
            "Your program: Documents/wsusim lessons/01-first-drive/first_drive.py"
        )
        keep(window, "lesson-window")
        side.making.edit()
        form = side.making.form
        assert form is not None
        form.tabs.setCurrentIndex(TASK)
        QTest.qWait(SETTLE_MS)
        keep(form, "lesson-form")
        form.reject()

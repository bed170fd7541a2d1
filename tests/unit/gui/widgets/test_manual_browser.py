"""Pages of the manual and of lessons, as they are shown."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QTextDocument, QTextFormat
from pytestqt.qtbot import QtBot

from tests.unit.gui.studio import part_of
from wsusim.gui.features.lessons.lessons_side import OPENING_MS, LessonsSide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.shipped import shipped_folder

SIZE = QTextFormat.Property.FontSizeAdjustment.value


def _large_texts(document: QTextDocument) -> Iterator[str]:
    """Yield what is as large as a heading, and is none."""
    block = document.begin()
    while block.isValid():
        part = block.begin()
        while not part.atEnd():
            fragment = part.fragment()
            if not block.blockFormat().headingLevel() and fragment.charFormat().property(SIZE):
                yield fragment.text()
            part += 1
        block = block.next()


def test_only_headings_are_large_when_a_window_opens_with_a_lesson(
    program: MainWindow, qtbot: QtBot
) -> None:
    """Its panel gets its width while the text is being read."""
    program.hide()
    side = part_of(program, LessonsSide)
    lesson = shipped_folder("templates") / "lessons" / "03-see-a-wall" / "lesson.toml"
    assert side.open(lesson)
    program.show()
    before_px = side.panel.text.width()
    qtbot.waitUntil(lambda: side.panel.text.width() != before_px, timeout=20 * OPENING_MS)
    qtbot.waitUntil(lambda: not side.panel.text.fitting.isActive())

    assert list(_large_texts(side.panel.text.document())) == []
    side.leave()

"""A text of which as much is shown as has room."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from wsusim.gui.widgets.shortened_label import ShortenedLabel


def test_a_panel_around_it_has_no_height_that_depends_on_its_width(qtbot: QtBot) -> None:
    """Else a panel that is low would scroll, and hide what is at its lower end."""
    panel = QWidget()
    qtbot.addWidget(panel)
    label = ShortenedLabel()
    layout = QVBoxLayout(panel)
    layout.addWidget(label)
    label.show_text("The run still has the program as it was before your changes. " * 3)
    assert not layout.hasHeightForWidth()


def test_a_text_that_has_no_room_ends_in_dots_and_is_whole_in_the_tip(qtbot: QtBot) -> None:
    """It is never cut off in a letter, also where there is one line for it."""
    label = ShortenedLabel(lines=1)
    qtbot.addWidget(label)
    label.setContentsMargins(8, 2, 8, 2)
    label.resize(120, label.sizeHint().height())
    text = "The controller didn't use its robot for 5 s."

    label.show_text(text)

    room_px = label.contentsRect().width()
    assert label.text().endswith("\u2026")
    assert label.fontMetrics().horizontalAdvance(label.text()) <= room_px
    assert (label.whole, label.toolTip()) == (text, text)

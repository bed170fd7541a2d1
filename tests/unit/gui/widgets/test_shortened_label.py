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

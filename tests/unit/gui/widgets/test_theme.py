"""What looks like HTML is shown as it is, in labels, message boxes and tool tips."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox

from wsusim.gui.widgets.theme import LIGHT, apply_theme

NAME = "<b>run</b> <img src='http://example.org/x.png'>.mcap"


@pytest.fixture
def dressed(qapp: QApplication) -> None:
    """An application with the window's theme."""
    apply_theme(qapp, LIGHT)


def test_a_label_shows_a_files_name_as_it_is(dressed: None, qtbot) -> None:
    """Without any code for the label itself."""
    label = QLabel(NAME)
    qtbot.addWidget(label)

    label.show()

    assert label.textFormat() == Qt.TextFormat.PlainText


def test_a_message_box_too(dressed: None, qtbot) -> None:
    """Messages tell names of files."""
    box = QMessageBox(QMessageBox.Icon.Warning, "", NAME)
    qtbot.addWidget(box)

    box.show()

    formats = {label.textFormat() for label in box.findChildren(QLabel) if label.text() == NAME}
    assert formats == {Qt.TextFormat.PlainText}


def test_a_label_that_asks_for_html_gets_it(dressed: None, qtbot) -> None:
    """The arithmetic of a reading is a table."""
    label = QLabel("<table></table>")
    qtbot.addWidget(label)
    label.setTextFormat(Qt.TextFormat.RichText)

    label.show()

    assert label.textFormat() == Qt.TextFormat.RichText

"""What looks like HTML is shown as it is, and what can't be used is dim."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLabel, QListWidget, QMessageBox, QWidget

from wsusim.gui.widgets.theme import LIGHT, apply_theme, dress, undress

NAME = "<b>run</b> <img src='http://example.org/x.png'>.mcap"


@pytest.fixture
def dressed(qapp: QApplication) -> None:
    """An application with the window's theme."""
    apply_theme(qapp, LIGHT)


@pytest.fixture
def styled(dressed: None, qapp: QApplication) -> Iterator[None]:
    """The same with the theme's style sheet."""
    dress(qapp)
    yield
    undress(qapp)


def test_a_label_shows_a_files_name_as_it_is(dressed: None, qtbot) -> None:
    """Without any code for the label itself."""
    label = QLabel(NAME)
    qtbot.addWidget(label)

    label.show()

    assert label.textFormat() == Qt.TextFormat.PlainText


def test_a_list_that_can_not_be_used_is_dim(styled: None, qtbot) -> None:
    """Its words, too: during a run nothing can be dragged from the palette."""
    words = QListWidget()
    qtbot.addWidget(words)
    words.addItems(["Wall", "Light"])
    words.show()
    ink = QColor(LIGHT.text).rgb()

    usual = _count(words, ink)
    words.setEnabled(False)

    assert (usual > 0, _count(words, ink)) == (True, 0)


def _count(widget: QWidget, ink: int) -> int:
    """Return how many points of a widget have a colour."""
    shown = widget.grab().toImage()
    points = product(range(shown.width()), range(shown.height()))
    return sum(shown.pixel(x, y) == ink for x, y in points)


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

"""Icons that are drawn in the theme that is in use."""

from __future__ import annotations

from PySide6.QtCore import QSize
from pytestqt.qtbot import QtBot

from wsusim.gui.widgets.icons import icon


def test_a_button_without_room_has_no_picture(qtbot: QtBot) -> None:
    """Qt asks for a picture of no size then; painting one is an error to it."""
    assert icon("close").pixmap(QSize(0, 16)).isNull()
    assert not icon("close").pixmap(QSize(16, 16)).isNull()

"""Undo and Redo of whichever document was clicked last."""

from __future__ import annotations

from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from wsusim.gui.shell.actions import ActionSet
from wsusim.gui.shell.histories import Histories


def test_a_document_that_is_gone_has_nothing_to_undo(qtbot: QtBot) -> None:
    """As a window closes, its documents may go before the widget that has the keyboard."""
    window = QWidget()
    qtbot.addWidget(window)
    histories = Histories(ActionSet(window), window)
    stack = QUndoStack(window)
    histories.add(window, stack, lambda: True)
    delete(stack)

    histories.show()

"""The docks round the arena."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from wsusim.gui.shell.window import MainWindow

LOW_PX, HIGH_PX = 120, 260


@pytest.fixture
def window(bare_window: MainWindow, qtbot: QtBot) -> MainWindow:
    """Return a window with a low panel below the arena, and one that needs more room, closed."""
    bottom = Qt.DockWidgetArea.BottomDockWidgetArea
    panels = bare_window.panels
    panels.add("low", "Low", QLabel("low"), bottom)
    panels.add("high", "High", QLabel("high"), bottom, beside="low", is_open=False)
    bare_window.restore_layout()
    bare_window.resize(1000, 800)
    bare_window.show()
    qtbot.waitExposed(bare_window)
    bare_window.resizeDocks([panels["low"]], [LOW_PX], Qt.Orientation.Vertical)
    qtbot.waitUntil(lambda: panels["low"].height() == LOW_PX)
    return bare_window


def test_a_panel_that_needs_room_gets_it_and_gives_it_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    """The arena is as large as before once it is closed."""
    arena_px = window.view.height()
    window.panels.bring("high", HIGH_PX)
    qtbot.waitUntil(lambda: window.panels["high"].height() > 200)

    window.panels["high"].close()

    qtbot.waitUntil(lambda: abs(window.view.height() - arena_px) < 30)


def test_one_behind_a_tab_keeps_its_room(window: MainWindow, qtbot: QtBot) -> None:
    """Who looks at the console for a moment finds the panel as it was."""
    window.panels.bring("high", HIGH_PX)
    qtbot.waitUntil(lambda: window.panels["high"].height() > 200)
    arena_px = window.view.height()

    window.panels["low"].raise_()
    qtbot.waitUntil(lambda: not window.panels["low"].visibleRegion().isEmpty())

    assert window.view.height() == arena_px

"""The panels round the arena."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QTabBar
from pytestqt.qtbot import QtBot

from tests.unit.gui.conftest import new_window
from wsusim.gui.shell.main_window import MainWindow

BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea


def test_a_panel_that_needed_more_height_gives_it_back(window: MainWindow, qtbot: QtBot) -> None:
    """As soon as the panel beside it is in front again."""
    panels = window.panels
    panels.add("low", "Low", QLabel("low"), BOTTOM)
    panels.add("high", "High", QLabel("high"), BOTTOM, beside="low")
    panels.bring("low")
    qtbot.wait(50)
    before_px = panels["low"].height()

    panels.bring("high", least_px=before_px + 150)
    qtbot.waitUntil(lambda: panels["high"].height() > before_px + 50)
    panels.bring("low")

    qtbot.waitUntil(lambda: panels["low"].height() <= before_px + 5)


def test_a_closed_panel_gives_its_height_back(window: MainWindow, qtbot: QtBot) -> None:
    """One that was opened for the first time, too."""
    panels = window.panels
    panels.add("low", "Low", QLabel("low"), BOTTOM)
    panels.add("high", "High", QLabel("high"), BOTTOM, beside="low", is_open=False)
    panels.bring("low")
    qtbot.wait(50)
    before_px = panels["low"].height()

    panels.bring("high", least_px=before_px + 150)
    qtbot.waitUntil(lambda: panels["high"].height() > before_px + 50)
    panels["high"].close()

    qtbot.waitUntil(lambda: panels["low"].height() <= before_px + 5)


def test_a_closed_panel_shows_again_what_it_covered(window: MainWindow, qtbot: QtBot) -> None:
    """And not the neighbour of its tab."""
    panels = window.panels
    panels.add("first", "First", QLabel("first"), BOTTOM)
    for name in ("second", "third"):
        panels.add(name, name, QLabel(name), BOTTOM, beside="first", is_open=name == "second")
    panels.bring("first")
    qtbot.waitUntil(lambda: panels["first"].is_seen)
    panels.bring("third")
    qtbot.waitUntil(lambda: panels["third"].is_seen)

    panels["third"].close()

    qtbot.waitUntil(lambda: panels["first"].is_seen)
    assert not panels["second"].is_seen


def test_the_arena_has_its_room_back_when_the_text_is_small_again(
    window: MainWindow, qtbot: QtBot
) -> None:
    """Panels that had to grow shrink."""
    window.resize(1024, 660)
    qtbot.wait(50)
    before_px = window.view.width()
    usual = window.preferences.value
    window.preferences.set(replace(usual, text_percent=150))
    qtbot.waitUntil(lambda: window.view.width() < before_px)
    window.preferences.set(usual)
    qtbot.waitUntil(lambda: window.view.width() >= before_px - 5)


def test_each_panel_has_one_tab(qtbot: QtBot, tmp_path: Path) -> None:
    """Qt forgets rows of tabs in the window, which would lie across arena and palette."""
    window = new_window(tmp_path / "settings")
    qtbot.addWidget(window)
    panels = window.panels
    panels.add("first", "First", QLabel("first"), RIGHT)
    panels.add("second", "Second", QLabel("second"), RIGHT, beside="first")
    panels.add("third", "Third", QLabel("third"), RIGHT)
    panels.add("fourth", "Fourth", QLabel("fourth"), RIGHT, beside="third")
    panels.restore()
    window.show()
    qtbot.waitExposed(window)

    rows = [row for row in window.findChildren(QTabBar) if row.parent() is window]
    tabs = [row.tabText(tab) for row in rows if row.isVisible() for tab in range(row.count())]
    assert len(tabs) == len(set(tabs))

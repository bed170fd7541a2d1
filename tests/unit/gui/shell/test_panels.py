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


def test_panels_below_the_arena_have_one_height(window: MainWindow, qtbot: QtBot) -> None:
    """Whatever they hold, and whichever is brought to the front: the arena stays where it is."""
    panels, tall = window.panels, QLabel("tall")
    tall.setMinimumHeight(900)
    panels.add("low", "Low", QLabel("low"), BOTTOM)
    panels.add("tall", "Tall", tall, BOTTOM, beside="low")
    panels.add("closed", "Closed", QLabel("closed"), BOTTOM, beside="low", is_open=False)
    panels.bring("low")
    qtbot.waitUntil(lambda: panels["low"].is_seen)
    before = window.view.geometry()

    shown = []
    for name in ("tall", "closed", "low"):
        panels.bring(name)
        qtbot.waitUntil(lambda name=name: panels[name].is_seen)
        shown.append(window.view.geometry())

    assert shown == [before] * 3


def test_a_panel_apart_is_never_larger_than_the_screen(window: MainWindow, qtbot: QtBot) -> None:
    """What has no room in it scrolls."""
    wide = QLabel("wide")
    wide.setMinimumSize(4000, 3000)
    window.panels.add("wide", "Wide", wide, BOTTOM, is_open=False)
    window.panels.open_apart("wide")
    dock, screen = window.panels["wide"], window.screen().availableGeometry()
    qtbot.waitUntil(lambda: dock.is_seen)
    assert dock.isFloating()
    assert screen.contains(dock.geometry())


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

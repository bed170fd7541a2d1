"""The panels round the arena."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QTabBar
from pytestqt.qtbot import QtBot

from tests.unit.gui.conftest import new_window
from wsusim.gui.shell.main_window import DRESSED_MS, MainWindow
from wsusim.gui.widgets.layouts import ScrollPanel, held, in_column

BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea
LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
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


def test_the_arena_has_its_room_back_when_another_theme_comes_with_the_small_text(
    program: MainWindow, qtbot: QtBot
) -> None:
    """As by Restore Defaults: all panels have to be dressed before they can shrink."""
    program.resize(1280, 800)
    program.show()
    qtbot.waitExposed(program)
    program.panels.take_usual_sizes()
    usual = replace(program.preferences.value, theme="light")
    before_px = program.view.width()
    program.preferences.set(replace(usual, text_percent=150, theme="dark"))
    qtbot.waitUntil(lambda: program.view.width() < before_px - 50)

    program.preferences.set(usual)

    qtbot.waitUntil(lambda: program.view.width() >= before_px - 5)


def _grown(panel: ScrollPanel, height_px: int) -> None:
    """Give a panel something of this height to hold."""
    inner = panel.widget()
    assert inner is not None
    inner.layout().itemAt(0).widget().setFixedHeight(height_px)


@pytest.fixture
def fitted(window: MainWindow, qtbot: QtBot) -> ScrollPanel:
    """Return the panel of controllers of a window; it holds a label of 100 pixels.

    The window has dressed: a moment after it was made it takes the sizes of its text.
    """
    dressed: list[bool] = []
    QTimer.singleShot(DRESSED_MS, window, lambda: dressed.append(True))
    qtbot.waitUntil(lambda: bool(dressed))
    panel, label = ScrollPanel(), QLabel("rows")
    label.setFixedHeight(100)
    panel.hold(held(in_column(label)))
    window.panels.add("controllers", "Controllers", panel, RIGHT, is_fitted=True)
    window.panels.add("sensors", "Sensors", QLabel("readings"), RIGHT)
    window.resize(1200, 800)
    window.panels.restore()
    window.panels.take_usual_sizes()
    qtbot.waitUntil(lambda: window.panels["controllers"].height() == 100 + _title_px(window))
    return panel


def _title_px(window: MainWindow) -> int:
    return window.panels["controllers"].title.sizeHint().height()


def test_a_fitted_panel_leaves_room_that_it_does_not_need(
    window: MainWindow, fitted: ScrollPanel, qtbot: QtBot
) -> None:
    """To the one that follows the selection; the third one keeps its height."""
    panels = window.panels
    before = panels["inspector"].height(), panels["sensors"].height()
    _grown(fitted, 60)
    qtbot.waitUntil(lambda: panels["controllers"].height() == 60 + _title_px(window))
    wanted = (before[0] + 40, before[1])
    qtbot.waitUntil(lambda: (panels["inspector"].height(), panels["sensors"].height()) == wanted)


def test_a_fitted_panel_leaves_panels_with_tabs_where_they_are(
    window: MainWindow, fitted: ScrollPanel, qtbot: QtBot
) -> None:
    """However often it needs less and more; else they would get lower each time."""
    panels = window.panels
    panels.add("variables", "Variables", QLabel("values"), RIGHT, beside="sensors")
    panels["sensors"].raise_()
    qtbot.waitUntil(lambda: panels["sensors"].is_tabbed and panels["sensors"].is_seen)
    before = panels["sensors"].height()
    for height_px in (60, 100, 60, 100):
        _grown(fitted, height_px)
        wanted = height_px + _title_px(window)
        qtbot.waitUntil(lambda wanted=wanted: panels["controllers"].height() == wanted)
    qtbot.waitUntil(lambda: panels["sensors"].height() == before)


def test_a_fitted_panel_that_showed_everything_still_does(
    window: MainWindow, fitted: ScrollPanel, qtbot: QtBot
) -> None:
    """More robots: more rows."""
    _grown(fitted, 130)
    qtbot.waitUntil(lambda: window.panels["controllers"].height() == 130 + _title_px(window))


def test_a_fitted_panel_takes_no_more_than_its_share(
    window: MainWindow, fitted: ScrollPanel, qtbot: QtBot
) -> None:
    """It scrolls then."""
    _grown(fitted, 2000)
    qtbot.waitUntil(lambda: fitted.verticalScrollBar().isVisible())
    assert window.panels["inspector"].height() > 100


def test_a_panel_that_is_there_for_something_is_not_opened_with_the_window(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """Though it was open when the last session ended."""
    opened = []
    for is_last in (False, True):
        window = new_window(tmp_path / "settings")
        qtbot.addWidget(window)
        window.panels.add("passing", "Passing", QLabel("film"), BOTTOM, is_passing=True)
        window.panels.restore()
        window.show()
        if not is_last:
            window.panels.bring("passing")
        opened.append(not window.panels["passing"].isHidden())
        window.panels.remember()
        window.close()
    assert opened == [True, False]


def test_the_palette_is_narrow_again_after_a_session_that_ended_in_a_lesson(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """The panel that needed the width is not there any more."""
    widths = []
    for is_last in (False, True):
        window = new_window(tmp_path / "settings")
        qtbot.addWidget(window)
        wide = QLabel("a lesson")
        panels = window.panels
        panels.add("passing", "Passing", wide, LEFT, beside="palette", is_passing=True)
        panels.restore()
        window.show()
        qtbot.waitExposed(window)
        widths.append(panels["palette"].width())
        if not is_last:
            panels["passing"].setMinimumWidth(2 * widths[0])
            panels.bring("passing")
            qtbot.waitUntil(lambda panels=panels: panels["passing"].width() >= 2 * widths[0])
        panels.remember()
        window.close()
    assert widths[0] == widths[1]


def test_panels_at_the_right_keep_their_heights_from_one_session_to_the_next(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """Though a fitted one needs more as soon as it knows its maze, which was cut before."""
    heights = []
    for session in range(3):
        window = new_window(tmp_path / "settings")
        qtbot.addWidget(window)
        panels, fitted, label = window.panels, ScrollPanel(), QLabel("rows")
        label.setFixedHeight(60)
        fitted.hold(held(in_column(label)))
        panels.add("controllers", "Controllers", fitted, RIGHT, is_fitted=True)
        panels.add("sensors", "Sensors", QLabel("readings"), RIGHT)
        panels.restore()
        window.show()
        whole_px = 60 + _title_px(window)
        qtbot.waitUntil(lambda panels=panels, px=whole_px: panels["controllers"].height() == px)
        _grown(fitted, 100)
        whole_px += 40
        qtbot.waitUntil(lambda panels=panels, px=whole_px: panels["controllers"].height() == px)
        if session == 0:
            docks = [panels["inspector"], panels["sensors"]]
            window.resizeDocks(docks, [200, 400], Qt.Orientation.Vertical)
        qtbot.wait(100)
        heights.append((panels["inspector"].height(), panels["sensors"].height()))
        panels.remember()
        window.close()
    assert heights[1:] == [heights[0]] * 2


def test_a_fitted_panel_that_showed_everything_does_so_in_the_next_session(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """Also if it has more rows then: the last one ended in a lesson, which hides some."""
    for height_px in (60, 110):
        window = new_window(tmp_path / "settings")
        qtbot.addWidget(window)
        panels, fitted, label = window.panels, ScrollPanel(), QLabel("rows")
        label.setFixedHeight(height_px)
        fitted.hold(held(in_column(label)))
        panels.add("controllers", "Controllers", fitted, RIGHT, is_fitted=True)
        panels.add("sensors", "Sensors", QLabel("readings"), RIGHT)
        panels.restore()
        window.show()
        whole_px = height_px + _title_px(window)
        qtbot.waitUntil(lambda panels=panels, px=whole_px: panels["controllers"].height() == px)
        panels.remember()
        window.close()


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

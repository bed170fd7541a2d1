"""A window on a small maze, and the mouse in millimetres."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from wsusim.gui.app import make_window
from wsusim.gui.features.editing.editing import Editing
from wsusim.gui.shell.window import MainWindow
from wsusim.gui.widgets.theme import LIGHT, Theme, apply_theme
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, GoalRegion, RobotStart, Wall, World

WALL_ID, CAP_ID, ROBOT_ID, GOAL_ID = 1, 2, 3, 4


def small_world() -> World:
    """Return a maze with one wall, cap, robot and goal region, all on the 20 mm grid."""
    return World(
        "small",
        Arena.rectangle(1000.0, 800.0),
        walls=(Wall(WALL_ID, 200.0, 600.0, 500.0, 600.0),),
        caps=(Cap(CAP_ID, 300.0, 300.0),),
        robots=(RobotStart(ROBOT_ID, Pose(600.0, 400.0)),),
        goals=(GoalRegion(GOAL_ID, Pose(840.0, 160.0), 200.0, 160.0),),
        next_id=5,
    )


class Mouse:
    """Works the arena view by places of the world."""

    def __init__(self, window: MainWindow) -> None:
        self._view = window.view

    def px(self, x_mm: float, y_mm: float) -> QPoint:
        """Return the pixel of the view that shows a place."""
        return self._view.mapFromScene(x_mm, y_mm)

    def press(self, x_mm: float, y_mm: float, modifier: Qt.KeyboardModifier) -> None:
        """Press the left button."""
        QTest.mousePress(
            self._view.viewport(), Qt.MouseButton.LeftButton, modifier, self.px(x_mm, y_mm)
        )

    def move(
        self,
        x_mm: float,
        y_mm: float,
        modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        """Move the mouse there."""
        at_px = QPointF(self.px(x_mm, y_mm))
        viewport = self._view.viewport()
        moved = QMouseEvent(
            QEvent.Type.MouseMove,
            at_px,
            QPointF(viewport.mapToGlobal(at_px.toPoint())),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            modifier,
        )
        QApplication.sendEvent(viewport, moved)

    def click(
        self,
        x_mm: float,
        y_mm: float,
        modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        """Click."""
        self.drag((x_mm, y_mm), (x_mm, y_mm), modifier)

    def drag(
        self,
        start_mm: tuple[float, float],
        end_mm: tuple[float, float],
        modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        """Press at one place, move half way and all the way, release."""
        self.press(*start_mm, modifier)
        middle = ((start_mm[0] + end_mm[0]) / 2.0, (start_mm[1] + end_mm[1]) / 2.0)
        for place in (middle, end_mm):
            self.move(*place, modifier)
        QTest.mouseRelease(
            self._view.viewport(), Qt.MouseButton.LeftButton, modifier, self.px(*end_mm)
        )


@pytest.fixture(autouse=True)
def _no_window_is_left_behind() -> Iterator[None]:
    """Fail a test that leaves a window: each later change of theme or text would dress it, too."""
    before = main_windows()
    yield
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert main_windows() <= before


def main_windows() -> set[MainWindow]:
    """Return the windows that there are, shown or not."""
    widgets = QApplication.topLevelWidgets()
    return {widget for widget in widgets if isinstance(widget, MainWindow)}


@pytest.fixture
def take_theme(qapp: QApplication) -> Iterator[Callable[[Theme], None]]:
    """Return a function by which everything takes a theme; afterwards it has the light one."""
    yield partial(apply_theme, qapp)
    apply_theme(qapp, LIGHT)


def new_window(folder: Path) -> MainWindow:
    """Return a window in which mazes are edited, to which other features can be added."""
    window = MainWindow(folder)
    Editing(window)
    return window


@pytest.fixture
def whole_window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """Return the program's window, with all its features."""
    made = make_window(tmp_path / "whole")
    qtbot.addWidget(made, before_close_func=lambda w: w.document.undo_stack.setClean())
    return made


@pytest.fixture
def bare_window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """Return a window to which features can be added; its settings are its own."""
    made = new_window(tmp_path)
    qtbot.addWidget(made, before_close_func=lambda w: w.document.undo_stack.setClean())
    return made


@pytest.fixture
def window(bare_window: MainWindow) -> MainWindow:
    """Return a window that shows the small maze."""
    bare_window.restore_layout()
    bare_window.resize(1200, 800)
    bare_window.document.load(small_world(), None)
    bare_window.show()
    bare_window.view.fit()
    return bare_window


@pytest.fixture
def mouse(window: MainWindow) -> Mouse:
    """Return the mouse over the window's arena."""
    return Mouse(window)


Keys = Callable[..., None]


@pytest.fixture
def keys(window: MainWindow, qtbot: QtBot) -> Keys:
    """Return a function that types keys into the arena."""
    window.view.setFocus()

    def type_keys(
        *pressed: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        for key in pressed:
            qtbot.keyClick(window.view, key, modifier)

    return type_keys

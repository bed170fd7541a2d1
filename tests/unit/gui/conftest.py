"""A window on a small maze, and the mouse in millimetres."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from wsusim.gui.app import make_window
from wsusim.gui.arena.object_item import Layer
from wsusim.gui.features.editing.editing import Editing
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.preferences import Preferences
from wsusim.gui.widgets.theme import LIGHT, Theme, apply_theme
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, GoalRegion, RobotStart, Wall, World
from wsusim.runs.warm_up import warm_up

WALL_ID, CAP_ID, ROBOT_ID, GOAL_ID = 1, 2, 3, 4

EDITORS_SIZE = QSize(1200, 800)
"""Of a window in which mazes are edited."""


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


@pytest.fixture(scope="session")
def _engine() -> None:
    """Compile the kernels before any test waits for them: with a cold cache it takes a minute."""
    warm_up()
    gc.freeze()  # it stays: nobody need look for garbage in it


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


class Hall:
    """A window that the tests of a file share: to make one takes ten times as long as to tidy it.

    Make it of a window that has all its features.
    """

    def __init__(self, window: MainWindow, size: QSize) -> None:
        self.window = window
        self._size = size
        window.restore_layout()
        window.resize(size)
        window.document.load(small_world(), None)
        window.show()
        window.view.fit()
        window.restoreState(window.saveState())  # then it is in the form that restoring gives it
        QApplication.processEvents()
        self._layout = window.saveState()
        self._layers = {layer: window.scene.is_layer_visible(layer) for layer in Layer}
        actions = [window.action_set[name] for name in window.action_set.names()]
        self._switches = {action: action.isChecked() for action in actions if action.isCheckable()}

    def tidy(self) -> None:
        """Have everything as at first; what features keep is tidied by whoever adds them."""
        window = self.window
        for shown in QApplication.topLevelWidgets():
            if isinstance(shown, QDialog) and shown.isVisible():
                shown.close()
        window.reset()
        window.preferences.set(Preferences())
        for action, is_on in self._switches.items():
            action.setChecked(is_on)
        for layer, is_visible in self._layers.items():
            window.scene.set_layer_visible(layer, is_visible)
        if window.saveState() != self._layout:
            window.restoreState(self._layout)
        window.resize(self._size)
        window.document.load(small_world(), None)
        window.files.recent.forget()
        window.messages.clear()
        window.status.clearMessage()
        window.view.setFocus()


def clear(window: MainWindow) -> None:
    """End a window that several tests have shared, and whatever its features have going on."""
    window.document.undo_stack.setClean()
    window.close()
    window.deleteLater()


@pytest.fixture
def whole_window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """Return the program's window, with all its features."""
    made = make_window(tmp_path / "whole")
    qtbot.addWidget(made, before_close_func=lambda w: w.document.undo_stack.setClean())
    return made


@pytest.fixture(scope="module")
def program(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """Return the program's window, which the tests of a file share."""
    window = make_window(tmp_path_factory.mktemp("settings"))
    window.show()
    yield window
    clear(window)


@pytest.fixture
def bare_window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """Return a window to which features can be added; its settings are its own."""
    made = new_window(tmp_path)
    qtbot.addWidget(made, before_close_func=lambda w: w.document.undo_stack.setClean())
    return made


@pytest.fixture
def lone_window(bare_window: MainWindow) -> MainWindow:
    """Return a window that shows the small maze, for one test only."""
    return Hall(bare_window, EDITORS_SIZE).window


@pytest.fixture
def window(lone_window: MainWindow) -> MainWindow:
    """Return a window that shows the small maze."""
    return lone_window


@pytest.fixture(scope="module")
def editors_hall(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Return a window in which mazes are edited and nothing else, for all tests of a file."""
    made = Hall(new_window(tmp_path_factory.mktemp("settings")), EDITORS_SIZE)
    yield made
    clear(made.window)


@pytest.fixture
def editors_window(editors_hall: Hall) -> Iterator[MainWindow]:
    """Return the window that all tests of a file share; it is tidied after each."""
    yield editors_hall.window
    editors_hall.tidy()


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

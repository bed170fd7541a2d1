"""A turn of the mouse wheel changes nothing that the person has not clicked into."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QSlider,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.unit.gui.conftest import CAP_ID, ROBOT_ID, WALL_ID, clear, small_world
from tests.unit.gui.studio import part_of
from wsusim.gui.app import make_window
from wsusim.gui.features.editing.picture_side import PictureSide
from wsusim.gui.features.robots.robot_selector import Way
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.widgets.property_boxes import ChoiceBox, NumberBox

DIALOGS = ("settings", "share", "check solution", "match", "model settings", "robot editor", "lab")


@pytest.fixture(scope="module")
def window(
    qapp: QApplication,
    tmp_path_factory: pytest.TempPathFactory,
    _engine: None,
) -> Iterator[MainWindow]:
    """Return the program's window with every panel open, and every dialog there is."""
    window = make_window(tmp_path_factory.mktemp("settings"))
    window.document.load(small_world(), None)
    window.resize(1200, 800)
    window.show()
    for name in DIALOGS:
        window.action_set[name].trigger()
    for action in window.menus["panels"].actions():
        if action.isCheckable():
            action.setChecked(True)
    (side,) = (child for child in window.children() if isinstance(child, PictureSide))
    side.open(_a_picture(tmp_path_factory.mktemp("pictures")))
    yield window
    for dialog in window.findChildren(QDialog):
        dialog.close()
    clear(window)


def _a_picture(folder: Path) -> Path:
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    image.save(str(folder / "maze.png"))
    return folder / "maze.png"


def turn_wheel(widget: QWidget, steps: int) -> None:
    """Turn the wheel over a widget as Qt passes it on from the screen."""
    middle = QPointF(widget.rect().center())
    event = QWheelEvent(
        middle,
        QPointF(widget.mapToGlobal(middle.toPoint())),
        QPoint(),
        QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def _values(window: MainWindow) -> dict[int, object]:
    return {
        **{id(box): box.currentIndex() for box in window.findChildren(QComboBox)},
        **{id(box): box.text() for box in window.findChildren(QAbstractSpinBox)},
        **{id(slider): slider.value() for slider in window.findChildren(QSlider)},
        **{id(tabs): tabs.currentIndex() for tabs in window.findChildren(QTabBar)},
    }


def _turnable(window: MainWindow) -> list[QWidget]:
    kinds = (QComboBox, QAbstractSpinBox, QSlider, QTabBar)
    return [widget for kind in kinds for widget in window.findChildren(kind)]


@pytest.mark.parametrize("ident", [None, ROBOT_ID, CAP_ID, WALL_ID])
def test_no_choice_number_or_slider_turns_without_the_keyboard(
    window: MainWindow, ident: int | None
) -> None:
    """In no panel and no dialog: scrolling over the panels changes nothing."""
    window.document.selection.select([] if ident is None else [ident])
    window.activateWindow()
    window.view.setFocus()
    turnable, before = _turnable(window), _values(window)

    for widget in turnable:
        turn_wheel(widget, 1)
        turn_wheel(widget, -1)
        turn_wheel(widget, -1)

    assert len(turnable) > 50
    assert _values(window) == before


def test_a_wheel_over_a_field_does_not_bring_the_keyboard_there(window: MainWindow) -> None:
    """Else its second turn would change the field."""
    taking = Qt.FocusPolicy.WheelFocus
    assert [w for w in _turnable(window) if w.isVisible() and w.focusPolicy() == taking] == []


def test_a_number_with_the_keyboard_turns(qtbot: QtBot, window: MainWindow) -> None:
    """Who has clicked into it means it."""
    box = NumberBox(0.0, 10.0, 1.0, 0, "mm")
    qtbot.addWidget(box)
    box.show_value(5.0)
    with qtbot.waitActive(box):
        box.show()
        box.activateWindow()
    box.setFocus()
    turn_wheel(box, 1)
    assert box.value() == 6.0


def test_a_choice_never_turns(qtbot: QtBot, window: MainWindow) -> None:
    """It is left with the keyboard in it after each choice; the next turn is meant for the list."""
    box = ChoiceBox({1: "one", 2: "two"})
    qtbot.addWidget(box)
    with qtbot.waitActive(box):
        box.show()
        box.activateWindow()
    box.setFocus()
    turn_wheel(box, -1)
    assert box.currentIndex() == 0


def test_the_simulated_robot_stays_simulated(window: MainWindow) -> None:
    """A turn must never choose a real robot that would drive at the next F5."""
    panel = part_of(window, RunSide).controllers.panel
    (robot,) = (b for b in panel.findChildren(QComboBox) if b.findData(Way.SERIAL) >= 0)
    turn_wheel(robot, -1)
    assert robot.currentData() is Way.SIMULATED

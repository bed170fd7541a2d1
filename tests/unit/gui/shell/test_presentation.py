"""Present: arena, clock and sensors for the projector, and everything as it was afterwards."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget, QToolBar, QWidget
from pytestqt.qtbot import QtBot

from wsusim.gui.shell.main_window import MainWindow


@pytest.fixture
def window(whole_window: MainWindow) -> MainWindow:
    """Return the program's window."""
    whole_window.resize(1200, 800)
    whole_window.show()
    return whole_window


def seen(window: MainWindow) -> set[str]:
    """Return what stands round the arena."""
    parts: list[QWidget] = [*window.findChildren(QDockWidget), *window.findChildren(QToolBar)]
    names = {part.objectName() for part in parts if part.isVisible()}
    fixed = {"menu": window.menuBar(), "status": window.status, "strip": window.messages}
    return names | {name for name, part in fixed.items() if part.isVisible()}


def test_only_arena_clock_and_sensors_are_left(window: MainWindow, qtbot: QtBot) -> None:
    """F11 there, Escape and F11 back."""
    before = seen(window)
    shown = []
    for leave in (Qt.Key.Key_Escape, Qt.Key.Key_F11):
        QTest.keyClick(window, Qt.Key.Key_F11)
        qtbot.waitUntil(window.presentation.head.isVisible)
        shown.append(seen(window))
        QTest.keyClick(window, leave)
        qtbot.waitUntil(lambda: not window.presentation.head.isVisible())
    assert shown == [{"panel sensors"}] * 2
    assert seen(window) == before


def test_keys_work_while_it_presents(window: MainWindow, qtbot: QtBot) -> None:
    """The menus that have them are hidden."""
    QTest.keyClick(window, Qt.Key.Key_F11)
    qtbot.waitUntil(window.presentation.head.isVisible)
    before = window.view.mm_per_px
    QTest.keyClick(window, Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    zoomed = window.view.mm_per_px
    window.presentation.leave()
    assert zoomed > before


def test_a_window_closed_while_it_presents_keeps_its_layout(window: MainWindow) -> None:
    """The next start is not a projector's."""
    window.action_set["present"].setChecked(True)
    window.close()
    assert not window.action_set["present"].isChecked()
    assert not window.menuBar().isHidden()


def test_nothing_comes_up_while_it_presents(window: MainWindow, qtbot: QtBot) -> None:
    """What is said stands beside the clock; strip and panel wait until it is over."""
    window.panels.bring("console")
    window.action_set["present"].setChecked(True)
    qtbot.waitUntil(window.presentation.head.isVisible)
    task = window.presentation.head.text
    window.tell("Goal reached after 12.00 s.", is_news=True)
    window.panels.bring("errors")
    during, said = seen(window), window.presentation.head.text
    window.messages.clear()
    after, rest = seen(window), window.presentation.head.text
    window.presentation.leave()
    qtbot.waitUntil(window.panels.inside("errors").isVisible)
    assert during == after == {"panel sensors"}
    assert said == "Goal reached after 12.00 s."
    assert rest == task
    assert window.messages.isVisible()

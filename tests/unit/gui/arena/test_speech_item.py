"""Bubbles can be read to their end."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF

from tests.unit.gui.conftest import ROBOT_ID
from wsusim.gui.arena.speech_item import SpeechItem
from wsusim.gui.shell.main_window import MainWindow

LONG = "I have been looking for the light for quite some time now and I do not see it anywhere"


@pytest.fixture
def window(editors_window: MainWindow) -> MainWindow:
    """Return the window that all tests of this file share."""
    return editors_window


@pytest.fixture
def bubble(window: MainWindow) -> SpeechItem:
    """Return the bubble of the robot, which says something long."""
    window.scene.say(ROBOT_ID, LONG)
    (item,) = (item for item in window.scene.items() if isinstance(item, SpeechItem))
    return item


def test_a_long_text_has_several_lines(bubble: SpeechItem) -> None:
    """It is wrapped, not cut."""
    box = bubble.boundingRect()
    assert box.width() < 270.0
    assert box.height() > 40.0


@pytest.mark.parametrize("at", [(10.0, 795.0), (995.0, 795.0), (995.0, 10.0), (500.0, 400.0)])
def test_it_stays_in_view_beside_its_robot(
    window: MainWindow, bubble: SpeechItem, at: tuple[float, float]
) -> None:
    """Wherever in the arena that is."""
    bubble.stand(QPointF(*at))
    at_px = window.view.mapFromScene(*at)
    box = bubble.boundingRect().translated(at_px.toPointF())
    assert QRectF(window.view.viewport().rect()).adjusted(-2, -2, 2, 2).contains(box)

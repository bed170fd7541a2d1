"""A robot's plan."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from wsusim.gui.arena.robot_plan import to_pixels


@pytest.mark.parametrize(
    ("place_mm", "place_px"),
    [((0.0, 0.0), (50.0, 40.0)), ((10.0, 0.0), (50.0, 20.0)), ((0.0, 10.0), (30.0, 40.0))],
)
def test_ahead_is_up_and_left_is_left(
    qtbot: QtBot, place_mm: tuple[float, float], place_px: tuple[float, float]
) -> None:
    """The robot stands in the middle, and looks up."""
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(100, 80)
    assert to_pixels(widget, 2.0).map(QPointF(*place_mm)) == QPointF(*place_px)

"""A robot's plan."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from wsusim.gui.arena.robot_plan import WHEELS, paint_plan, to_pixels
from wsusim.gui.widgets.theme import current_theme
from wsusim.robots import robot_kind


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


@pytest.mark.parametrize(("kind", "behind_mm"), [("epuck", 0.0), ("thymio", 25.0)])
def test_wheels_are_where_the_axle_is(qtbot: QtBot, kind: str, behind_mm: float) -> None:
    """Marked ones stand out about their middle: ahead is up, so behind is below."""
    picture = QImage(300, 300, QImage.Format.Format_RGB32)
    picture.fill(0)
    to_screen = QTransform(0.0, -2.0, -2.0, 0.0, 150.0, 150.0)
    painter = QPainter(picture)
    paint_plan(painter, robot_kind(kind), to_screen, marked=WHEELS)
    painter.end()

    accent = QColor(current_theme().accent).rgb()
    rows = [y for y in range(300) if any(picture.pixel(x, y) == accent for x in range(300))]

    assert (rows[0] + rows[-1]) / 2.0 == pytest.approx(150.0 + 2.0 * behind_mm, abs=1.5)

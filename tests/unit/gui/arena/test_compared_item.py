"""The ways of several runs that lie on each other."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from wsusim.gui.arena.compared_item import WIDEST_PX, ComparedItem, ComparedRun, width_px

COLOURS = ("#ff0000", "#00ff00", "#0000ff", "#ff00ff", "#00ffff", "#ffff00", "#000000")
WAY = ((10.0, 50.0), (290.0, 50.0))


@pytest.mark.parametrize("runs", [1, 2, 3, 5, 7])
def test_each_run_of_the_same_way_is_seen(qapp: QApplication, runs: int) -> None:
    """By its edges, or through the gaps of the ways above it."""
    item = ComparedItem()
    item.set_runs([ComparedRun(QColor(colour), (WAY,)) for colour in COLOURS[:runs]])
    picture = QImage(300, 100, QImage.Format.Format_RGB32)
    picture.fill(QColor("white"))
    painter = QPainter(picture)
    painter.setClipRect(QRectF(20.0, 0.0, 240.0, 100.0))  # without the dots at its end
    item.draw(painter)
    painter.end()
    seen = {picture.pixelColor(x, y).name() for x in range(20, 260) for y in range(100)}
    assert set(COLOURS[:runs]) <= seen


def test_ten_runs_are_no_wider_than_a_road() -> None:
    """They cover little of the maze."""
    widths = [width_px(number, 10) for number in range(10)]
    assert widths == sorted(widths, reverse=True)
    assert max(widths) == WIDEST_PX

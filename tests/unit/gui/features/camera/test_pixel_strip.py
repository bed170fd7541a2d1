"""The row of grey fields."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from wsusim.gui.features.camera.camera_panel import CameraPanel
from wsusim.gui.widgets.theme import DARK, Theme


def test_each_pixel_is_drawn_above_its_point_of_the_curve(
    qtbot: QtBot, take_theme: Callable[[Theme], None]
) -> None:
    """In its own grey, in every theme; the first is left."""
    take_theme(DARK)
    panel = CameraPanel(QLabel())
    qtbot.addWidget(panel)
    panel.resize(700, 300)
    panel.show_picture("Robot 1", tuple(range(0, 256, 4)), 163)
    panel.show()
    image = panel.strip.grab().toImage()
    row = image.height() - 10
    places = [round(panel.plot.place_px(k, 0.0).x()) for k in (1, 20, 62)]
    assert [image.pixelColor(x, row) for x in places] == [QColor(v, v, v) for v in (4, 80, 248)]

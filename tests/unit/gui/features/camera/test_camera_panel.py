"""The panel itself: what it says about a picture."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from wsusim.gui.features.camera.camera_panel import CameraPanel
from wsusim.gui.widgets.theme import DARK, Theme

DARK_SPOT = (200,) * 10 + (250,) + (200,) * 20 + (40,) + (200,) * 32


@pytest.fixture
def panel(qtbot: QtBot) -> CameraPanel:
    """Return a panel with a picture."""
    made = CameraPanel(QLabel())
    qtbot.addWidget(made)
    made.show_picture("Robot 1", DARK_SPOT, 163)
    return made


def test_the_figures_are_those_of_the_controllers_camera(panel: CameraPanel) -> None:
    """``light``, ``brightest`` and ``darkest``."""
    assert panel.facts.text() == "Light level 163, brightest 10, darkest 31"


def test_the_pointer_tells_the_level_of_a_pixel(panel: CameraPanel) -> None:
    """Also at the very edges of the plot; the figures come back when it leaves."""
    said = []
    for x in (30.6, -0.5, 63.5):
        panel.plot.hovered.emit(x)
        said.append(panel.facts.text())
    assert said == ["Pixel 31: 40", "Pixel 0: 200", "Pixel 63: 200"]
    panel.plot.hovered.emit(None)
    assert "Light level" in panel.facts.text()


def test_the_curve_is_that_of_the_pixels(panel: CameraPanel) -> None:
    """From left to right."""
    assert tuple(panel.plot.drawing.lines[0].y) == DARK_SPOT


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

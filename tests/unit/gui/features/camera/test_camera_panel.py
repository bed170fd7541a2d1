"""The panel itself: what it says about a picture."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from wsusim.gui.features.camera.camera_panel import CameraPanel

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

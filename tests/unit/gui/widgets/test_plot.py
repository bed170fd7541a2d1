"""The one plot: where things are drawn, and what the mouse does."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPen, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from wsusim.gui.widgets.plot import Dot, Drawing, Line, Plot
from wsusim.gui.widgets.theme import DARK, Theme

RED = QColor("#ff0000")


@pytest.fixture
def plot(qtbot: QtBot) -> Plot:
    """Return a plot of ten seconds and a hundred units."""
    made = Plot(x_unit=" s")
    qtbot.addWidget(made)
    made.resize(400, 200)
    made.show_drawing(Drawing((0.0, 10.0), (0.0, 100.0)))
    made.show()
    return made


def drawn(plot: Plot) -> QImage:
    """Return what the plot looks like."""
    return plot.grab().toImage()


def reds(image: QImage) -> list[tuple[int, int]]:
    """Return where it is red."""
    return [
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).red() > 200 and image.pixelColor(x, y).green() < 90
    ]


def test_a_place_is_found_where_it_is_drawn(plot: Plot) -> None:
    """To the right and upwards."""
    place = plot.place_px(2.5, 75.0)
    frame = plot.frame_px
    assert place.x() == pytest.approx(frame.left() + frame.width() / 4)
    assert place.y() == pytest.approx(frame.top() + frame.height() / 4)
    assert plot.x_at(place.x()) == pytest.approx(2.5)


def test_a_line_leads_through_its_points(plot: Plot) -> None:
    """From the lower left to the upper right."""
    pen = QPen(RED, 2.0)
    line = Line(np.array([0.0, 10.0]), np.array([0.0, 100.0]), pen)
    plot.show_drawing(Drawing((0.0, 10.0), (0.0, 100.0), (line,)))
    middle = plot.place_px(5.0, 50.0)
    heights = [y for x, y in reds(drawn(plot)) if x == int(middle.x())]
    assert heights == [pytest.approx(middle.y(), abs=2)] * len(heights) != []


def test_a_jump_draws_no_line_across(plot: Plot) -> None:
    """From 179 to -179 degrees it is 2 degrees, not 358."""
    x, y = np.array([0.0, 5.0, 5.1, 10.0]), np.array([178.0, 179.0, -179.0, -178.0])
    line = Line(x, y, QPen(RED, 2.0), jump=180.0)
    plot.show_drawing(Drawing((0.0, 10.0), (-200.0, 200.0), (line,)))
    heights = [y_px for _, y_px in reds(drawn(plot))]
    low, high = plot.place_px(0.0, 150.0).y(), plot.place_px(0.0, -150.0).y()
    assert heights
    assert all(height < low or height > high for height in heights)


@pytest.mark.parametrize("width", [330, 800, 1600])
@pytest.mark.parametrize("seconds", [0.2, 7.0, 3600.0, 100_000.0])
def test_figures_of_the_axes_stand_apart(plot: Plot, width: int, seconds: float) -> None:
    """However narrow the plot and however long the time: there is room between them."""
    plot.resize(width, 260)
    plot.show_drawing(Drawing((0.0, seconds), (0.0, 1.0)))
    figures = plot.x_figures()
    apart_px = np.diff([plot.place_px(figure, 0.0).x() for figure in figures])
    assert len(figures) >= 2
    assert (apart_px >= plot.fontMetrics().horizontalAdvance("1000 s")).all()


def test_band_level_dots_marks_and_excuse_can_be_drawn_in_both_themes(
    plot: Plot, take_theme: Callable[[Theme], None]
) -> None:
    """Whatever there is to show."""
    x = np.linspace(0.0, 10.0, 20)
    plot.show_drawing(
        Drawing(
            (0.0, 10.0), (0.0, 100.0),
            (Line(x, 5.0 * x, QPen(RED, 1.0)),),
            (x, 4.0 * x, 6.0 * x), (Dot(5.0, 25.0, 6.0, is_ringed=True),), 40.0,
        )
    )  # fmt: skip
    plot.cursor_at, plot.playhead_at = 3.0, 7.0
    light = drawn(plot)
    take_theme(DARK)
    dark = drawn(plot)
    plot.show_drawing(Drawing(excuse="Nothing yet"))
    assert len({light.pixelColor(5, 5).name(), dark.pixelColor(200, 20).name()}) == 2
    assert not drawn(plot).isNull()


def test_the_pointer_is_told_and_forgotten(plot: Plot) -> None:
    """Inside of the axes only."""
    told: list[float | None] = []
    plot.hovered.connect(told.append)
    QTest.mouseMove(plot, plot.frame_px.center().toPoint())
    QApplication.sendEvent(plot, QEvent(QEvent.Type.Leave))
    assert told == [pytest.approx(5.0, abs=0.05), None]
    assert plot.pointed() is None


def test_a_click_is_told(plot: Plot) -> None:
    """With the x under it."""
    told: list[float] = []
    plot.clicked.connect(told.append)
    at = plot.place_px(2.0, 50.0).toPoint()
    QTest.mouseClick(plot, Qt.MouseButton.LeftButton, pos=at)
    assert told == [pytest.approx(2.0, abs=0.05)]


def test_a_drag_is_told_step_by_step_and_is_no_click(plot: Plot, qtbot: QtBot) -> None:
    """How far it went adds up to the way of the pointer."""
    dragged: list[tuple[float, float, bool]] = []
    clicked: list[float] = []
    plot.dragged.connect(lambda at, by, is_left: dragged.append((at, by, is_left)))
    plot.clicked.connect(clicked.append)
    places = [plot.place_px(x, 50.0).toPoint() for x in (2.0, 3.0, 6.0)]
    QTest.mousePress(plot, Qt.MouseButton.RightButton, pos=places[0])
    qtbot.mouseMove(plot, places[1])
    qtbot.mouseMove(plot, places[2])
    QTest.mouseRelease(plot, Qt.MouseButton.RightButton, pos=places[2])
    assert sum(by for _, by, _ in dragged) == pytest.approx(4.0, abs=0.1)
    assert {is_left for _, _, is_left in dragged} == {False}
    assert clicked == []


def test_the_wheel_is_told_as_a_factor(plot: Plot) -> None:
    """A notch away from oneself shows less."""
    told: list[tuple[float, float]] = []
    plot.zoomed.connect(lambda factor, at: told.append((factor, at)))
    at_px = plot.place_px(4.0, 50.0)
    none = Qt.MouseButton.NoButton
    event = QWheelEvent(
        at_px, plot.mapToGlobal(at_px), QPoint(), QPoint(0, 120), none,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(plot, event)
    assert told == [(pytest.approx(0.85), pytest.approx(4.0))]

"""The panel by itself, fed with made-up histories."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from tests.unit.analysis.pictures import history
from tests.unit.gui.features.curves.conftest import FRONT_LEFT
from wsusim.analysis.curve_channels import COLUMN, Scale
from wsusim.analysis.curves import Curve
from wsusim.gui.features.curves.curves_panel import CurvesPanel
from wsusim.gui.widgets.theme import DARK, Theme
from wsusim.robots import robot_kind

HEADING = Curve(0, COLUMN["heading_deg"])
Key = Qt.Key


def test_readings_and_speeds_have_a_plot_each(panel: CurvesPanel) -> None:
    """Curves of one scale share a plot, and plots lie above each other in a fixed order."""
    assert [row.scale for row in panel.stack.rows] == [Scale.READING, Scale.SPEED]
    assert panel.stack.rows[0].legend.names == ("front left", "front right")


def test_a_curve_shows_the_values_in_view(panel: CurvesPanel) -> None:
    """What is drawn are the values of the last ten seconds, by seconds."""
    panel.show_run(history(range(0, 3000, 20)))
    panel.stack.draw()

    line = panel.stack.rows[0].plot.drawing.lines[0]

    assert (panel.stack.window_s.begin_s, panel.stack.window_s.end_s) == (19.8, 29.8)
    np.testing.assert_allclose(line.x * 100, line.y)
    assert line.x[-1] == 29.8
    assert len(line.x) < 60


def test_the_legend_has_the_newest_values(panel: CurvesPanel) -> None:
    """Beside each name is its value now."""
    panel.show_run(history(range(0, 100, 2)))
    panel.stack.draw()

    assert panel.stack.rows[0].legend.values == ("98", "98")
    assert panel.stack.rows[1].legend.values == ("98.0", "98.0")


def test_the_cursor_shows_the_values_at_its_moment(panel: CurvesPanel) -> None:
    """With the pointer over a plot the legend tells the values there."""
    panel.show_run(history(range(0, 100, 2)))
    panel.stack.draw()

    panel.stack.rows[1].plot.hovered.emit(0.333)

    assert panel.stack.rows[0].legend.values == ("32", "32")
    assert panel.time.text() == "0.32 s"
    assert {row.plot.cursor_at for row in panel.stack.rows} == {0.333}


def test_without_the_pointer_the_newest_values_are_back(panel: CurvesPanel) -> None:
    """The cursor goes with the pointer."""
    panel.show_run(history(range(0, 100, 2)))
    panel.stack.draw()
    panel.stack.rows[0].plot.hovered.emit(0.5)

    panel.stack.rows[0].plot.hovered.emit(None)

    assert panel.stack.rows[0].legend.values == ("98", "98")


def test_the_pointer_finds_its_second(panel: CurvesPanel) -> None:
    """The middle of the plot is the middle of the time in view."""
    panel.show_run(history(range(0, 3000, 2)))
    panel.stack.draw()
    plot = panel.stack.rows[0].plot

    QTest.mouseMove(plot, QPoint(1, 1))  # a pointer that is there already does not move
    QTest.mouseMove(plot, plot.frame_px.center().toPoint())

    assert panel.stack.cursor_s == pytest.approx(24.98, abs=0.1)


@pytest.mark.parametrize(
    ("keys", "seconds"),
    [
        ([Key.Key_Left], 29.96),
        ([Key.Key_Left, Key.Key_Left, Key.Key_Right], 29.96),
        ([Key.Key_PageUp], 28.98),
        ([Key.Key_Home], 0.0),
        ([Key.Key_Home, Key.Key_End], 29.98),
    ],
)
def test_keys_move_the_cursor(
    panel: CurvesPanel, qtbot: QtBot, keys: list[Qt.Key], seconds: float
) -> None:
    """Everything the pointer finds, the keys find; the view comes along."""
    panel.show_run(history(range(0, 3000, 2)))
    panel.stack.draw()
    for key in keys:
        qtbot.keyClick(panel.stack, key)

    window = panel.stack.window_s
    assert panel.stack.cursor_s == pytest.approx(seconds)
    assert window.begin_s <= seconds <= window.end_s


def test_keys_win_over_a_pointer_that_rests(panel: CurvesPanel, qtbot: QtBot) -> None:
    """If the mouse is over a plot while a person types, the next drawing keeps what was typed."""
    panel.show_run(history(range(0, 3000, 2)))
    panel.stack.draw()
    plot = panel.stack.rows[0].plot
    QTest.mouseMove(plot, plot.frame_px.center().toPoint())

    qtbot.keyClick(panel.stack, Key.Key_Home)
    panel.stack.draw()

    assert panel.stack.cursor_s == 0.0


def test_escape_takes_the_cursor_away_and_follows_again(panel: CurvesPanel, qtbot: QtBot) -> None:
    """One key brings the present back."""
    panel.show_run(history(range(0, 3000, 2)))
    panel.stack.draw()
    qtbot.keyClick(panel.stack, Key.Key_Home)

    qtbot.keyClick(panel.stack, Key.Key_Escape)
    panel.stack.draw()

    assert panel.stack.cursor_s is None
    assert panel.stack.window_s.end_s == pytest.approx(29.98)


def test_dragging_a_live_plot_stops_following(panel: CurvesPanel, qtbot: QtBot) -> None:
    """Who pans looks back: the button shows it, and brings the present back."""
    panel.show_run(history(range(0, 3000, 2)))
    panel.stack.draw()
    with qtbot.waitSignal(panel.drawn):
        panel.stack.rows[0].plot.dragged.emit(20.0, 4.0, True)
    panned = (panel.following.isChecked(), panel.stack.window_s.end_s)

    with qtbot.waitSignal(panel.drawn):
        panel.following.click()

    assert panned == (False, pytest.approx(25.98))
    assert panel.stack.window_s.end_s == pytest.approx(29.98)


def test_in_a_recording_a_click_and_a_drag_choose_the_moment(panel: CurvesPanel) -> None:
    """The plot is a timeline: its playhead goes where the pointer is."""
    panel.show_film(history(range(0, 3000, 2)), 100)
    panel.stack.draw()
    chosen: list[int] = []
    panel.stack.moment_chosen.connect(chosen.append)

    panel.stack.rows[0].plot.clicked.emit(5.0)
    panel.stack.rows[0].plot.dragged.emit(7.0, 2.0, True)

    assert chosen == [500, 700]


def test_a_recording_is_shown_as_a_whole_with_its_playhead(panel: CurvesPanel) -> None:
    """All of its time is in view, values are those at the playhead."""
    panel.show_film(history(range(0, 3000, 2)), 100)
    panel.stack.draw()

    row = panel.stack.rows[0]
    assert (panel.stack.window_s.begin_s, panel.stack.window_s.end_s) == (0.0, 29.98)
    assert row.plot.playhead_at == 1.0
    assert row.legend.values == ("100", "100")
    assert panel.span.currentText() == "All"


def test_a_run_has_no_playhead(panel: CurvesPanel) -> None:
    """After a recording the span of the person's choice is back."""
    panel.show_film(history(range(0, 3000, 2)), 100)
    panel.show_run(history(range(0, 3000, 2)))
    panel.stack.draw()

    assert panel.stack.rows[0].plot.playhead_at is None
    assert panel.span.currentText() == "10 s"


def test_hidden_plots_are_not_drawn(panel: CurvesPanel, qtbot: QtBot) -> None:
    """A hidden panel costs nothing, and is up to date as soon as it is seen."""
    panel.show_run(history(range(0, 3000, 2)))
    panel.set_seen(False)
    with qtbot.assertNotEmitted(panel.drawn, wait=100):
        panel.touch()

    with qtbot.waitSignal(panel.drawn):
        panel.set_seen(True)


def test_many_pictures_are_one_drawing(panel: CurvesPanel, qtbot: QtBot) -> None:
    """However often something is new, drawing waits for its turn."""
    drawn: list[int] = []
    panel.drawn.connect(lambda: drawn.append(1))
    for _ in range(100):
        panel.touch()

    qtbot.waitUntil(lambda: bool(drawn))

    assert drawn == [1]


@pytest.mark.parametrize(("is_fixed", "low", "high"), [(True, -31, 1054), (False, -3, 51)])
def test_ranges_fit_or_are_those_of_the_sensors(
    panel: CurvesPanel, is_fixed: bool, low: float, high: float
) -> None:
    """Fixed plots show 0 to 1023, others just what there is."""
    panel.fixed.setChecked(is_fixed)
    panel.show_run(history(range(0, 50, 2)))
    panel.stack.draw()

    assert panel.stack.rows[0].plot.drawing.y_range == (
        pytest.approx(low, abs=1),
        pytest.approx(high, abs=1),
    )


def test_zooming_out_ends(panel: CurvesPanel, qtbot: QtBot) -> None:
    """A key that is held down for long brings no endless time."""
    panel.show_run(history(range(0, 100, 2)))
    for _ in range(60):
        qtbot.keyClick(panel.stack, Key.Key_Minus)
    panel.stack.draw()

    window = panel.stack.window_s
    assert window.end_s - window.begin_s == pytest.approx(100_000.0)


def test_how_far_values_are_apart_is_written_whole_or_not(panel: CurvesPanel) -> None:
    """It is hidden rather than cut off."""
    panel.resize(1200, 300)
    panel.show_run(history(range(0, 100, 2)))
    panel._draw()
    wide = panel.rate.text()
    panel.rate.setMaximumWidth(40)
    panel.rate.resize(40, 20)
    panel._draw()

    assert (wide, panel.rate.text()) == ("a value every 0.02 s", "")


def test_a_heading_that_comes_round_draws_no_line_across(panel: CurvesPanel) -> None:
    """From 179 to -179 degrees it is 2 degrees, not 358; other values may jump."""
    panel.stack._choice.choose([HEADING, Curve(0, FRONT_LEFT)])
    panel.show_run(history(range(3)))
    panel.stack.draw()

    jumps = {row.scale: row.plot.drawing.lines[0].jump for row in panel.stack.rows}
    assert jumps == {Scale.HEADING: 180.0, Scale.READING: math.inf}


def test_a_robot_that_is_not_there_is_left_out(panel: CurvesPanel) -> None:
    """A choice for ten robots does no harm in a maze with one."""
    panel.stack._choice.choose([Curve(9, FRONT_LEFT), HEADING])

    assert [row.curves for row in panel.stack.rows] == [(HEADING,)]


def test_two_robots_are_told_apart_by_number(panel: CurvesPanel) -> None:
    """With several robots each name begins with the robot's number."""
    panel.set_robots(
        (QColor("#0072b2"), QColor("#e69f00")), (robot_kind("khepera1"), robot_kind("khepera2"))
    )
    panel.stack._choice.choose([Curve(0, FRONT_LEFT), Curve(1, FRONT_LEFT)])

    assert panel.stack.rows[0].legend.names == ("1  front left", "2  front left")


def test_another_theme_recolours_the_curves(
    panel: CurvesPanel, take_theme: Callable[[Theme], None]
) -> None:
    """No curve keeps a colour of the other theme."""
    panel.show_run(history(range(3)))
    panel.stack.draw()
    before = panel.stack.rows[0].plot.drawing.lines[0].pen.color().name()

    take_theme(DARK)
    panel.stack.arrange()
    panel.stack.draw()

    plot = panel.stack.rows[0].plot
    assert plot.drawing.lines[0].pen.color().name() != before


def test_ticking_a_group_shows_all_its_curves(panel: CurvesPanel) -> None:
    """A group's box stands for all below it."""
    group = panel.chooser.item(Curve(0, COLUMN["left_ambient"])).parent()

    group.setCheckState(0, Qt.CheckState.Checked)

    light = {Curve(0, column) for column in range(8, 16)}
    assert light <= panel.stack._choice.curves
    assert panel.chooser.item(Curve(0, 12)).checkState(0) is Qt.CheckState.Checked
    assert group.parent().checkState(0) is Qt.CheckState.PartiallyChecked


def test_none_shows_no_curves_and_says_so(panel: CurvesPanel) -> None:
    """An empty panel tells what to do."""
    panel.chooser.none.click()

    assert panel.stack.rows == ()
    assert panel.stack._hint.isVisible()


def test_searching_leaves_only_what_was_searched_for(panel: CurvesPanel) -> None:
    """Words may stand in the group and in the line."""
    panel.chooser.search.setText("wheels right")

    shown = [
        curve.channel.key
        for curve in panel.chooser._lines
        if not panel.chooser.item(curve).isHidden()
    ]
    assert shown == ["right_speed", "right_position"]


def test_all_controls_have_names_and_take_the_keyboard(panel: CurvesPanel) -> None:
    """Nothing needs a mouse or eyes."""
    buttons = panel.findChildren(QToolButton, options=Qt.FindChildOption.FindDirectChildrenOnly)
    own: list[QWidget] = [
        *buttons, panel.span, panel.stack, panel.chooser.search, panel.chooser.tree,
    ]  # fmt: skip

    assert len(buttons) == 4
    assert all(control.accessibleName() for control in own)
    assert all(control.focusPolicy() & Qt.FocusPolicy.TabFocus for control in own)


def test_the_picture_has_all_plots(panel: CurvesPanel) -> None:
    """It is twice as fine as the screen, and not empty."""
    panel.show_run(history(range(0, 3000, 2)))
    panel.stack.draw()

    image = panel.picture()

    assert image.width() == 2 * panel.stack.width()
    colours = {image.pixelColor(x, image.height() // 4).name() for x in range(0, 1000, 3)}
    assert len(colours) > 2


def test_the_wheel_shows_less_time(panel: CurvesPanel) -> None:
    """About the moment under the pointer."""
    panel.show_film(history(range(0, 3000, 2)), 100)
    panel.stack.draw()

    panel.stack.rows[0].plot.zoomed.emit(0.85, 15.0)

    window = panel.stack.window_s
    assert window.end_s - window.begin_s == pytest.approx(0.85 * 29.98)


def test_dragging_by_mouse_carries_the_plot_along(panel: CurvesPanel, qtbot: QtBot) -> None:
    """What was under the pointer at the beginning stays under it, however often it is drawn."""
    panel.show_run(history(range(0, 3000, 2)))
    panel.stack.draw()
    plot, window = panel.stack.rows[0].plot, panel.stack.window_s
    start = plot.frame_px.center().toPoint()
    px_per_s = plot.frame_px.width() / 10.0

    qtbot.mousePress(plot, Qt.MouseButton.LeftButton, pos=start)
    _drag_to(plot, start + QPoint(30, 0))
    panel.stack.draw()
    _drag_to(plot, start + QPoint(80, 0))
    panel.stack.draw()
    qtbot.mouseRelease(plot, Qt.MouseButton.LeftButton, pos=start + QPoint(80, 0))

    assert not window.is_following
    assert 29.98 - window.end_s == pytest.approx(80.0 / px_per_s, rel=0.1)


def _drag_to(widget: QWidget, at_px: QPoint) -> None:
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(at_px), QPointF(widget.mapToGlobal(at_px)),
        Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


def test_only_sensors_that_a_robot_has_are_listed(panel: CurvesPanel) -> None:
    """A Thymio's seven, under its own names."""
    panel.set_robots((QColor("#0072b2"),), (robot_kind("thymio"),))

    names = [line.text(0) for line in panel.chooser._lines.values()]

    assert names[:8] == [
        *("left 40", "left 20", "front", "right 20", "right 40", "back left", "back right"),
        "ambient left 40",
    ]

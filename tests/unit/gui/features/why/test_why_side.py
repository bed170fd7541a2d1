"""The panel "Why this reading?" in the window: from the click to the answer."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.unit.gui.features.run.conftest import Desk
from wsusim.gui.document import Mode
from wsusim.gui.features.help.context import page_for
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.features.run.sensor_picture import SensorPicture, Shown
from wsusim.gui.features.why.why_side import WhySide
from wsusim.gui.shell.watched import RunState, Subject
from wsusim.gui.widgets.theme import DARK, LIGHT, Theme
from wsusim.gui.widgets.worker import Report
from wsusim.robots import robot_kind
from wsusim.runs.request import RunRequest

KHEPERA_1 = robot_kind("khepera1")


@pytest.fixture
def paused(desk: Desk, why: WhySide) -> WhySide:
    """Return the side with a run that is paused at its first tick, without a controller."""
    desk.bridge.begin(RunRequest((), desk.window.document.world), is_paused=True)
    desk.until_state(RunState.PAUSED)
    desk.until(lambda: desk.tick == 0)
    return why


@pytest.fixture
def opened(desk: Desk, why: WhySide, replay: ReplaySide, recording: Path) -> WhySide:
    """Return the side with a recording open."""
    desk.window.openers.open_all([str(recording)])
    desk.until(lambda: replay.film is not None)
    return why


def answered(desk: Desk, why: WhySide, tick: int) -> None:
    """Wait for the answer for a tick."""
    desk.until(
        lambda: why.panel.answer is not None and why.panel.answer.question.moment.tick == tick
    )


# Asking


def test_a_click_on_a_sensor_explains_its_reading(desk: Desk, paused: WhySide) -> None:
    """The panel opens with the sensor that was clicked, and marks its rays in the arena."""
    picture = desk.side.sensors.sensors
    QTest.mouseClick(picture, Qt.MouseButton.LeftButton, pos=picture.place_of(5).toPoint())
    answered(desk, paused, 0)
    answer = paused.panel.answer
    assert answer is not None
    assert answer.question.sensor == 5
    assert answer.is_exact
    assert paused.mark.isVisible()
    assert answer.rays is not None
    assert paused.mark.line_count == len(answer.rays.rays)


def test_the_light_is_explained_where_it_is_shown(desk: Desk, paused: WhySide) -> None:
    """The sensor display shows light; so that reading is meant."""
    desk.side.sensors.sensors.set_shown(Shown.AMBIENT)
    desk.side.sensors.sensors.picked.emit(2)
    answered(desk, paused, 0)
    assert paused.panel.is_light
    assert "no lamp" in paused.panel.headline.text()


def test_a_double_click_on_a_robot_asks_for_the_nearest_sensor(desk: Desk, paused: WhySide) -> None:
    """In a run; its left side is sensor 0. A double click elsewhere asks nothing."""
    view = desk.window.view
    view.double_clicked.emit(100.0, 100.0)
    assert not paused.dock.is_seen
    view.double_clicked.emit(605.0, 425.0)
    answered(desk, paused, 0)
    assert paused.panel.sensor.currentIndex() == 0


def test_the_menu_of_the_arena_asks_for_the_sensor_under_it(desk: Desk, paused: WhySide) -> None:
    """It is offered on robots only."""
    action = desk.window.action_set["why here"]
    desk.window.context_menu_opening.emit(100.0, 100.0)
    assert not action.isVisible()
    desk.window.context_menu_opening.emit(605.0, 375.0)
    assert action.isVisible()
    action.trigger()
    answered(desk, paused, 0)
    assert paused.panel.sensor.currentIndex() == 5


def test_the_keyboard_alone_does_it(desk: Desk, paused: WhySide) -> None:
    """The shortcut's action opens the panel; the controls choose another reading."""
    desk.window.action_set["why reading"].trigger()
    answered(desk, paused, 0)
    paused.panel.ambient.click()
    desk.until(lambda: paused.panel.answer is not None and paused.panel.answer.lamps is not None)
    paused.panel.sensor.setCurrentIndex(3)
    paused.panel.sensor.activated.emit(3)
    desk.until(lambda: paused.panel.answer is not None and paused.panel.answer.question.sensor == 3)


def test_arrow_keys_go_round_the_robot(qtbot: QtBot) -> None:
    """Enter picks the sensor that is framed."""
    picture = SensorPicture(KHEPERA_1)
    qtbot.addWidget(picture)
    picked: list[int] = []
    picture.picked.connect(picked.append)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Left):
        qtbot.keyClick(picture, key)
    qtbot.keyClick(picture, Qt.Key.Key_Left)
    qtbot.keyClick(picture, Qt.Key.Key_Return)
    assert picked == [1, 7]


def test_each_sensor_is_found_where_it_is_drawn(qtbot: QtBot) -> None:
    """And the middle of the robot is no sensor."""
    picture = SensorPicture(KHEPERA_1)
    qtbot.addWidget(picture)
    picture.resize(240, 230)
    places = [picture.place_of(sensor) for sensor in range(8)]
    assert [picture.sensor_at(place) for place in places] == list(range(8))
    assert picture.sensor_at(QPoint(120, 115).toPointF()) is None


# The answer follows


def test_a_step_brings_the_next_reading(desk: Desk, paused: WhySide) -> None:
    """At an odd tick the answer is that of the tick before, and exact."""
    paused.ask(0, 2, is_light=False)
    answered(desk, paused, 0)
    desk.bridge.step()
    desk.until_tick(1)
    desk.until(lambda: "picture is newer" in paused.panel.note.text())
    assert paused.panel.answer is not None
    assert paused.panel.answer.is_exact
    desk.bridge.step()
    answered(desk, paused, 2)
    assert paused.panel.answer.is_exact


def test_choosing_a_row_marks_the_thing(desk: Desk, opened: WhySide, replay: ReplaySide) -> None:
    """Near the border the front sensor's middle ray meets it."""
    assert replay.film is not None
    replay.playhead.go_to(580)
    opened.ask(0, 2, is_light=False)
    answered(desk, opened, 580)
    opened.panel.table.selectRow(3)
    assert opened.mark.has_outline
    assert "the border" in opened.panel.headline.text()


def test_the_cells_that_rays_go_through_are_marked(
    desk: Desk, opened: WhySide, replay: ReplaySide
) -> None:
    """Those of all rays, or of the ray whose row is chosen; and none when the panel is closed."""
    replay.playhead.go_to(580)
    opened.ask(0, 2, is_light=False)
    answered(desk, opened, 580)
    everything = opened.mark.cell_count
    opened.panel.table.selectRow(0)
    chosen = opened.mark.cell_count
    opened.dock.hide()

    assert everything > chosen > 0
    assert opened.mark.cell_count == 0


def test_in_a_run_the_cells_are_marked_too(desk: Desk, paused: WhySide) -> None:
    """From the sensor's own cell on."""
    paused.ask(0, 2, is_light=False)
    answered(desk, paused, 0)

    assert paused.mark.cell_count > 0


@pytest.mark.parametrize("tick", [100, 401])
def test_a_recording_is_explained_to_the_unit(
    desk: Desk, opened: WhySide, replay: ReplaySide, tick: int
) -> None:
    """With the maze, the seed and the samples of the recording."""
    replay.playhead.go_to(tick)
    opened.ask(0, 3, is_light=False)
    answered(desk, opened, tick - tick % 2)
    assert opened.panel.answer is not None
    assert opened.panel.answer.is_exact


def test_closing_the_panel_takes_the_mark_away(desk: Desk, paused: WhySide) -> None:
    """Nothing is marked in the arena any more."""
    paused.ask(0, 2, is_light=False)
    answered(desk, paused, 0)
    paused.dock.close()
    assert not paused.mark.isVisible()
    desk.until(lambda: not paused.worker.is_busy)


def test_a_closed_panel_works_nothing_out(desk: Desk, paused: WhySide) -> None:
    """A question that waits for its turn is dropped when the panel is closed."""
    has_begun, may_end = threading.Event(), threading.Event()

    def other_work(_report: Report) -> bool:
        has_begun.set()
        return may_end.wait()

    done: list[object] = []
    paused.worker.ask(other_work, done.append, done.append)
    has_begun.wait()
    paused.ask(0, 2, is_light=False)
    paused.dock.close()

    may_end.set()
    desk.until(lambda: not paused.worker.is_busy)
    QTest.qWait(1)

    assert paused.panel.answer is None


# Where there is no answer


def test_a_maze_that_is_edited_has_no_readings(desk: Desk, why: WhySide) -> None:
    """The panel says what to do."""
    why.ask(0, 2, is_light=False)
    assert "single step (F10)" in why.panel.headline.text()
    assert why.panel.answer is None


def test_a_real_robots_reading_is_not_explained(desk: Desk, paused: WhySide) -> None:
    """No ray is claimed where none was traced."""
    desk.watched.begin(Subject(desk.window.document.world, is_real=True))
    paused.ask(0, 2, is_light=False)
    assert "real robot" in paused.panel.headline.text()
    assert paused.panel.answer is None
    assert not paused.mark.isVisible()


def test_reset_forgets_the_answer(desk: Desk, paused: WhySide) -> None:
    """The readings of the run are gone."""
    paused.ask(0, 2, is_light=False)
    answered(desk, paused, 0)
    desk.window.reset()
    assert paused.panel.answer is None
    assert not paused.mark.isVisible()


# How it looks


@pytest.mark.parametrize(("theme", "width"), [(DARK, 1000), (LIGHT, 600), (DARK, 300)])
def test_the_panel_can_be_drawn_in_both_themes_at_any_width(
    desk: Desk, paused: WhySide, take_theme: Callable[[Theme], None], theme: Theme, width: int
) -> None:
    """Table, curve and arithmetic, side by side or below each other."""
    paused.ask(0, 2, is_light=False)
    answered(desk, paused, 0)
    paused.dock.setFloating(True)
    take_theme(theme)
    desk.window.theme_changed.emit(theme)
    paused.dock.resize(width, 320)
    assert not paused.panel.grab().isNull()
    desk.until(lambda: paused.panel.horizontalScrollBar().maximum() == 0)


def test_the_table_shows_all_columns_where_it_has_room(desk: Desk, paused: WhySide) -> None:
    """At its wanted width nothing must be scrolled to, and no column is wider than it needs."""
    paused.ask(0, 2, is_light=False)
    answered(desk, paused, 0)
    paused.dock.setFloating(True)
    paused.dock.resize(830, 300)
    table = paused.panel.table
    desk.until(lambda: table.width() >= table.sizeHint().width())
    assert table.horizontalScrollBar().maximum() == 0
    assert table.verticalScrollBar().maximum() == 0


def test_texts_shrink_again_in_a_wider_panel(desk: Desk, paused: WhySide) -> None:
    """The sentence takes no more lines than it needs, whatever it needed before."""
    paused.ask(0, 2, is_light=False)
    answered(desk, paused, 0)
    paused.dock.setFloating(True)
    headline = paused.panel.headline
    paused.dock.resize(300, 400)
    desk.until(lambda: headline.height() > 1.5 * headline.fontMetrics().height())
    paused.dock.resize(1200, 300)
    desk.until(lambda: headline.height() < 1.5 * headline.fontMetrics().height())


def test_a_panel_that_is_taken_out_from_under_a_tab_explains(desk: Desk, paused: WhySide) -> None:
    """Qt does not say that it can be seen now."""
    paused.dock.show()
    desk.window.panels["drive"].raise_()
    desk.until(lambda: not paused.dock.is_seen)
    paused.dock.setFloating(True)
    answered(desk, paused, 0)


def test_f1_opens_its_page(desk: Desk, paused: WhySide) -> None:
    """From any of its controls."""
    page = page_for(paused.panel.sensor, Mode.RUN)
    assert page == ("how-to/why-this-reading", "")

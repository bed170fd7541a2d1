"""The curves in the window, with made-up pictures and films."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests.unit.analysis.pictures import history, picture
from tests.unit.gui.features.curves.conftest import FRONT_LEFT, Room
from wsusim.gui.features.curves.curves_side import CurvesSide
from wsusim.gui.shell.watched import RunState
from wsusim.recording.samples import from_snapshots


def test_the_panel_is_closed_and_draws_nothing_at_first(room: Room, qtbot: QtBot) -> None:
    """Hidden curves cost nothing."""
    with qtbot.assertNotEmitted(room.curves.panel.drawn, wait=100):
        room.window.watched.show(picture(2, 340), at_once=True)

    assert room.curves.dock.isHidden()


def test_a_key_opens_the_panel_with_the_keyboard_in_it_and_closes_it(room: Room) -> None:
    """The whole panel can be reached without a mouse."""
    panel = room.open()
    had_keyboard = panel.stack.hasFocus()

    room.window.action_set["curves"].trigger()

    assert had_keyboard
    assert room.curves.dock.isHidden()
    assert room.window.action_set["curves"].shortcut().toString() == "Ctrl+Shift+C"


def test_what_happened_before_the_panel_was_opened_is_there(room: Room) -> None:
    """A person opens the curves when something went wrong: it must be in them."""
    room.see(2, 340)
    room.see(4, 350)

    panel = room.open()

    assert panel.stack.history.column(0, FRONT_LEFT).tolist() == [340, 350]


def test_a_fast_run_has_all_its_values(room: Room) -> None:
    """However seldom a picture comes: what was between two of them is drawn, too."""
    snapshots = [picture(tick, tick).snapshot for tick in range(2, 200, 2)]

    room.window.watched.refreshed.emit([from_snapshots(snapshots)])
    room.window.watched.pictured.emit(picture(198, 198))

    assert room.curves.of_run.column(0, FRONT_LEFT).tolist() == list(range(2, 200, 2))


def test_a_new_run_begins_with_empty_curves(room: Room) -> None:
    """Nothing of the run before is left."""
    panel = room.open()
    room.see(200, 340)

    room.begin_run()
    room.see(2, 7)

    assert panel.stack.history.ticks.tolist() == [2]


def test_a_picture_of_the_same_tick_replaces_the_one_before(room: Room) -> None:
    """Dragging a paused robot shows where it is now."""
    room.see(2, 1)
    room.window.watched.set_state(RunState.PAUSED)
    room.window.watched.pictured.emit(picture(2, 99))

    assert room.curves.of_run.column(0, FRONT_LEFT).tolist() == [99]


@pytest.fixture
def with_film(room: Room) -> Room:
    """Return a window with its panel open and a film of 10 s."""
    room.open()
    room.open_film(range(0, 1001, 2))
    return room


def test_a_film_is_shown_from_beginning_to_end(with_film: Room) -> None:
    """The whole recording is there before anything is played."""
    panel = with_film.curves.panel

    assert panel.stack.history.ticks[-1] == 1000


def test_the_line_follows_the_playhead(with_film: Room) -> None:
    """Forwards, backwards and in jumps."""
    panel = with_film.curves.panel
    places = []
    for tick in (800, 20, 500):
        with_film.window.watched.pictured.emit(picture(tick))
        panel.stack.draw()
        places.append(panel.stack.rows[0].plot.playhead_at)

    assert places == [8.0, 0.2, 5.0]


def test_choosing_a_moment_in_the_plot_asks_for_it(with_film: Room) -> None:
    """The recording's player goes to the moment that was clicked."""
    panel = with_film.curves.panel

    wanted: list[int] = []
    with_film.window.watched.moment_wanted.connect(wanted.append)

    panel.stack.rows[0].plot.clicked.emit(6.0)

    assert wanted == [600]


def test_pictures_of_a_film_are_not_kept_twice(with_film: Room) -> None:
    """A recording's pictures come again and again, in any order; its curves are known."""
    with_film.window.watched.pictured.emit(picture(500))

    assert len(with_film.curves.of_run) == 0


def test_after_a_film_the_last_run_is_back(with_film: Room) -> None:
    """Closing a recording takes its curves and the line away."""
    panel = with_film.curves.panel

    with_film.window.watched.clear()

    assert panel.stack.history is with_film.curves.of_run
    assert panel.stack.playhead_tick is None


def test_a_film_that_was_open_before_the_panel_is_shown(room: Room) -> None:
    """The order in which they are opened does not matter."""
    room.open_film(range(0, 101, 2))

    panel = room.open()

    assert len(panel.stack.history) == 51
    assert panel.stack.playhead_tick == 0


def filled(room: Room) -> CurvesSide:
    """Open the panel with a history."""
    panel = room.open()
    panel.show_run(history(range(0, 100, 2)))
    panel.stack.draw()
    return room.curves


def test_the_table_has_all_chosen_curves(room: Room, qtbot: QtBot, tmp_path: Path) -> None:
    """A row a tick, from the beginning of the run."""
    file = tmp_path / "curves.csv"

    filled(room).save_table(file)
    qtbot.waitUntil(file.exists)

    lines = file.read_text().splitlines()
    assert lines[0] == (
        "time_s,robot1_front_left_proximity,robot1_front_right_proximity,"
        "robot1_left_speed_pulses_per_10ms,robot1_right_speed_pulses_per_10ms"
    )
    assert (len(lines), lines[-1]) == (51, "0.98,98,98,98,98")


def test_the_picture_is_a_png(room: Room, qtbot: QtBot, tmp_path: Path) -> None:
    """It can be put into a report."""
    file = tmp_path / "curves.png"

    filled(room).save_picture(file)
    qtbot.waitUntil(file.exists)

    assert file.read_bytes().startswith(b"\x89PNG")


def test_a_file_that_cannot_be_written_is_told(room: Room, qtbot: QtBot, tmp_path: Path) -> None:
    """The message names the file and the next step; the window goes on."""
    filled(room).save_table(tmp_path / "missing" / "curves.csv")
    qtbot.waitUntil(lambda: "missing" in room.window.messages.text)

    assert "Choose another folder" in room.window.messages.text


def test_values_can_be_copied(room: Room, qtbot: QtBot) -> None:
    """A spreadsheet takes them from the clipboard."""
    QGuiApplication.clipboard().clear()

    filled(room).copy_values()
    qtbot.waitUntil(lambda: bool(QGuiApplication.clipboard().text()))

    assert QGuiApplication.clipboard().text().startswith("time_s\trobot1_front_left")


def test_curves_that_stand_beside_the_window_are_drawn(room: Room, qtbot: QtBot) -> None:
    """Qt does not say that they can be seen now."""
    panel = room.open()
    room.curves.dock.hide()
    qtbot.waitUntil(lambda: not room.curves.dock.is_seen)
    with qtbot.waitSignal(panel.drawn):
        room.curves.dock.setFloating(True)
        room.see(2, 340)
    room.curves.dock.setFloating(False)


def test_the_dock_is_remembered_as_open(room: Room) -> None:
    """The layout of the window has the panel by its name."""
    assert isinstance(room.curves, CurvesSide)
    assert room.curves.dock.objectName() == "panel curves"
    assert room.window.dockWidgetArea(room.curves.dock) is Qt.DockWidgetArea.BottomDockWidgetArea


def test_another_text_size_reaches_the_axes(room: Room, qtbot: QtBot) -> None:
    """The figures of the axes grow with all other text."""
    plot = room.open().stack.rows[0].plot
    usual = room.window.preferences.value
    usual_px = plot.frame_px.left()

    room.window.preferences.set(replace(usual, text_percent=200))
    qtbot.waitUntil(lambda: plot.frame_px.left() > 1.6 * usual_px)
    room.window.preferences.set(usual)

    qtbot.waitUntil(lambda: plot.frame_px.left() == usual_px)

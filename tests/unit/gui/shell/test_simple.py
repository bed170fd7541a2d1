"""Simple: a teacher hides the robot's model, real robots and the lab; and locks the maze."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from tests.unit.gui.conftest import CAP_ID, clear, small_world
from tests.unit.gui.studio import part_of
from wsusim.gui.app import make_window
from wsusim.gui.features.editing.editing import Editing
from wsusim.gui.features.model.model_side import ModelSide
from wsusim.gui.features.robots.real_robots import RealRobots
from wsusim.gui.features.robots.robot_selector import Way
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.preferences import Preferences
from wsusim.gui.widgets.shortened_label import ShortenedLabel
from wsusim.runs.request import RunRequest

HIDDEN = ("model settings", "robot editor", "lab", "match")


@pytest.fixture
def window(program: MainWindow) -> Iterator[MainWindow]:
    """Return the window on the small maze; the settings are as usual after the test."""
    program.document.load(small_world(), None)
    yield program
    program.preferences.set(Preferences())


def set_simple(window: MainWindow, on: bool) -> None:
    """Throw the teacher's switch."""
    window.preferences.set(replace(window.preferences.value, simple=on))


def test_what_a_first_lesson_has_no_use_for_is_hidden(window: MainWindow) -> None:
    """In menus and in the panel; and there again afterwards."""
    seen = []
    for on in (False, True, False):
        set_simple(window, on)
        actions = {window.action_set[name].isVisible() for name in HIDDEN}
        panel = {
            part_of(window, RealRobots).selector.isVisibleTo(window),
            part_of(window, ModelSide).row.ideal.isVisibleTo(window),
        }
        seen.append((actions, panel))
    assert seen == [({True}, {True}), ({False}, {False}), ({True}, {True})]


def test_no_part_of_a_menu_is_left_empty(window: MainWindow) -> None:
    """Empty menus are hidden."""
    seen = []
    for on in (True, False):
        set_simple(window, on)
        window.menus["run"].aboutToShow.emit()
        seen.append(window.menus["robot menu"].menuAction().isVisible())
    assert seen == [False, True]


def test_no_real_robot_stays_chosen_behind_it(window: MainWindow) -> None:
    """The choice is hidden, so F5 could move a robot unexpectedly."""
    part_of(window, RealRobots).selector.choose(Way.NETWORK)
    set_simple(window, True)
    assert window.setup.robot is None


def test_no_model_acts_behind_it(window: MainWindow) -> None:
    """Runs are those of the maze."""
    model = part_of(window, ModelSide)
    model.row.ideal.setChecked(True)
    request = RunRequest((), small_world())
    before = model.tune(request)
    set_simple(window, True)
    after = model.tune(request)
    model.row.ideal.setChecked(False)
    assert before != request
    assert after == request


def test_it_can_be_asked_for_at_the_start(window: MainWindow) -> None:
    """``--simple`` holds for this session and changes no setting."""
    window.simple._is_forced = True
    window.simple._apply()
    hidden = window.action_set["lab"].isVisible()
    window.simple._is_forced = False
    window.simple._apply()
    assert not hidden
    assert not window.preferences.value.simple


def test_nothing_in_a_locked_maze_can_be_changed(window: MainWindow) -> None:
    """It says so, and how to unlock it; unlocked, it is as before."""
    world = window.document.world
    window.action_set["lock maze"].setChecked(True)
    window.document.selection.select([CAP_ID])
    can = window.action_set["delete"].isEnabled(), window.document.can_edit
    part_of(window, Editing).workbench.may_edit()
    told = window.messages.text
    window.action_set["lock maze"].setChecked(False)
    window.document.selection.select([CAP_ID])
    assert can == (False, False)
    assert "Lock the maze" in told
    assert window.document.world == world
    assert window.action_set["delete"].isEnabled()


def test_a_lock_holds_for_the_next_maze_and_the_next_start(window: MainWindow) -> None:
    """It is the teacher's switch, and not the maze's."""
    window.action_set["lock maze"].setChecked(True)
    window.document.load(small_world(), None)
    assert window.document.is_locked
    assert window.preferences.value.locked


def test_a_locked_maze_is_called_so(window: MainWindow) -> None:
    """Strip and status bar don't suggest dragging things into the arena."""
    (strip,) = window.messages.findChildren(ShortenedLabel)
    before = strip.whole
    window.action_set["lock maze"].setChecked(True)
    locked, hint = strip.whole, window.status.findChildren(QLabel)[0].text()
    window.action_set["lock maze"].setChecked(False)
    assert "  —  locked  —  " in locked
    assert "locked" in hint
    assert strip.whole == before


def test_a_lock_of_the_last_session_disables_the_palette(
    qapp: QApplication, tmp_path: Path
) -> None:
    """From the first moment, not only when it is switched."""
    (tmp_path / "window.toml").write_text("locked = true\n", encoding="utf-8")
    window = make_window(tmp_path)
    is_enabled = part_of(window, Editing).palette.isEnabled()
    clear(window)
    window.close()
    assert not is_enabled

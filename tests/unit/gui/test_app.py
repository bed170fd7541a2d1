"""The program's window, with all that belongs to it, keeps the rules of the window alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget
from pytestqt.qtbot import QtBot

from tests.unit.analysis.conftest import recording  # noqa: F401 - a fixture
from tests.unit.gui.conftest import small_world
from tests.unit.gui.features.run.conftest import _engine, clear  # noqa: F401 - a fixture
from tests.unit.gui.shell import test_window as rules
from tests.unit.gui.studio import part_of
from wsusim.gui.app import make_window
from wsusim.gui.features.help.help_side import HelpSide
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.preferences import Preferences
from wsusim.gui.shell.window import MainWindow

PANELS = (
    "palette",
    "properties",
    "controllers",
    "sensors",
    "mission",
    "console",
    "errors",
    "drive",
)

RULES: tuple[Callable[[MainWindow], None], ...] = (
    rules.test_no_shortcut_is_used_twice,
    rules.test_no_letter_for_alt_is_used_twice,
    rules.test_every_tooltip_names_the_shortcut,
    rules.test_every_control_has_a_name_for_screen_readers,
    rules.test_every_toolbar_button_can_be_reached_by_tab,
    rules.test_it_fits_a_small_screen_with_large_text,
    rules.test_text_and_theme_change_at_once,
)


@pytest.fixture(scope="module")
def program(
    qapp: QApplication,
    tmp_path_factory: pytest.TempPathFactory,
    _engine: None,  # noqa: F811 - the fixture
) -> Iterator[MainWindow]:
    """Return the program's window with settings and help open; all tests of this file share it."""
    window = make_window(tmp_path_factory.mktemp("settings"))
    window.document.load(small_world(), None)
    window.resize(1024, 700)
    window.show()
    window.action_set["model settings"].trigger()
    part_of(window, HelpSide).help_window.open_index()
    yield window
    clear(window)


@pytest.fixture
def window(program: MainWindow) -> Iterator[MainWindow]:
    """Return the window; it is as before after the test."""
    yield program
    program.preferences.set(Preferences())
    program.reset()


@pytest.fixture
def replaying(window: MainWindow, recording: Path, qtbot: QtBot) -> MainWindow:  # noqa: F811
    """Return the window with a recording open."""
    replay = part_of(window, ReplaySide)
    replay.open(recording)
    qtbot.waitUntil(lambda: replay.film is not None, timeout=60_000)
    return window


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_rules_of_the_window(replaying: MainWindow, rule: Callable[[MainWindow], None]) -> None:
    """Shortcuts, letters, tooltips, names, tab, small screens, themes, with the timeline too."""
    rule(replaying)


def test_controls_for_an_edited_maze_have_names(window: MainWindow) -> None:
    """For screen readers: the selected robot's fields are not there while a recording is open."""
    rules.test_every_control_has_a_name_for_screen_readers(window)


def test_files_of_python_are_for_its_running_side(window: MainWindow) -> None:
    """Drops of Python files go there."""
    window.openers.open_all([str(Path(__file__))])
    book = part_of(window, RunSide).controllers.book
    assert book.files[0].path == Path(__file__).resolve()


def test_f6_raises_the_panels_that_lie_below_others(window: MainWindow, qtbot: QtBot) -> None:
    """The keyboard reaches every panel, and what has the keyboard can be seen."""
    window.view.setFocus()
    seen = [_next_panel(window, qtbot) for _ in PANELS]
    assert seen == [window.panels[name] for name in PANELS]


def _next_panel(window: MainWindow, qtbot: QtBot) -> QDockWidget:
    """Press F6; return the panel that then has the keyboard, once it is in view."""
    window.panels.focus_next()
    focused = window.focusWidget()
    (dock,) = (d for d in window.findChildren(QDockWidget) if d.isAncestorOf(focused))
    # Qt keeps those that lie below others outside.
    qtbot.waitUntil(lambda: dock.x() >= 0 and dock.y() >= 0, timeout=60_000)
    return dock


def test_shift_f6_goes_the_other_way(window: MainWindow) -> None:
    """From the first panel back to the arena."""
    window.view.setFocus()
    window.action_set["next panel"].trigger()
    window.action_set["previous panel"].trigger()
    assert window.focusWidget() is window.view


def test_it_fits_a_small_screen_whatever_panel_is_on_top(window: MainWindow) -> None:
    """1024 x 700 at 150 %."""
    window.preferences.set(replace(Preferences(), text_percent=150))
    for dock in window.findChildren(QDockWidget):
        dock.raise_()
    QTest.qWait(50)
    hint = window.minimumSizeHint()
    assert (hint.width() <= 1024, hint.height() <= 700) == (True, True)

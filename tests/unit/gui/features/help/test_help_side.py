"""Help in the window: F1, examples, themes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QKeySequence
from pytestqt.qtbot import QtBot

from tests.unit.gui.features.help.test_help_window import page_of
from wsusim.gui.document import Mode
from wsusim.gui.features.help.help_side import HelpSide
from wsusim.gui.features.help.help_window import HelpWindow
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.preferences import Preferences
from wsusim.gui.shell.watched import RunState
from wsusim.model.world import World


@pytest.fixture
def help_window(side: HelpSide) -> HelpWindow:
    """Return the help window with its table of contents."""
    side.help_window.open_index()
    return side.help_window


PAGES = {
    "palette": "tutorial/building-a-maze",
    "controllers": "tutorial/the-window",
    "errors": "how-to/write-a-controller",
    "inspector": "tutorial/building-a-maze",
}


def page_by_f1(window: MainWindow, side: HelpSide, panel: str) -> str:
    """Ask for help with the keyboard in a panel; return the page that opens."""
    dock = window.panels[panel]
    dock.show()
    inside = dock.widget()
    assert inside is not None
    inside.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    inside.setFocus()
    window.action_set["help"].trigger()
    return page_of(side.help_window)


def test_f1_opens_the_page_of_the_panel_with_the_keyboard(
    window: MainWindow, side: HelpSide
) -> None:
    """Whichever widget in it has it."""
    opened = {panel: page_by_f1(window, side, panel) for panel in PAGES}

    assert window.action_set["help"].shortcut() == QKeySequence("F1")
    assert opened == PAGES


def test_f1_works_in_a_panel_that_floats(window: MainWindow, side: HelpSide, qtbot: QtBot) -> None:
    """It is a window of its own then."""
    dock = window.panels["errors"]
    dock.show()
    dock.setFloating(True)
    inside = dock.widget()
    assert inside is not None
    dock.activateWindow()
    inside.setFocus()
    qtbot.waitUntil(inside.hasFocus)

    qtbot.keyClick(inside, Qt.Key.Key_F1)

    assert page_of(side.help_window) == "how-to/write-a-controller"


MODES = {
    Mode.EDIT: "tutorial/building-a-maze",
    Mode.RUN: "tutorial/the-window",
    Mode.REPLAY: "how-to/replay-in-the-window",
}


def page_in_mode(window: MainWindow, side: HelpSide, mode: Mode) -> str:
    """Ask for help while something goes on; return the page that opens."""
    window.document.set_mode(mode)
    side.show_help()
    return page_of(side.help_window)


def test_f1_in_the_arena_depends_on_what_goes_on(window: MainWindow, side: HelpSide) -> None:
    """Building or running."""
    window.view.setFocus()
    opened = {mode: page_in_mode(window, side, mode) for mode in MODES}
    window.document.set_mode(Mode.EDIT)
    assert opened == MODES


def test_an_example_of_the_page_is_loaded_and_runs(
    window: MainWindow, side: HelpSide, run_side: RunSide, qtbot: QtBot
) -> None:
    """A click on the name, a click on the button of the message."""
    side.help_window.open_page("how-to/ready-controllers")
    side.help_window.browser.follow(QUrl("../../controllers/wall_follower.py"))
    assigned = run_side.controllers.book.assigned()
    assert [choice.path.stem for _number, choice in assigned] == ["wall_follower"]

    states: list[RunState] = []
    window.watched.state_changed.connect(states.append)
    window.messages.buttons[0].click()
    assert states[0] is RunState.LOADING

    run_side.bridge.stop()
    qtbot.waitUntil(lambda: states[-1] is RunState.ENDED, timeout=120_000)


def test_a_maze_of_the_page_opens(window: MainWindow, side: HelpSide) -> None:
    """As a copy that has no file yet."""
    before: World = window.document.world
    side.help_window.open_page("how-to/ready-controllers")
    side.help_window.browser.follow(QUrl("../../templates/mazes/island.json"))
    assert window.document.world != before
    assert window.document.path is None


def test_the_theme_is_followed(window: MainWindow, help_window: HelpWindow) -> None:
    """The page stays where it was."""
    help_window.open_page("reference/controller-api", "motors")
    window.preferences.set(replace(Preferences(), theme="dark"))
    assert page_of(help_window) == "reference/controller-api"
    assert help_window.browser.verticalScrollBar().value() > 0
    window.preferences.set(Preferences())


def test_help_closes_with_the_window(lone_window: MainWindow, lone_side: HelpSide) -> None:
    """No window is left behind."""
    lone_side.help_window.open_index()
    lone_window.document.undo_stack.setClean()
    lone_window.close()
    assert not lone_side.help_window.isVisible()

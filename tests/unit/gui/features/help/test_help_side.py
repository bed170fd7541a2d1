"""Help in the window: pages, links, search, F1, examples."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QTreeWidgetItemIterator
from pytestqt.qtbot import QtBot

from wsusim.gui.document import Mode
from wsusim.gui.features.help.browser import PICTURE_MARK
from wsusim.gui.features.help.help_side import HelpSide
from wsusim.gui.features.help.help_window import HelpWindow
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.preferences import Preferences
from wsusim.gui.shell.watched import RunState
from wsusim.gui.shell.window import MainWindow
from wsusim.model.world import World
from wsusim.shipped import shipped_folder


@pytest.fixture
def help_window(side: HelpSide) -> HelpWindow:
    """Return the help window with its table of contents."""
    side.help_window.open_index()
    return side.help_window


def _page(help_window: HelpWindow) -> str:
    folder = shipped_folder("manual")
    return help_window.browser.path.relative_to(folder).with_suffix("").as_posix()


def test_every_page_of_the_contents_opens(help_window: HelpWindow) -> None:
    """And is marked in them."""
    opened = []
    iterator = QTreeWidgetItemIterator(
        help_window.contents, QTreeWidgetItemIterator.IteratorFlag.NoChildren
    )
    while (item := iterator.value()) is not None:
        help_window.contents.itemClicked.emit(item, 0)
        opened.append(len(help_window.browser.toPlainText()) > 20 and item.isSelected())
        iterator += 1
    assert len(opened) > 10
    assert all(opened)


def test_a_link_between_pages_works_and_back_returns(help_window: HelpWindow) -> None:
    """From the index, and from a page to another folder's."""
    help_window.browser.follow(QUrl("how-to/write-a-controller.md"))
    help_window.browser.follow(QUrl("../reference/controller-api.md#motors"))
    assert _page(help_window) == "reference/controller-api"
    assert help_window.browser.verticalScrollBar().value() > 0

    help_window.browser.backward()
    assert _page(help_window) == "how-to/write-a-controller"
    help_window.browser.forward()
    assert _page(help_window) == "reference/controller-api"


def test_a_link_to_a_folder_lists_its_pages(help_window: HelpWindow) -> None:
    """With links that work."""
    help_window.browser.follow(QUrl("developer/decisions/"))
    assert "Contacts" in help_window.browser.toPlainText()
    help_window.browser.follow(QUrl("0002-contacts.md"))
    assert _page(help_window) == "developer/decisions/0002-contacts"


def test_a_picture_is_shown_no_wider_than_the_page(help_window: HelpWindow, qtbot: QtBot) -> None:
    """Also after the window became narrower."""
    browser = help_window.browser
    browser.follow(QUrl("tutorial/building-a-maze.md"))
    assert PICTURE_MARK in browser.document().toRawText()
    wide_px = browser.document().idealWidth()
    assert wide_px > 400

    help_window.resize(640, 500)
    qtbot.wait(1)

    assert browser.document().idealWidth() < wide_px
    assert browser.horizontalScrollBar().maximum() == 0


def test_search_lists_places_and_return_opens_the_first(
    help_window: HelpWindow, qtbot: QtBot
) -> None:
    """At its heading, with the words marked."""
    qtbot.keyClicks(help_window.search, "resistivity")
    assert help_window.hits.isVisible()
    assert help_window.hits.count() > 1

    qtbot.keyClick(help_window.search, Qt.Key.Key_Return)

    assert "resistivity" in help_window.browser.toPlainText()
    marked = {mark.cursor.selectedText().lower() for mark in help_window.browser.extraSelections()}  # type: ignore[attr-defined]
    assert marked == {"resistivity"}


def test_escape_ends_the_search_and_then_closes(help_window: HelpWindow, qtbot: QtBot) -> None:
    """The contents come back first."""
    help_window.search.setText("motors")
    close = next(a for a in help_window.actions() if a.shortcut() == QKeySequence("Esc"))
    close.trigger()
    assert help_window.contents.isVisible()
    close.trigger()
    assert not help_window.isVisible()


def test_nothing_found_is_said(help_window: HelpWindow) -> None:
    """With what to try."""
    help_window.search.setText("sausage")
    assert help_window.hits.count() == 0
    assert "Nothing found" in help_window.found_text


@pytest.mark.parametrize(
    ("panel", "page"),
    [
        ("palette", "tutorial/building-a-maze"),
        ("controllers", "tutorial/the-window"),
        ("errors", "how-to/write-a-controller"),
        ("mission", "reference/maze-file"),
    ],
)
def test_f1_opens_the_page_of_the_panel_with_the_keyboard(
    window: MainWindow, side: HelpSide, panel: str, page: str
) -> None:
    """Whichever widget in it has it."""
    dock = window.panels[panel]
    dock.show()
    inside = dock.widget()
    assert inside is not None
    inside.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    inside.setFocus()

    window.action_set["help"].trigger()

    assert window.action_set["help"].shortcut() == QKeySequence("F1")
    assert _page(side.help_window) == page


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

    assert _page(side.help_window) == "how-to/write-a-controller"


@pytest.mark.parametrize(
    ("mode", "page"),
    [
        (Mode.EDIT, "tutorial/building-a-maze"),
        (Mode.RUN, "tutorial/the-window"),
        (Mode.REPLAY, "how-to/replay-in-the-window"),
    ],
)
def test_f1_in_the_arena_depends_on_what_goes_on(
    window: MainWindow, side: HelpSide, mode: Mode, page: str
) -> None:
    """Building or running."""
    window.view.setFocus()
    window.document.set_mode(mode)
    side.show_help()
    assert _page(side.help_window) == page
    window.document.set_mode(Mode.EDIT)


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
    assert _page(help_window) == "reference/controller-api"
    assert help_window.browser.verticalScrollBar().value() > 0
    window.preferences.set(Preferences())


def test_help_closes_with_the_window(window: MainWindow, help_window: HelpWindow) -> None:
    """No window is left behind."""
    window.document.undo_stack.setClean()
    window.close()
    assert not help_window.isVisible()

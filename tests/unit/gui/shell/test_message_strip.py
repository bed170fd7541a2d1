"""The strip above the arena: of one height, with a history."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.message_strip import MessageStrip
from wsusim.gui.widgets.shortened_label import ShortenedLabel

LONG = "A long message that says all that there is to say, and then says it again. " * 12


@pytest.fixture
def window(editors_window: MainWindow) -> MainWindow:
    """Return the window that all tests of this file share."""
    return editors_window


@pytest.mark.parametrize("text", ["Short.", LONG])
def test_nothing_moves_when_a_message_comes_and_goes(window: MainWindow, text: str) -> None:
    """However long it is, and with buttons that answer it."""
    before = window.view.geometry(), window.view.mapFromScene(0.0, 0.0)
    answers = (("Do it", lambda: None), ("Leave it", lambda: None))
    window.tell(text, Weight.WARNING, answers)
    QApplication.processEvents()
    during = window.view.geometry(), window.view.mapFromScene(0.0, 0.0)
    window.messages.clear()
    QApplication.processEvents()
    assert during == before
    assert (window.view.geometry(), window.view.mapFromScene(0.0, 0.0)) == before


def test_a_text_without_room_can_be_read_in_its_tip(window: MainWindow) -> None:
    """It ends in dots where it is cut."""
    window.tell(LONG, is_news=True)
    (label,) = window.messages.findChildren(ShortenedLabel)
    assert label.text().endswith("…")
    assert label.toolTip() == LONG
    assert window.messages.text == LONG


@pytest.mark.parametrize(("width_px", "is_menu"), [(260, True), (700, False)])
def test_answers_without_room_are_in_a_menu(qtbot: QtBot, width_px: int, is_menu: bool) -> None:
    """No button is cut off, and what is asked can be read."""
    done: list[str] = []
    strip = MessageStrip()
    qtbot.addWidget(strip)
    strip.resize(width_px, 40)
    strip.show()
    strip.show_message(
        "No robot has a controller yet.",
        answers=(("Load a controller", lambda: done.append("load")), ("Drive", lambda: None)),
    )

    (label,) = strip.findChildren(ShortenedLabel)
    assert strip.choose.isVisible() == is_menu
    assert [button.isVisible() for button in strip.buttons] == [not is_menu] * 2
    assert label.width() >= 8 * strip.fontMetrics().averageCharWidth()
    strip.choose.menu().actions()[0].trigger()
    assert (done, strip.text, strip.choose.isVisible()) == (["load"], "", False)


def test_what_was_said_can_be_read_again(window: MainWindow) -> None:
    """Notes that stood below the window, too; the newest first."""
    window.tell("A note.")
    window.tell("The <disk> is full.", Weight.WARNING)
    browser = window.messages.show_history()
    text = browser.toPlainText()
    browser.close()
    assert window.messages.said[-2:] == ("A note.", "The <disk> is full.")
    assert text.index("The <disk> is full.") < text.index("A note.")


def test_at_rest_it_says_what_is_open_and_what_is_to_be_done(window: MainWindow) -> None:
    """The task of the maze stands where everybody looks."""
    (label,) = window.messages.findChildren(ShortenedLabel)
    window.tell("News.", is_news=True)
    window.messages.clear()
    assert label.whole == "small  —  no task: drive freely"


def test_a_message_that_stays_is_not_taken_away_by_time(window: MainWindow) -> None:
    """Only closing it, or another one, does that."""
    window.tell("Verified.", is_news=True, stays=True)
    assert not window.messages._timer.isActive()
    window.tell("Saved.", is_news=True)
    assert window.messages._timer.isActive()

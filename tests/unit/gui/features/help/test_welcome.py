"""The welcome: at the first start only, three steps, again from the Help menu."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from wsusim.gui.features.help.help_side import HelpSide
from wsusim.gui.features.help.welcome import Welcome
from wsusim.gui.shell.main_window import MainWindow
from wsusim.shipped import shipped_folder
from wsusim.tools.manual import Manual


@pytest.fixture
def window(bare_window: MainWindow) -> MainWindow:
    """Return a window that has never been open."""
    return bare_window


@pytest.fixture
def side(window: MainWindow) -> HelpSide:
    """Return the help of the window."""
    return HelpSide(window)


def _button(welcome: Welcome, text: str) -> QPushButton:
    return next(b for b in welcome.findChildren(QPushButton) if b.text().replace("&", "") == text)


def test_it_comes_at_the_first_start_only(window: MainWindow, side: HelpSide, qtbot: QtBot) -> None:
    """Also when it was closed at once."""
    side.welcome_at_first_start()
    first = window.findChild(Welcome)
    assert first is not None
    first.close()
    qtbot.waitUntil(lambda: window.findChild(Welcome) is None)

    side.welcome_at_first_start()

    assert window.findChild(Welcome) is None


def test_it_blocks_nothing(side: HelpSide) -> None:
    """The window can be used beside it."""
    assert not side.show_welcome().isModal()


def test_three_steps_lead_to_the_start(side: HelpSide) -> None:
    """And back."""
    welcome = side.show_welcome()
    _button(welcome, "Next").click()
    _button(welcome, "Back").click()
    assert welcome.currentId() == 0
    _button(welcome, "Next").click()
    _button(welcome, "Next").click()
    assert welcome.currentId() == 2
    _button(welcome, "Start").click()
    assert not welcome.isVisible()


def step_of(welcome: Welcome) -> tuple[str, bool]:
    """Ask for more about a step and go on; return the page, and whether it has a picture."""
    wanted: list[str] = []
    welcome.page_wanted.connect(wanted.append)
    _button(welcome, "Read more").click()
    pictures = [label.pixmap() for label in welcome.currentPage().findChildren(QLabel)]
    welcome.next()
    return wanted[0], any(not picture.isNull() for picture in pictures)


def test_the_welcome_has_three_steps_with_page_and_picture(side: HelpSide) -> None:
    """All of them are there."""
    welcome = side.show_welcome()
    manual = Manual(shipped_folder("manual"))

    steps = [step_of(welcome) for _ in welcome.pageIds()]

    assert [has_picture for _, has_picture in steps] == [True] * 3
    assert len({page for page, _ in steps if manual.page(page).is_file()}) == 3


def test_each_step_has_a_page_to_read_on(side: HelpSide) -> None:
    """It opens beside the welcome."""
    welcome = side.show_welcome()
    _button(welcome, "Read more").click()
    assert side.help_window.browser.path.name == "the-window.md"
    assert welcome.isVisible()


def test_the_menu_brings_it_back(window: MainWindow, side: HelpSide) -> None:
    """Whenever it is wanted."""
    side.welcome_at_first_start()
    window.action_set["welcome"].trigger()
    assert len(window.findChildren(Welcome)) == 2


@pytest.mark.logs_warnings
def test_a_folder_that_takes_nothing_is_no_reason_to_fail(
    window: MainWindow, side: HelpSide, tmp_path: Path
) -> None:
    """It comes again next time."""
    (tmp_path / "a file").touch()
    window.folder = tmp_path / "a file"
    side.welcome_at_first_start()
    assert window.findChild(Welcome) is not None

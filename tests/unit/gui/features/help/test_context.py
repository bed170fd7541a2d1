"""Every panel and every dialog of the window has its page of the manual."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.unit.gui.features.help.test_help_window import page_of
from tests.unit.gui.studio import part_of
from wsusim.gui.document import Mode
from wsusim.gui.features.help.context import ARENA, PAGES, WINDOWS, page_for
from wsusim.gui.features.help.help_side import HelpSide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.manual import anchor_of
from wsusim.shipped import shipped_folder

DIALOGS = {
    "settings": "tutorial/the-window",
    "share": "how-to/share-a-run",
    "lab": "how-to/use-a-lab",
    "match": "how-to/cibermouse",
    "check solution": "how-to/check-my-solution",
    "model settings": "how-to/model-settings",
    "ready controller": "how-to/ready-controllers",
    "start page": "tutorial/the-window",
}
"""The action that opens a dialog, and its page."""


@pytest.fixture
def window(program: MainWindow) -> Iterator[MainWindow]:
    """Return the window, with the contents of the manual open; no dialog is left after the test."""
    part_of(program, HelpSide).help_window.open_index()
    program.activateWindow()
    yield program
    for shown in QApplication.topLevelWidgets():
        if shown is not program:
            shown.close()


def test_every_panel_of_the_window_has_a_page(window: MainWindow) -> None:
    """Not the table of contents."""
    panels = window.panels

    without = [name for name in panels.names() if page_for(panels[name], Mode.EDIT) is None]

    assert without == []


@pytest.mark.parametrize("action", DIALOGS)
def test_f1_in_a_dialog_opens_its_page(window: MainWindow, qtbot: QtBot, action: str) -> None:
    """The main window's key doesn't reach that far by itself."""
    window.action_set[action].trigger()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    asked = QApplication.focusWidget()
    assert isinstance(asked, QWidget)
    qtbot.waitUntil(lambda: QApplication.focusWidget().window() is not window)  # type: ignore[union-attr]

    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F1)

    side = window.findChild(HelpSide)
    assert side is not None
    assert page_of(side.help_window) == DIALOGS[action]


@pytest.mark.parametrize(
    ("page", "anchor"), sorted({*PAGES.values(), *WINDOWS.values(), *ARENA.values()})
)
def test_the_page_and_its_heading_exist(page: str, anchor: str) -> None:
    """Or F1 would open the top of a page, or none."""
    text = (shipped_folder("manual") / f"{page}.md").read_text(encoding="utf-8")

    headings = {anchor_of(heading) for heading in re.findall(r"^#+ (.+)$", text, re.M)}

    assert not anchor or anchor in headings

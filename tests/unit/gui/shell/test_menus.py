"""Menus and toolbars, laid out from one table."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from tests.unit.gui.conftest import clear
from wsusim.gui.app import make_window
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.menus import BARS, CONTEXT_MENU, LINE, MENUS, SUBMENUS

TABLES = (*MENUS.values(), *SUBMENUS.values(), *BARS.values(), CONTEXT_MENU)
ALL = {name for names in TABLES for name in names}


@pytest.fixture(scope="module")
def made(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Return the names of all actions that the program's window has."""
    window = make_window(tmp_path_factory.mktemp("settings"))
    names = set(window.action_set.names())
    clear(window)
    return names


def test_every_name_of_the_tables_is_made_by_a_feature(made: set[str]) -> None:
    """A misspelt one would be left out in silence."""
    submenus = {
        *SUBMENUS,
        "templates",
        "recent",
        "exports",
        "align",
        "layers",
        "panels",
        "new controllers",
        "kept runs",
        "recent recordings",
    }
    assert ALL - {LINE} - submenus - made == set()


def test_every_action_can_be_reached(made: set[str]) -> None:
    """From a menu, from a toolbar, or from a panel of its own."""
    beside = {"next panel", "previous panel", "new controller", "settings"}
    prefixes = ("layer ", "align ", "replay export", "contents")
    names = {name for name in made if not name.startswith(prefixes)}
    assert names - ALL - beside == set()


def test_missing_actions_are_left_out(window: MainWindow) -> None:
    """A window without runs has no entries for them."""
    texts = [action.text() for action in window.menuBar().actions()]
    assert "Re&play" not in texts
    assert "&Edit" in texts

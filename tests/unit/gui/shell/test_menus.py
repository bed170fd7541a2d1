"""Menus and toolbars, laid out from one table."""

from __future__ import annotations

from wsusim.gui.shell.menus import BARS, CONTEXT_MENU, LINE, MENUS
from wsusim.gui.shell.window import MainWindow

ALL = {name for names in (*MENUS.values(), *BARS.values(), CONTEXT_MENU) for name in names}


def test_every_name_of_the_tables_is_made_by_a_feature(whole_window: MainWindow) -> None:
    """A misspelt one would be left out in silence."""
    submenus = {"templates", "recent", "exports", "align", "layers", "panels", "new controllers"}
    assert ALL - {LINE} - submenus - set(whole_window.action_set.names()) == set()


def test_every_action_can_be_reached(whole_window: MainWindow) -> None:
    """From a menu, from a toolbar, or from a panel of its own."""
    beside = {"next panel", "previous panel", "new controller", "settings"}
    prefixes = ("layer ", "align ", "replay export", "contents")
    names = {name for name in whole_window.action_set.names() if not name.startswith(prefixes)}
    assert names - ALL - beside == set()


def test_what_nobody_has_made_is_left_out(window: MainWindow) -> None:
    """A window without runs has no entries for them."""
    texts = [action.text() for action in window.menuBar().actions()]
    assert "Re&play" not in texts
    assert "&Edit" in texts

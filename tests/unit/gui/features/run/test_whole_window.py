"""The window with its running side keeps the rules of the window without it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget

from tests.unit.gui.features.run.conftest import Desk
from tests.unit.gui.shell import test_window as rules
from wsusim.gui.app import make_window
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
    rules.test_every_tooltip_names_the_shortcut,
    rules.test_every_control_has_a_name_for_screen_readers,
    rules.test_every_toolbar_button_can_be_reached_by_tab,
    rules.test_it_fits_a_small_screen_with_large_text,
    rules.test_text_and_theme_change_at_once,
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_rules_of_the_window(desk: Desk, rule: Callable[[MainWindow], None]) -> None:
    """Shortcuts, tooltips, names, tab, small screens, themes."""
    rule(desk.window)


def test_the_programs_window_has_it(tmp_path: Path) -> None:
    """Drops of Python files go to it, and every letter opens its menu."""
    window = make_window(tmp_path)
    side = window.findChild(RunSide)
    assert isinstance(side, RunSide)
    rules.test_no_letter_for_alt_is_used_twice(window)
    window.openers.open_all([str(Path(__file__))])
    assert side.controllers.book.files[0].path == Path(__file__).resolve()
    window.document.undo_stack.setClean()
    window.close()


def test_f6_raises_the_panels_that_lie_below_others(desk: Desk) -> None:
    """The keyboard reaches every panel, and what has the keyboard can be seen."""
    desk.window.view.setFocus()
    for name in PANELS:
        desk.window.panels.focus_next()
        desk.until(partial(_has_keyboard_on_top, desk.window, desk.window.panels[name]))


def test_shift_f6_goes_the_other_way(desk: Desk) -> None:
    """From the first panel back to the arena."""
    desk.window.view.setFocus()
    desk.window.action_set["next panel"].trigger()
    desk.window.action_set["previous panel"].trigger()
    assert desk.window.focusWidget() is desk.window.view


def _has_keyboard_on_top(window: MainWindow, dock: QDockWidget) -> bool:
    """Tell whether a dock has the keyboard and is in view: Qt keeps those below others outside."""
    focused = window.focusWidget()
    return focused is not None and dock.isAncestorOf(focused) and dock.x() >= 0 and dock.y() >= 0


def test_it_fits_a_small_screen_whatever_panel_is_on_top(desk: Desk) -> None:
    """1024 x 700 at 150 %."""
    desk.window.preferences.set(replace(Preferences(), text_percent=150))
    for dock in desk.window.findChildren(QDockWidget):
        dock.raise_()
    QTest.qWait(50)
    hint = desk.window.minimumSizeHint()
    desk.window.preferences.set(Preferences())
    assert (hint.width() <= 1024, hint.height() <= 700) == (True, True)

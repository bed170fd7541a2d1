"""The window with its replay side keeps the rules of the window without it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.gui.features.run.conftest import Desk
from tests.unit.gui.shell import test_window as rules
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.shell.preferences import Preferences
from wsusim.gui.shell.window import MainWindow

RULES: tuple[Callable[[MainWindow], None], ...] = (
    rules.test_no_shortcut_is_used_twice,
    rules.test_every_tooltip_names_the_shortcut,
    rules.test_every_control_has_a_name_for_screen_readers,
    rules.test_text_and_theme_change_at_once,
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_rules_of_the_window(
    desk: Desk, replay: ReplaySide, recording: Path, rule: Callable[[MainWindow], None]
) -> None:
    """Shortcuts, tooltips, names, themes, with a recording open."""
    replay.open(recording)
    desk.until(lambda: replay.film is not None)
    rule(desk.window)


def test_a_recording_fits_a_small_screen(desk: Desk, replay: ReplaySide, recording: Path) -> None:
    """1024 x 700 is enough while the timeline is shown, also with text at 150 %."""
    replay.open(recording)
    desk.until(lambda: replay.film is not None)
    desk.window.preferences.set(replace(Preferences(), text_percent=150))
    needed = desk.window.minimumSizeHint()
    desk.window.preferences.set(Preferences())
    assert needed.width() <= 1024
    assert needed.height() <= 700

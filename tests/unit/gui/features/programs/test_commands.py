"""Every command has its place on the manual's page of keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence

from wsusim.gui.features.programs.programs_side import ProgramsSide

PAGE = Path(__file__).parents[5] / "manual" / "how-to" / "write-in-the-window.md"


def test_the_manual_names_the_first_key_of_each_command(side: ProgramsSide) -> None:
    """So that readers find it without trying."""
    page = PAGE.read_text(encoding="utf-8")
    firsts = {c.name: QKeySequence.listFromString(c.keys)[0] for c in side.panel.commands}
    missing = {
        name: keys.toString() for name, keys in firsts.items() if keys.toString() not in page
    }
    assert missing == {}


def test_no_key_has_two_meanings(side: ProgramsSide) -> None:
    """Each is one command's."""
    keys = [
        sequence.toString()
        for command in side.panel.commands
        for sequence in QKeySequence.listFromString(command.keys)
    ]
    assert sorted(keys) == sorted(set(keys))


@pytest.mark.parametrize("name", ["run", "save", "find", "comment", "breakpoint"])
def test_the_menu_has_the_commands_with_their_keys(side: ProgramsSide, name: str) -> None:
    """Shown behind the words; Qt does not take them as shortcuts of the window."""
    (action,) = [a for a in side.panel.menu.actions() if a.objectName() == f"program {name}"]
    assert "\t" in action.text()
    assert action.shortcut().isEmpty()

"""The manual's picture of the debugger: the mistake of its tutorial, on the second stop."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtTest import QTest

from tests.unit.gui.studio import keep, opened_window, part_of, wait_until
from wsusim.gui.features.debugging.debug_side import DebugSide

PAGE = Path(__file__).parents[5] / "manual" / "tutorial" / "find-a-mistake.md"


def program() -> str:
    """Return the program of the page."""
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def take() -> None:
    """Stop where the robot turns for the second time."""
    with opened_window((1280, 800)) as (window, folder):
        side = part_of(window, DebugSide)
        file = folder / "walker.py"
        file.write_text(program(), encoding="utf-8")
        line = 1 + file.read_text(encoding="utf-8").splitlines().index(
            "                self.turn(near)"
        )
        window.openers.open(file)
        window.programs.line_wanted.emit(file, line)
        window.programs.toggle_breakpoint(file, line)
        window.action_set["run"].trigger()
        wait_until(lambda: side.session.stop is not None)
        side.panel.expressions.add("near > 200")
        window.action_set["debug go"].trigger()
        wait_until(lambda: side.session.stop is None)
        wait_until(lambda: side.session.stop is not None)
        wait_until(lambda: len(side.panel.variables._rows()) > 2)
        QTest.qWait(500)
        keep(window, "window-debugger")
        window.action_set["stop"].trigger()
        wait_until(lambda: side.session.stop is None)

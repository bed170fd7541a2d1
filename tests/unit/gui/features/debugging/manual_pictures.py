"""The manual's pictures of the debugger: the mistake of its tutorial, and what mending it does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtTest import QTest

from tests.unit.gui.studio import keep, opened_window, part_of, wait_until
from wsusim.gui.features.debugging.debug_side import DebugSide
from wsusim.gui.shell.main_window import MainWindow

PAGE = Path(__file__).parents[5] / "manual" / "tutorial" / "find-a-mistake.md"


def program() -> str:
    """Return the program of the page."""
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def take() -> None:
    """Stop where the robot turns for the second time; then see what a longer turn would do."""
    with _stopped(program()) as (window, side, _file):
        side.panel.expressions.add("near > 200")
        window.action_set["debug go"].trigger()
        wait_until(lambda: side.session.stop is None)
        wait_until(lambda: side.session.stop is not None)
        wait_until(lambda: len(side.panel.variables._rows()) > 2)
        QTest.qWait(500)
        keep(window, "window-debugger")
    before = program().replace("self.turns < 4", "self.turns < 40").replace("0.3", "0.5")
    with _stopped(before) as (window, side, file):
        looks: list[object] = []
        side.watch.looked.connect(looks.append)
        window.action_set["debug watch"].trigger()
        wait_until(lambda: len(looks) == 1)
        file.write_text(before.replace("self.sleep(0.5)", "self.sleep(0.7)"), encoding="utf-8")
        wait_until(lambda: len(looks) == 2)
        keep(window, "window-watch")


@contextmanager
def _stopped(text: str) -> Iterator[tuple[MainWindow, DebugSide, Path]]:
    """Give a window in which a program stands where its robot turns."""
    with opened_window((1280, 800)) as (window, folder):
        side = part_of(window, DebugSide)
        file = folder / "walker.py"
        file.write_text(text, encoding="utf-8")
        line = 1 + text.splitlines().index("                self.turn(near)")
        window.openers.open(file)
        window.programs.line_wanted.emit(file, line)
        window.programs.toggle_breakpoint(file, line)
        window.action_set["run"].trigger()
        wait_until(lambda: side.session.stop is not None)
        yield window, side, file
        window.action_set["stop"].trigger()
        wait_until(lambda: side.session.stop is None)

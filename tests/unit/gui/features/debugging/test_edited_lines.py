"""A run goes on with the program that it has loaded; the person sees the edited one."""

from __future__ import annotations

import pytest

from wsusim.control.debugging.breakpoints import Breakpoint
from wsusim.control.debugging.stop_lines import Place
from wsusim.gui.features.debugging.edited_lines import EditedLines, as_loaded

LOADED = "a = 1\nb = 2\nc = 3\nd = 4\n"


@pytest.mark.parametrize(
    ("now", "where"),
    [
        (LOADED, [1, 2, 3, 4]),
        ("# new\n" + LOADED, [2, 3, 4, 5]),
        (LOADED.replace("b = 2\n", ""), [1, 2, 2, 3]),
        (LOADED.replace("b = 2", "b = 7"), [1, 2, 3, 4]),
        (LOADED.replace("b = 2", "b = 7\nb += 1"), [1, 2, 4, 5]),
    ],
)
def test_a_line_of_the_run_is_found_on_the_screen(now: str, where: list[int]) -> None:
    """Where it has moved to; instead of one that is gone, the line that follows it."""
    lines = EditedLines(LOADED, now)
    assert [lines.now_at(line) for line in (1, 2, 3, 4)] == where


def test_a_line_of_the_screen_is_found_in_the_run() -> None:
    """A new one is nowhere in it."""
    lines = EditedLines(LOADED, LOADED.replace("b = 2", "b = 7\nnew = 1"))
    assert [lines.was_at(line) for line in (1, 2, 3, 4, 5)] == [1, 2, None, 3, 4]


def test_a_breakpoint_is_set_where_its_line_is_in_the_run() -> None:
    """With its condition; in a new line there is none."""
    lines = EditedLines(LOADED, "new = 1\n" + LOADED)
    moved = as_loaded(Breakpoint(Place("f.py", 4), "c > 1"), lines)
    assert moved == Breakpoint(Place("f.py", 3), "c > 1")
    assert as_loaded(Breakpoint(Place("f.py", 1)), lines) is None

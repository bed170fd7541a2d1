"""Lines of a program that was edited after it was loaded: where each is now, and where it was then.

A run goes on with the program that it has loaded. Its lines are counted there; what a person sees
and marks is counted on the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache

from wsusim.control.debugging.breakpoints import Breakpoint
from wsusim.control.debugging.debugger import StackFrame
from wsusim.control.debugging.stop_lines import Place, nearest_line, spans_of


class EditedLines:
    """Translates between two versions of a program; lines count from 1."""

    def __init__(self, loaded: str, now: str) -> None:
        self.loaded = loaded
        self._is_edited = loaded.splitlines() != now.splitlines()
        self._pieces = _pieces(loaded, now) if self._is_edited else ()

    @property
    def is_edited(self) -> bool:
        """Whether they differ."""
        return self._is_edited

    def now_at(self, line: int) -> int:
        """Return where a line of the loaded program is now; for a removed one, what follows it."""
        for then, now in self._pieces:
            if line in then:
                offset = line - then.start
                return now.start + min(offset, max(0, len(now) - 1))
        return line

    def was_at(self, line: int) -> int | None:
        """Return where a line of the screen was in the loaded program; ``None``: nowhere."""
        for then, now in self._pieces:
            if line in now:
                offset = line - now.start
                return then.start + offset if offset < len(then) else None
        return line


@lru_cache(8)
def lines_between(loaded: str, now: str) -> EditedLines:
    """Return the translation between two versions of a program."""
    return EditedLines(loaded, now)


def as_loaded(breakpoint_: Breakpoint, lines: EditedLines) -> Breakpoint | None:
    """Return a breakpoint of the screen in the loaded program; ``None``: its line is new."""
    if not lines.is_edited:
        return breakpoint_
    there = lines.was_at(breakpoint_.place.line)
    if there is None:
        return None
    line = nearest_line(spans_of(lines.loaded), there)
    if line is None:
        return None
    return replace(breakpoint_, place=Place(breakpoint_.place.file, line))


def on_screen(frame: StackFrame, lines: EditedLines) -> StackFrame:
    """Return a stack frame with its line number on the screen."""
    return replace(frame, line=lines.now_at(frame.line))


def _pieces(loaded: str, now: str) -> Sequence[tuple[range, range]]:
    matcher = SequenceMatcher(None, loaded.splitlines(), now.splitlines(), autojunk=False)
    return [
        (range(a + 1, a_end + 1), range(b + 1, b_end + 1))
        for _, a, a_end, b, b_end in matcher.get_opcodes()
    ]

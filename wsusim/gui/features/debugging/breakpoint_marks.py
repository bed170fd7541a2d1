"""The breakpoints on the screen: where they are, when they count, what they mean for a run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from wsusim.control.debugging.breakpoints import Breakpoint
from wsusim.control.debugging.stop_lines import nearest_line, spans_of
from wsusim.gui.features.debugging.condition_dialog import ask_condition
from wsusim.gui.features.debugging.session import breakpoints_of
from wsusim.gui.shell.shell import Side

ABOUT_DEBUGGING = "debugging"


class BreakpointMarks(Side):
    """What a debugger makes of the marks beside lines."""

    @property
    def breakpoints(self) -> dict[Path, tuple[Breakpoint, ...]]:
        """The active breakpoints, at the statements that they mean."""
        programs = self._shell.programs
        return {
            path: breakpoints_of(
                path,
                [(mark.line, mark.condition) for mark in marks if mark.is_on],
                programs.text_of(path),
            )
            for path, marks in programs.breakpoints.items()
        }

    def put_at_statement(self, path: Path, line: int) -> None:
        """Move a new breakpoint to the statement that it means."""
        programs = self._shell.programs
        marks = {mark.line: mark for mark in programs.breakpoints_in(path)}
        mark = marks.pop(line, None)
        spans = spans_of(programs.text_of(path) or "")
        there = nearest_line(spans, line)
        if mark is None or not spans or there == line:
            return
        if there is not None:
            marks.setdefault(there, replace(mark, line=there))
        else:
            self._shell.tell(
                self.tr("Below line {line} there is no statement to stop at.").format(line=line),
                about=ABOUT_DEBUGGING,
            )
        programs.set_breakpoints(path, [marks[one] for one in sorted(marks)])

    def ask_condition(self, path: Path, line: int, warn: Callable[[str], object]) -> None:
        """Ask when the breakpoint at a line stops."""
        ask_condition(self._shell.frame, self._shell.programs, path, line, warn)

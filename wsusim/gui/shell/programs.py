"""The programs that are open, their breakpoints, and the lines that are pointed out in them.

The port between the editor of programs and the debugger. The editor opens texts here and draws what
is marked; the debugger reads the breakpoints and points out where it has stopped. Lines count from
1. Paths are absolute; others are made so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout


class LineKind(Enum):
    """Why a line is pointed out."""

    STOPPED = "stopped"
    """The program stands here, before this line."""
    CALLER = "caller"
    """From here the function was called in which the program stands."""
    FOUND = "found"
    """A person asked for it: where a variable got its value, where a search ended."""


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """A mark at a line."""

    line: int
    condition: str = ""
    """The program stops when this is true; empty: always."""
    is_on: bool = True


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong at a line: found while typing, or in a run."""

    line: int
    text: str
    """What is wrong and what to do, for people."""
    is_error: bool = True
    """Whether it can't work; else it is only unwise."""


ValueOf = Callable[[Path, int, str], str | None]
"""Returns what a name or an expression at a line is worth now; ``None``: unknown."""

LineAction = Callable[[Path, int], object]


class Programs(QObject):
    """What is open, marked and pointed out, without any widget."""

    opened = Signal(object)
    """A ``Path``; its text can be asked for from now on."""

    loaded = Signal(object)
    """The program at this ``Path`` was chosen to drive a robot."""

    outside_wanted = Signal(object, int)
    """Asks to open this ``Path`` at a line in an editor with a window of its own."""

    closed = Signal(object)
    """A ``Path``; what was in the text and not saved is gone."""

    edited = Signal(object)
    """The text at this ``Path`` was changed on the screen."""

    saved = Signal(object)
    """The file at this ``Path`` now holds what is on the screen."""

    breakpoint_toggled = Signal(object, int)
    """The person has set or removed the breakpoint at this ``Path`` and line."""

    breakpoints_changed = Signal(object)
    """The breakpoints at this ``Path`` are others, or have moved with their lines."""

    line_wanted = Signal(object, int)
    """Asks to show this ``Path`` with this line in view, opening it if need be."""

    pointed = Signal(object)
    """Lines at this ``Path`` are pointed out, or no longer: see ``pointed_lines``."""

    faults_changed = Signal(object)
    """What went wrong in a run at this ``Path`` is told by ``faults``."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._texts: dict[Path, Callable[[], str]] = {}
        self._breakpoints: dict[Path, dict[int, Breakpoint]] = {}
        self._pointed: dict[LineKind, tuple[Path, int]] = {}
        self._faults: dict[Path, tuple[Fault, ...]] = {}
        self.has_editor = False
        """Whether a feature shows texts: then lines are opened here, unless the person prefers
        another editor."""
        self.has_watch = False
        """Whether a feature reports the outcome of each saving, so that others need not."""
        self.value_of: ValueOf | None = None
        """Asked when the mouse rests on a name; set by the feature that knows values."""
        self.line_actions: list[tuple[str, LineAction]] = []
        """What can be done with a line, in the margin's menu: (words, what)."""
        self.bar = QHBoxLayout()
        """A place above the text, for the buttons of the debugger."""

    # Texts

    def open(self, path: Path, text: Callable[[], str]) -> None:
        """Note that a program is open; ``text`` returns what is on the screen."""
        self._texts[path.absolute()] = text
        self.opened.emit(path.absolute())

    def close(self, path: Path) -> None:
        """Note that a program is no longer open; its breakpoints stay."""
        if self._texts.pop(path.absolute(), None) is not None:
            self.closed.emit(path.absolute())

    @property
    def paths(self) -> tuple[Path, ...]:
        """The programs that are open."""
        return tuple(self._texts)

    def text_of(self, path: Path) -> str | None:
        """Return the text on the screen; ``None`` when the program is not open."""
        text = self._texts.get(path.absolute())
        return None if text is None else text()

    # Breakpoints

    @property
    def breakpoints(self) -> Mapping[Path, tuple[Breakpoint, ...]]:
        """All breakpoints, those of each program by their lines."""
        return {path: self.breakpoints_in(path) for path in self._breakpoints}

    def breakpoints_in(self, path: Path) -> tuple[Breakpoint, ...]:
        """Return the breakpoints of a program by their lines."""
        found = self._breakpoints.get(path.absolute(), {})
        return tuple(found[line] for line in sorted(found))

    def toggle_breakpoint(self, path: Path, line: int) -> None:
        """Set a breakpoint, or remove it."""
        path = path.absolute()
        marks = self._breakpoints.setdefault(path, {})
        if marks.pop(line, None) is None:
            marks[line] = Breakpoint(line)
        self.breakpoint_toggled.emit(path, line)
        self._tell_breakpoints(path)

    def put_breakpoint(self, path: Path, breakpoint: Breakpoint) -> None:
        """Set a breakpoint, or change the one at its line."""
        self._breakpoints.setdefault(path.absolute(), {})[breakpoint.line] = breakpoint
        self._tell_breakpoints(path.absolute())

    def set_breakpoints(self, path: Path, breakpoints: Iterable[Breakpoint]) -> None:
        """Replace all breakpoints of a program."""
        self._breakpoints[path.absolute()] = {mark.line: mark for mark in breakpoints}
        self._tell_breakpoints(path.absolute())

    def clear_breakpoints(self) -> None:
        """Remove all breakpoints of all programs."""
        for path in tuple(self._breakpoints):
            self.set_breakpoints(path, ())

    def shift_lines(self, path: Path, after: int, by: int) -> None:
        """Move the marks after a line, as lines were inserted (``by`` > 0) or removed.

        Of breakpoints at removed lines, the last one is kept, at ``after``.
        """
        self._shift_pointed(path.absolute(), after, by)
        marks = self._breakpoints.get(path.absolute())
        if not marks or not by or max(marks) <= after:
            return
        moved: dict[int, Breakpoint] = {}
        for line in sorted(marks):
            there = line if line <= after else max(after, line + by)
            moved[there] = replace(marks[line], line=there)
        self._breakpoints[path.absolute()] = moved
        self._tell_breakpoints(path.absolute())

    def _shift_pointed(self, path: Path, after: int, by: int) -> None:
        """Keep pointing out the same lines."""
        moved = False
        for kind, (there, line) in tuple(self._pointed.items()):
            if there == path and line > after and by:
                self._pointed[kind] = there, max(after, line + by)
                moved = True
        if moved:
            self.pointed.emit(path)

    def _tell_breakpoints(self, path: Path) -> None:
        if not self._breakpoints.get(path):
            self._breakpoints.pop(path, None)
        self.breakpoints_changed.emit(path)

    # Lines that are pointed out

    def show_line(self, path: Path, line: int, kind: LineKind) -> None:
        """Point out a line and bring it into view; there is one line of each kind."""
        path = path.absolute()
        before = self._pointed.get(kind)
        self._pointed[kind] = (path, line)
        if before is not None and before[0] != path:
            self.pointed.emit(before[0])
        self.line_wanted.emit(path, line)
        self.pointed.emit(path)

    def hide_line(self, kind: LineKind) -> None:
        """Point out no line of this kind."""
        before = self._pointed.pop(kind, None)
        if before is not None:
            self.pointed.emit(before[0])

    def pointed_lines(self, path: Path) -> dict[int, LineKind]:
        """Return the lines of a program that are pointed out; the line of a stop has priority."""
        lines: dict[int, LineKind] = {}
        for kind in reversed(LineKind):
            there = self._pointed.get(kind)
            if there is not None and there[0] == path.absolute():
                lines[there[1]] = kind
        return lines

    # What went wrong in a run

    def faults(self, path: Path) -> tuple[Fault, ...]:
        """Return what went wrong in a run, until the program is changed or runs again."""
        return self._faults.get(path.absolute(), ())

    def add_fault(self, path: Path, fault: Fault) -> None:
        """Show what went wrong at a line."""
        path = path.absolute()
        self._faults[path] = (*self.faults(path), fault)
        self.faults_changed.emit(path)

    def forget_faults(self, path: Path | None = None) -> None:
        """Remove the faults of one program or of all."""
        paths = tuple(self._faults) if path is None else (path.absolute(),)
        for each in paths:
            if self._faults.pop(each, None) is not None:
                self.faults_changed.emit(each)

"""Turns an exception into what a beginner understands: their own lines, the message, a hint."""

from __future__ import annotations

import linecache
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from os import getcwd  # a program may replace os.getcwd
from pathlib import Path
from traceback import walk_tb
from types import FrameType, TracebackType

from wsusim.control.hints import hints_for
from wsusim.control.line_values import values_in_line
from wsusim.control.part import explained
from wsusim.control.value_text import exact_text, type_name
from wsusim.errors import ControllerStopped, WsusimError
from wsusim.shipped import shipped_folder

_PACKAGE = Path(__file__).resolve().parents[1]
_FRAMES_SHOWN = 8
_CHAIN_SHOWN = 3
_LONGEST_MESSAGE = 2000
_NOT_THE_STUDENTS = {"site-packages", "dist-packages"}


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of the student's own program on the way to the failure."""

    file: str
    line: int
    function: str
    text: str
    """The line itself, without indentation; empty when the file can't be read."""


@dataclass(frozen=True, slots=True)
class FailureReport:
    """A failure for people, and as plain values for a file or another process.

    Attributes:
        kind: Name of the exception's type.
        message: Type and message, or the message alone where it is wsusim's own.
        file: The student's file, if the failure can be traced to a line of it.
        line: Line in ``file``, from 1.
        frames: The student's lines, outermost first; the last one is ``file`` and ``line``.
        hints: What to do, one sentence or more each.
        earlier: The failure that was being handled when this one happened.
        values: Variables that are named in the last of ``frames``: (name, value as a short text).
    """

    kind: str
    message: str
    file: str | None
    line: int | None
    frames: tuple[Frame, ...] = ()
    hints: tuple[str, ...] = ()
    earlier: FailureReport | None = None
    values: tuple[tuple[str, str], ...] = ()

    @classmethod
    def at(cls, failure: BaseException, frames: tuple[Frame, ...]) -> FailureReport:
        """Return the report of a failure of which only the frames are known."""
        file, line = (frames[-1].file, frames[-1].line) if frames else (None, None)
        return cls(type_name(failure), message_of(failure), file, line, frames)

    @property
    def summary(self) -> str:
        """Everything in one line: where, and the message's first line."""
        first = self.message.splitlines()[0] if self.message else self.kind
        return f"{self._where()}{first}"

    def text(self) -> str:
        """Return some lines for a person; the last are the message and the hints."""
        lines = []
        if self.earlier is not None:
            is_close = bool(self.frames) and self.frames[0].function == "close"
            then = "Then its close() failed too:" if is_close else None
            lines += [self.earlier.text(), "", then or "While your program dealt with that:"]
        for frame in self.frames:
            lines.append(f"{shown_file(frame.file)}, line {frame.line}, in {frame.function}")
            if frame.text:
                lines.append(f"    {frame.text}")
        if self.values:
            lines.append(f"    where {self.values_text}")
        lines += self.message.splitlines() if self.frames else [f"{self._where()}{self.message}"]
        lines += [f"Hint: {hint}" for hint in self.hints]
        return "\n".join(lines)

    @property
    def values_text(self) -> str:
        """The values of the variables in its line: ``x = 3, y = 0``."""
        return ", ".join(f"{name} = {value}" for name, value in self.values)

    def _where(self) -> str:
        if self.file is None:
            return ""
        file = shown_file(self.file)
        return f"{file}, line {self.line}: " if self.line else f"{file}: "


def shown_file(file: str) -> str:
    """Return a file's name as short as a person in the working folder understands it."""
    folders = [shipped_folder("controllers").resolve()]
    with suppress(OSError):  # the working folder may have been removed
        folders.insert(0, Path(getcwd()))  # noqa: PTH109 - Path.cwd is the program's, too
    for folder in folders:
        if folder.parent != folder and Path(file).is_relative_to(folder):
            return str(Path(file).relative_to(folder))
    return file


def report_failure(failure: BaseException, folder: Path) -> FailureReport:
    """Return the report on a failure of the program in ``folder``; never raises."""
    return _report(failure, folder.resolve(), set())


def unasked_report(failure: BaseException, folder: Path, why: str) -> FailureReport:
    """Return the report on a failure without running a line of its own class.

    ``why`` says why its message can't be shown.
    """
    traceback = BaseException.__dict__["__traceback__"].__get__(failure)
    frames = _frames(traceback, folder.resolve())
    kind = type_name(failure)
    return FailureReport(
        kind=kind,
        message=f"{kind}: (its message can't be shown because {why})",
        file=frames[-1].file if frames else None,
        line=frames[-1].line if frames else None,
        frames=_shortened(frames),
    )


def _report(failure: BaseException, folder: Path, seen: set[int]) -> FailureReport:
    seen.add(id(failure))
    failure = explained(failure)
    leaves = _leaves(failure)
    shown = leaves[0]
    frames = _frames(failure.__traceback__, folder)
    if shown is not failure:
        frames = _frames(shown.__traceback__, folder) or frames
    if isinstance(shown, SyntaxError) and isinstance(shown.filename, str):
        file = exact_text(shown.filename)
        if _is_students(file, folder):
            line = shown.lineno if type(shown.lineno) is int else 1
            text = exact_text(shown.text).strip() if isinstance(shown.text, str) else ""
            frames = [*frames, Frame(file, line, "this line", text)]
    text, here = (frames[-1].text, Path(frames[-1].file).stem) if frames else ("", "")
    others = [name for name in _modules(folder) if name != here]
    hints = hints_for(shown, text, _last_names(shown, folder), others)
    if len(leaves) > 1:
        more = "; ".join(message_of(leaf) for leaf in leaves[1:4])
        hints.append(f"{len(leaves) - 1} more failed at the same time: {more}")
    cause = shown.__cause__ or (None if shown.__suppress_context__ else shown.__context__)
    if isinstance(cause, ControllerStopped) or id(cause) in seen or len(seen) >= _CHAIN_SHOWN:
        cause = None
    return FailureReport(
        kind=type_name(shown),
        message=message_of(shown),
        file=frames[-1].file if frames else None,
        line=frames[-1].line if frames else None,
        frames=_shortened(frames),
        hints=tuple(hints),
        earlier=None if cause is None else _report(cause, folder, seen),
        values=_values(shown, folder, frames),
    )


def message_of(failure: BaseException) -> str:
    """Return type and message; the message alone for wsusim's own errors."""
    kind = type_name(failure)
    if isinstance(failure, SystemExit):
        return f"The program ended itself with sys.exit({failure.code!r})."
    try:
        text = exact_text(failure.msg if isinstance(failure, SyntaxError) else str(failure))
    except BaseException:  # noqa: BLE001 - the student's own __str__ may raise anything
        text = "(its message can't be shown because its __str__ fails too)"
    if len(text) > _LONGEST_MESSAGE:
        text = text[:_LONGEST_MESSAGE] + "..."
    if isinstance(failure, WsusimError) and text:
        return text
    return f"{kind}: {text}" if text else kind


def _leaves(failure: BaseException) -> list[BaseException]:
    """Return the exceptions of a group, of its groups and so on; of another, itself."""
    leaves, waiting = [], [failure]
    while waiting:
        first = waiting.pop()
        if isinstance(first, BaseExceptionGroup):
            waiting.extend(reversed(first.exceptions))
        else:
            leaves.append(first)
    return leaves


def _frames(traceback: TracebackType | None, folder: Path) -> list[Frame]:
    """Return the frames that lie in the student's folder."""
    frames = []
    for frame, line in _steps(traceback, folder):
        file, function = exact_text(frame.f_code.co_filename), exact_text(frame.f_code.co_name)
        frames.append(Frame(file, line, function, _line(file, line)))
    return frames


def _line(file: str, line: int) -> str:
    """Return a line of a file, without indentation; empty when it can't be read."""
    try:
        return exact_text(linecache.getline(file, line)).strip()
    except Exception:  # noqa: BLE001 - a program may have put anything into its cache
        return ""


def _last_names(failure: BaseException, folder: Path) -> set[str]:
    """Return the names that were known in the student's last frame."""
    steps = _steps(failure.__traceback__, folder)
    return {*steps[-1][0].f_locals, *steps[-1][0].f_globals} if steps else set()


def _values(
    failure: BaseException, folder: Path, frames: Sequence[Frame]
) -> tuple[tuple[str, str], ...]:
    """Return the values of the variables in the line that raised it."""
    steps = _steps(failure.__traceback__, folder)
    if not steps or not frames or isinstance(failure, SyntaxError | NameError):
        return ()
    return values_in_line(frames[-1].text, steps[-1][0])


def _steps(traceback: TracebackType | None, folder: Path) -> list[tuple[FrameType, int]]:
    """Return frame and line of each of the student's own steps on the way to a failure."""
    return [
        (frame, line or 1)
        for frame, line in walk_tb(traceback)
        if _is_students(exact_text(frame.f_code.co_filename), folder)
    ]


def _modules(folder: Path) -> list[str]:
    """Return the names of the modules in the student's folder."""
    try:
        return [file.stem for file in folder.glob("*.py")]
    except OSError:
        return []


def _is_students(filename: str, folder: Path) -> bool:
    """Return whether a file belongs to the program: in its folder, no library, not wsusim."""
    if filename.startswith("<"):
        return False
    path = Path(filename)
    if not path.is_relative_to(folder):
        path = path.resolve()
    return (
        path.is_relative_to(folder)
        and not path.is_relative_to(_PACKAGE)
        and _NOT_THE_STUDENTS.isdisjoint(path.parts)
    )


def _shortened(frames: list[Frame]) -> tuple[Frame, ...]:
    """Return the outermost and the innermost frames of a long way."""
    if len(frames) <= _FRAMES_SHOWN:
        return tuple(frames)
    half = _FRAMES_SHOWN // 2
    return (*frames[:half], *frames[-half:])

"""Failures of controllers in a recording, in the form of a live run's panel."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from wsusim.control.report import FailureReport, Frame

_FRAME = re.compile(r"(?P<file>.+), line (?P<line>\d+), in (?P<function>.+)")
_THEN = re.compile(r"\n\n(?:While your program dealt with that:|Then its close\(\) failed too:)\n")
_INDENT = "    "
_HINT = "Hint: "
_VALUES = re.compile(r"\n    where (.+)")
_VALUE = re.compile(r"(?:^|, )([^\W\d][\w.]*) = ")


@dataclass(frozen=True, slots=True)
class RecordedError:
    """A failure, or a remark about the run, and when it happened.

    ``robot`` counts from 0; ``None``: it concerns the run as a whole.
    """

    tick: int
    robot: int | None
    report: FailureReport


def report_from(error: Mapping[str, Any]) -> FailureReport:
    """Return the report of a failure that was recorded, with the lines that led to it."""
    *earlier, last = _THEN.split(str(error.get("text", "")))
    before: FailureReport | None = None
    for text in earlier:
        frames, message = _parts(text)
        before = _report(message, frames, (), before)
    frames, _ = _parts(last)
    message = str(error["message"])
    hints = tuple(map(str, error.get("hints", ())))
    file, line = error.get("file"), error.get("line")
    return replace(
        _report(message, frames, hints, before),
        file=None if file is None else str(file),
        line=None if line is None else int(line),
        values=_values(last),
    )


def _values(text: str) -> tuple[tuple[str, str], ...]:
    """Return the values of variables that a failure's text names."""
    found = _VALUES.search(text)
    if found is None:
        return ()
    _, *parts = _VALUE.split(found[1])
    return tuple(zip(parts[::2], parts[1::2], strict=True))


def _report(
    message: str,
    frames: tuple[Frame, ...],
    hints: tuple[str, ...],
    earlier: FailureReport | None,
) -> FailureReport:
    last = frames[-1] if frames else None
    return FailureReport(
        kind=message.partition(":")[0],
        message=message,
        file=None if last is None else last.file,
        line=None if last is None else last.line,
        frames=frames,
        hints=hints,
        earlier=earlier,
    )


def _parts(text: str) -> tuple[tuple[Frame, ...], str]:
    """Return the lines of the program that a text names, and the rest of the text."""
    frames: list[Frame] = []
    message: list[str] = []
    lines = text.split("\n")
    for number, line in enumerate(lines):
        found = _FRAME.fullmatch(line)
        if found is not None and not message:
            following = lines[number + 1] if number + 1 < len(lines) else ""
            source = following.removeprefix(_INDENT) if following.startswith(_INDENT) else ""
            frames.append(Frame(found["file"], int(found["line"]), found["function"], source))
        elif not line.startswith((_INDENT, _HINT)):
            message.append(line)
    return tuple(frames), "\n".join(message)

"""Checks what a controller's process reports beside its link.

The process runs a student's program, so it may report anything, and as much as it likes. What comes
out of here fits into a recording, a terminal and a lab's store.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from wsusim.control.allowance import Allowance
from wsusim.control.report import FailureReport, Frame
from wsusim.errors import BadInput, ControllerLoadError
from wsusim.hosting.standard_files import LONGEST_LINE
from wsusim.model.text import whole_text
from wsusim.model.units import TICKS_PER_SECOND

MOST_ASIDES = 20
"""Remarks on what a controller does; ours make one or two in a run."""

_LONGEST_TEXT = 2500
"""Of a message or a hint; ``control.report`` shortens at 2,000."""

_MOST_FRAMES = 8
_MOST_EARLIER = 3
_LAST_LINE = 10**7

NO_REASON = (
    "The controller could not be loaded, and its process gave no reason. Look for code that writes "
    "to files it did not open itself, or that changes wsusim."
)

_WRONG = (KeyError, ValueError, TypeError, OverflowError)
"""Raised by a message that no process of ours sends; its content is of no use."""


class UntrustedReports:
    """Checks the reports of one process.

    Args:
        now: Returns the robot's tick.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._allowance = Allowance(times=2)  # the process has counted already; this is no contest
        self._second = 0
        self._asides = 0

    def printed(self, message: Mapping[str, Any]) -> tuple[int, str] | None:
        """Return a tick and what was printed then; ``None``: nothing, or more than is allowed."""
        try:
            tick, text = self._moment(message), whole_text(str(message["text"])[: LONGEST_LINE + 1])
        except _WRONG:
            return None
        if tick // TICKS_PER_SECOND > self._second:
            self._second = tick // TICKS_PER_SECOND
            self._allowance.begin()
        return (tick, text) if self._allowance.take(text) else None

    def aside(self, message: Mapping[str, Any]) -> tuple[int, str] | None:
        """Return a tick and a remark on what the controller does."""
        try:
            said = self._moment(message), _text(message["text"])
        except _WRONG:
            return None
        self._asides += 1
        return said if self._asides <= MOST_ASIDES else None

    def _moment(self, message: Mapping[str, Any]) -> int:
        return max(0, min(int(message["tick"]), self._now()))


def load_error(message: Mapping[str, Any]) -> ControllerLoadError:
    """Return why a controller can't be loaded."""
    file, line = message.get("file"), message.get("line")
    return ControllerLoadError(
        _text(message.get("message", "")).strip() or NO_REASON,
        None if file is None else _text(file),
        _line(line),
    )


def refusal(message: Mapping[str, Any]) -> BadInput:
    """Return what the computer has refused to a controller's process, so that none was loaded."""
    return BadInput(_text(message.get("message", "")).strip() or NO_REASON)


def believable(report: FailureReport | None, depth: int = _MOST_EARLIER) -> FailureReport | None:
    """Return a report of a size that people can read."""
    if report is None or depth == 0:
        return None
    return replace(
        report,
        kind=_text(report.kind),
        message=_text(report.message),
        file=None if report.file is None else _text(report.file),
        line=_line(report.line),
        frames=tuple(
            Frame(
                _text(frame.file), _line(frame.line) or 1, _text(frame.function), _text(frame.text)
            )
            for frame in report.frames[:_MOST_FRAMES]
        ),
        hints=tuple(map(_text, report.hints[:_MOST_FRAMES])),
        earlier=believable(report.earlier, depth - 1),
    )


def _text(value: object) -> str:
    """Return text that every file and database accepts, without zeros and lone surrogates."""
    return whole_text(str(value)[:_LONGEST_TEXT]).replace("\0", "\\0")


def _line(value: object) -> int | None:
    return value if isinstance(value, int) and 0 < value < _LAST_LINE else None

"""What a replayed program is watched for on its way to a moment.

Two things: the lines that it executes near the moment, for stepping back; and the last line that
changed a variable.
"""

from __future__ import annotations

from collections import deque
from types import FrameType
from typing import Any

from wsusim.control.debugging.looks import Child, attributes_of, children, fingerprint, shown
from wsusim.control.debugging.moment import Moment, at_line
from wsusim.control.debugging.stop_lines import Place

MOST_LINES = 20_000
"""Of the way that are kept; a person steps back one by one."""

NO_VALUE = "no value"
"""Of a variable before its first."""

_NOTHING = object()


class Tracks:
    """Watches one way to a moment.

    Args:
        watch: The variable to watch, as a program writes it (``self.turns``, ``count``), with the
            function and file that it is a local variable of: ``name``, ``function``, ``file``.
        trail_from: Keep the lines from the end of this wait on; ``None``: keep none.
    """

    def __init__(self, watch: dict[str, Any] | None, trail_from: int | None) -> None:
        self._watch = watch
        self._trail: deque[tuple[int, int, str, int, int]] = deque(maxlen=MOST_LINES)
        self._has_trail = trail_from is not None
        self._wait = 0
        self.count = 0
        """Lines since the wait, as far as they were taken note of."""
        self._before: dict[str, Any] | None = None
        self._value: Any = _NOTHING
        self._print: object = _NOTHING
        self._change: dict[str, Any] | None = None
        self._changes = 0
        self.first_wait: int | None = 0 if watch is not None else trail_from
        """Every line counts from the end of this wait on; ``None``: only near the moment."""

    def take(self, wait: int, place: Place, frame: FrameType, controller: object) -> None:
        """Note a line that is about to be executed."""
        if wait != self._wait:
            self._wait, self.count = wait, 0
        self.count += 1
        if self._has_trail:
            self._trail.append((wait, self.count, place.file, place.line, depth_of(frame)))
        if self._watch is not None:
            self._look(frame, controller)
            self._before = {
                "moment": at_line(wait, self.count).to_json(),
                "file": place.file,
                "line": place.line,
                "function": frame.f_code.co_name,
            }

    def told(self, last_breakpoint: Moment | None = None) -> dict[str, Any]:
        """Return what was found, as plain values."""
        return {
            "breakpoint": None if last_breakpoint is None else last_breakpoint.to_json(),
            "trail": [list(entry) for entry in self._trail],
            "change": self._change,
            "changes": self._changes,
        }

    def _look(self, frame: FrameType, controller: object) -> None:
        assert self._watch is not None
        value = _value_of(self._watch, frame, controller)
        if value is _UNKNOWN:
            return
        mark = _NOTHING if value is _NOTHING else fingerprint(value)
        if mark != self._print and self._before is not None:
            self._changes += 1
            old = NO_VALUE if self._value is _NOTHING else self._value
            new = NO_VALUE if value is _NOTHING else shown(value)
            self._change = {**self._before, "old": old, "new": new}
        if mark != self._print:
            self._print = mark
            self._value = _NOTHING if value is _NOTHING else shown(value)


_UNKNOWN = object()


def _value_of(watch: dict[str, Any], frame: FrameType, controller: object) -> Any:
    """Return the current value, ``_NOTHING`` if there is none, ``_UNKNOWN`` if it can't be seen."""
    first, *rest = parts_of(watch["name"])
    if first == "self" and rest:
        value: Any = controller
        if controller is None:
            value = frame.f_locals.get("self", _UNKNOWN)
    elif frame.f_code.co_name == watch.get("function") and frame.f_code.co_filename == watch.get(
        "file"
    ):
        value = frame.f_locals.get(first, frame.f_globals.get(first, _NOTHING))
    else:
        return _UNKNOWN
    for part in rest:
        if value is _NOTHING or value is _UNKNOWN:
            break
        value = _part_of(value, part)
    return value


def _part_of(value: Any, part: str) -> Any:
    if part.startswith("."):
        found = attributes_of(value)
        if part[1:] in found:
            return found[part[1:]]
        # A class's own value, before the object has one.
        for base in type.__dict__["__mro__"].__get__(type(value)):
            names = type.__dict__["__dict__"].__get__(base)
            if part[1:] in names:
                return names[part[1:]]
        return _NOTHING
    for child in children(value):
        if isinstance(child, Child) and child.path == part:
            return child.value
    return _NOTHING


def parts_of(name: str) -> list[str]:
    """Return the parts of an expression for a variable.

    Example:
        >>> parts_of("self.walls[2].x")
        ['self', '.walls', '[2]', '.x']
    """
    parts = [""]
    for character in name.strip():
        is_first = character in ".[" and not parts[-1].startswith("[")
        if is_first or parts[-1].endswith("]"):
            parts.append("")
        parts[-1] += character
    return parts


def depth_of(frame: FrameType | None) -> int:
    """Return how many functions are being executed, including this one."""
    depth = 0
    while frame is not None:
        depth += 1
        frame = frame.f_back
    return depth

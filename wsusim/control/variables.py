"""Samples a program's variables at each wait, without running a line of its code.

These are ``self`` and the variables of the functions that the program is in. Numbers, texts and
truth values are kept as they are, all else as a short text (``value_text``). Only changes are sent.
Nothing here takes the robot's time, calls a student's ``repr`` or property, or keeps an object of
the student's longer than the sample takes, except for numbers.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable
from inspect import CO_NEWLOCALS, CO_OPTIMIZED
from itertools import islice
from math import isfinite
from types import CodeType, FrameType
from typing import Any

from wsusim.control.value_text import value_text
from wsusim.model.commands import Value, Variables

MOST_NAMES = 200
"""Variables that are looked at in a wait; of more it is told how many were left out."""

MOST_FRAMES = 4
"""Functions whose variables are looked at, the innermost first."""

LONGEST_NAME = 60
LONGEST_STRING = 100
LARGEST_INT = 2**53
"""A larger whole number is no number of JSON's any more."""

SELF = "self"

_NOTHING: Any = object()
_USE_LOCALS = frozenset(("locals", "vars", "eval", "exec", "dir"))
"""Functions that call these may hold the very dictionary that a look would change (Python 3.11 and
3.12): their variables are left alone."""

_HAS_PROXIES = sys.version_info >= (3, 13)

Send = Callable[[Variables], object]


class VariableSampler:
    """Samples the variables of one controller; call ``sample`` in its thread, at each wait.

    Args:
        controller: The student's object.
        send: Called with what has changed.
        is_students: Returns whether a file is the student's.
    """

    def __init__(self, controller: object, send: Send, is_students: Callable[[str], bool]) -> None:
        self._fields: dict[str, Any] = object.__getattribute__(controller, "__dict__")
        self._send = send
        self._is_students = is_students
        self._hidden = frozenset((*vars(threading.Thread()), "run"))
        self._known: dict[str, dict[str, Any]] = {}
        self._left_out = 0
        self._is_broken = False
        self._codes: dict[CodeType, str] = {}
        """The function's name for code whose variables are looked at, else an empty text."""
        self._changes: list[tuple[str, Value]] = []

    def sample(self) -> None:
        """Sample, and send what has changed since the last time.

        A failure here must not concern the program: it ends the sampling.
        """
        if self._is_broken:
            return
        try:
            self._sample()
        except Exception:  # noqa: BLE001 - out of memory, most likely: the program goes on
            self._is_broken = True

    def _sample(self) -> None:
        room = MOST_NAMES
        seen = {SELF}
        try:
            left = self._look(SELF, self._fields.items(), room, len(self._fields))
        except RuntimeError:  # another thread of the student's is adding to it
            return
        room = max(0, room - len(self._fields))
        for function, frame in self._frames():
            names = frame.f_locals
            try:
                left += self._look(function, names.items(), room, len(names))
                room = max(0, room - len(names))
            finally:
                if not _HAS_PROXIES:
                    # A copy that Python would keep with the function: its objects would live on.
                    names.clear()
            seen.add(function)
        for gone in [function for function in self._known if function not in seen]:
            self._changes += [(f"{gone}.{name}", None) for name in self._known.pop(gone)]
        if self._changes or left != self._left_out:
            self._left_out = left
            changes, self._changes = tuple(self._changes[: 2 * MOST_NAMES]), []
            self._send(Variables(changes, left))

    def _frames(self) -> list[tuple[str, FrameType]]:
        """Return the student's functions that the thread is in, the innermost first."""
        found: list[tuple[str, FrameType]] = []
        frame: FrameType | None = sys._getframe(3)
        while frame is not None and len(found) < MOST_FRAMES:
            function = self._codes.get(frame.f_code)
            if function is None:
                function = self._codes[frame.f_code] = self._function_of(frame.f_code)
            if function and all(function != other for other, _ in found):
                found.append((function, frame))
            frame = frame.f_back
        return found

    def _function_of(self, code: CodeType) -> str:
        is_function = code.co_flags & CO_OPTIMIZED and code.co_flags & CO_NEWLOCALS
        if not is_function or code.co_name.startswith("<"):
            return ""
        if not _HAS_PROXIES and not _USE_LOCALS.isdisjoint(code.co_names):
            return ""
        return code.co_name[:LONGEST_NAME] if self._is_students(code.co_filename) else ""

    def _look(self, function: str, names: Iterable[tuple[str, Any]], room: int, count: int) -> int:
        """Compare with the last sample; return how many names were left out."""
        known = self._known.setdefault(function, {})
        is_self = function == SELF
        looked = 0
        for name, value in islice(names, room):
            if is_self:
                if name in self._hidden or name.startswith("_Controller__"):
                    continue
            elif name == SELF:
                continue
            looked += 1
            kind: Any = type(value)
            before = known.get(name, _NOTHING)
            if kind is float or kind is int or kind is bool or kind is str:
                if before is value:
                    continue
                new = _plain(value)
            else:
                new = value_text(value)
            if type(new) is type(before) and new == before:
                continue
            known[name] = new
            self._changes.append((f"{function}.{name[:LONGEST_NAME]}", new))
        if looked != len(known):
            self._forget(function, known, names)
        return max(0, count - room)

    def _forget(self, function: str, known: dict[str, Any], names: Any) -> None:
        """Send which variables have gone."""
        there = {name for name, _ in names}
        for name in [name for name in known if name not in there]:
            del known[name]
            self._changes.append((f"{function}.{name[:LONGEST_NAME]}", None))


def _plain(value: float | int | bool | str) -> Value:
    """Return a value in the form in which it is sent: numbers as they are, texts quoted."""
    if isinstance(value, str):
        shown = repr(value[:LONGEST_STRING])
        return shown if len(value) <= LONGEST_STRING else f"{shown}..."
    if isinstance(value, float):
        return value if isfinite(value) else repr(value)
    return value if -LARGEST_INT <= value <= LARGEST_INT else value_text(value)

"""Breakpoints and other conditions, evaluated in the program at its current line."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from types import CodeType, FrameType
from typing import Any

from wsusim.control.debugging.breakpoints import Breakpoint, Why
from wsusim.control.debugging.stop_lines import Place

_LONGEST_MESSAGE = 500


class Conditions:
    """Decides whether a program stops at a line.

    Args:
        nothing_counts: Returns a block in which readings and lines don't count.
    """

    def __init__(self, nothing_counts: Callable[[], AbstractContextManager[None]]) -> None:
        self.breakpoints: dict[Place, Breakpoint] = {}
        self.trouble = ""
        """Why the last condition could not be worked out."""
        self._nothing_counts = nothing_counts
        self._compiled: dict[str, CodeType] = {}

    def take(self, values: list[dict[str, Any]]) -> None:
        """Replace all breakpoints."""
        found = [
            Breakpoint(Place(str(one["file"]), int(one["line"])), str(one.get("condition", "")))
            for one in values
        ]
        self.breakpoints = {one.place: one for one in found}

    def why(self, place: Place, frame: FrameType) -> Why | None:
        """Return why a program stops at a line with a breakpoint; ``None``: it doesn't."""
        condition = self.breakpoints[place].condition
        if not condition:
            return Why.BREAKPOINT
        try:
            code = self._compiled.get(condition)
            if code is None:
                code = self._compiled[condition] = compile(condition, "<condition>", "eval")
            return Why.BREAKPOINT if self._value(code, frame) else None
        except Exception as failure:  # noqa: BLE001 - a person's expression may raise anything
            self.trouble = f"{type(failure).__name__}: {failure}"[:_LONGEST_MESSAGE]
            return Why.CONDITION_FAILS

    def is_true(self, code: CodeType, frame: FrameType) -> bool:
        """Return whether an expression is true here; false where it can't be evaluated."""
        try:
            return self._value(code, frame)
        except Exception:  # noqa: BLE001 - a variable that is not there yet, for example
            return False

    def _value(self, code: CodeType, frame: FrameType) -> bool:
        with self._nothing_counts():
            return bool(eval(code, frame.f_globals, frame.f_locals))

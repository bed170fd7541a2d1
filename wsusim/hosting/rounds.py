"""Counts a program's rounds through its loops and functions, the same on every computer.

Whether a program is too slow must not depend on the computer that it runs on. So each round of its
loops and each call of its functions is counted, by a call into C that is put into its syntax tree:
20 to 50 ns. Line numbers don't change, nor do the program's own names, as with the debugger's
``stop_lines``. What takes long without a round (one call into a package, a comprehension) is left
to the clock, which is the last resort.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, repeat
from operator import length_hint
from typing import Any

NAME = "__wsusim_round__"
"""Among the built-in functions that a program sees; no program has such a name itself."""

BETWEEN_PER_S = 2_500_000
"""Rounds between two exchanges with the robot that stand for a second of patience (guess: a round
of a real program takes some 0.4 microseconds)."""

IN_ALL_PER_S = 5_000_000
"""Rounds of a whole run that stand for a second of computing time: most programs that compute a
lot do so in short rounds (guess)."""

Count = Callable[[], object]

_Loop = ast.For | ast.AsyncFor | ast.While
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class MostRounds:
    """How many rounds a program may make.

    Attributes:
        between: From one exchange with its robot to the next.
        in_all: In the whole run.
        loading: While it is loaded.
    """

    between: int
    in_all: int
    loading: int

    @classmethod
    def of(
        cls, patience_s: float | None, compute_s: float, load_patience_s: float | None
    ) -> MostRounds:
        """Return the limits that correspond to patience, computing time and loading, in seconds."""
        in_all = round(compute_s * IN_ALL_PER_S)
        between = in_all if patience_s is None else round(patience_s * BETWEEN_PER_S)
        patient_s = compute_s if load_patience_s is None else load_patience_s
        return cls(between, in_all, round(patient_s * BETWEEN_PER_S))


class Rounds:
    """Counts one program's rounds; fulfils ``neighbours.LoadHooks``.

    Args:
        most: How many there may be.
        on_over: Called in the program's thread, at the line of the first round too many, with
            whether it is too many in all.
    """

    def __init__(self, most: MostRounds, on_over: Callable[[bool], object]) -> None:
        self._most = most
        self._on_over = on_over
        self._seen: dict[str, Any] = {}
        self._left = most.in_all
        self._span = 0
        self._counting: repeat[None] | None = None

    # While files are loaded

    @property
    def lines(self) -> Rounds:
        """Return the code that is put into syntax trees."""
        return self

    def put_into(self, tree: ast.Module, file: str) -> ast.Module:
        """Return a file's syntax tree that counts. Mutates ``tree``."""
        for node in ast.walk(tree):
            if isinstance(node, _Loop | _Function):
                place = _after_docstring(node)
                call = ast.Expr(ast.Call(ast.Name(NAME, ast.Load()), [], []))
                _put_at(node.body[min(place, len(node.body) - 1)], call)
                node.body.insert(place, call)
        return tree

    def text_of(self, file: str) -> str | None:
        """Leave every file as it is."""
        return None

    def note(self, file: str, text: str) -> None:
        """Ignore the text of a file."""

    def appear_in(self, builtins: dict[str, Any]) -> None:
        """Put the name into the program's builtins; loading is counted separately."""
        self._seen = builtins
        self._seen[NAME] = chain(repeat(None, self._most.loading), _Over(self._on_over)).__next__

    def switch(self) -> None:
        """Do nothing: all loaded code counts."""

    # While it drives

    @property
    def left(self) -> int:
        """How many rounds are left in all."""
        done = 0 if self._counting is None else self._span - length_hint(self._counting)
        return self._left - done

    def begin_anew(self) -> None:
        """Start the count again: the program begins to drive, or has called its robot."""
        self._left = self.left
        self._span = min(self._most.between, self._left)
        counting = self._counting = repeat(None, self._span)
        is_in_all = self._left <= self._most.between
        self._seen[NAME] = chain(counting, _Over(self._on_over, is_in_all=is_in_all)).__next__


class _Over:
    """Takes the place of the counter after the last round."""

    def __init__(self, on_over: Callable[[bool], object], *, is_in_all: bool = False) -> None:
        self._on_over = on_over
        self._is_in_all = is_in_all

    def __iter__(self) -> _Over:
        return self

    def __next__(self) -> None:
        self._on_over(self._is_in_all)


def _after_docstring(node: _Loop | _Function) -> int:
    """Return where a body's first statement is."""
    if isinstance(node, _Function) and ast.get_docstring(node, clean=False) is not None:
        return 1
    return 0


def _put_at(place: ast.stmt, node: ast.stmt) -> None:
    """Give a statement, and all within it, the place of another."""
    for part in ast.walk(node):
        if isinstance(part, ast.expr | ast.stmt):
            part.lineno = part.end_lineno = place.lineno
            part.col_offset = part.end_col_offset = place.col_offset

"""Lines of a student's program at which it can be made to stop, at next to no cost.

Before each statement a check is put into the program's syntax tree: *is this line on?* As long as
nothing is on, that is one look at a name and a jump not taken, some nanoseconds; a trace function
would cost a call for each line, and one for each of wsusim's own. Line numbers don't change. The
check's name is among the built-in functions that only this program sees, so the program's own names
don't change, either.

Which lines: each statement's first, but neither ``def`` nor ``class`` (who wants to stop "at" one
means its first line, when it is called), nor a docstring. The head of a ``for`` is checked before
each round, that of a ``while`` and an ``elif`` when it is evaluated, a lambda when it is called.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

NAME = "__wsusim_line_{file}_{line}__"
"""Among the built-in functions that a program sees; no program has such names itself."""

_OFF = False

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a program."""

    file: str
    """As Python knows it: an absolute path."""
    line: int
    """From 1."""


class StopLines:
    """All lines of one controller's files, off until they are switched on.

    Args:
        on_line: Called with the place, in the program's thread, when a line that is on is reached.
            Its caller is the program's own frame (``sys._getframe(1)``).
    """

    def __init__(self, on_line: Callable[[Place], object]) -> None:
        self._on_line = on_line
        self._files: dict[str, dict[int, str]] = {}
        self._seen: dict[str, Any] | None = None
        self._on: dict[Place, Callable[[], object]] = {}

    @property
    def files(self) -> tuple[str, ...]:
        """The files that have been loaded."""
        return tuple(self._files)

    def appear_in(self, builtins: dict[str, Any]) -> None:
        """Put the names into a program's builtins."""
        self._seen = builtins
        for file, names in self._files.items():
            self._show(file, names)

    def put_into(self, tree: ast.Module, file: str) -> ast.Module:
        """Return a file's syntax tree with the checks in it. Mutates ``tree``."""
        number = len(self._files)
        questions = _Questions(lambda line: NAME.format(file=number, line=line))
        questions.visit(tree)
        self._files[file] = questions.names
        self._show(file, questions.names)
        return ast.fix_missing_locations(tree)

    def lines_of(self, file: str) -> list[int]:
        """Return the lines at which a file can stop, in order."""
        return sorted(self._files.get(file, ()))

    def switch(self, places: Iterable[Place]) -> None:
        """Switch these lines on, and all others off; does nothing until a file is loaded."""
        if self._seen is None:
            return
        wanted = {place for place in places if place.line in self._files.get(place.file, ())}
        for place in self._on.keys() - wanted:
            self._seen[self._files[place.file][place.line]] = _OFF
            del self._on[place]
        for place in wanted - self._on.keys():
            call = self._on[place] = self._call_for(place)
            self._seen[self._files[place.file][place.line]] = call

    def switch_all_on(self) -> None:
        """Switch every line on."""
        files = tuple(self._files.items())  # another thread may load one meanwhile
        self.switch(Place(file, line) for file, lines in files for line in lines)

    def _call_for(self, place: Place) -> Callable[[], object]:
        on_line = self._on_line

        def ask() -> None:
            on_line(place)

        return ask

    def _show(self, file: str, names: dict[int, str]) -> None:
        if self._seen is not None:
            for line, name in names.items():
                is_on = self._on.get(Place(file, line), _OFF)
                self._seen.setdefault(name, is_on)


def spans_of(source: str | bytes) -> dict[int, int]:
    """Return the lines at which a program can stop, in order, each with its statement's last line.

    Empty if it isn't valid Python.
    """
    try:
        questions = _Questions(str)
        questions.visit(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    return dict(sorted(questions.spans.items()))


def nearest_line(spans: dict[int, int], line: int) -> int | None:
    """Return where a program with a breakpoint at ``line`` stops.

    That is the first line of the statement there, else of the next one; ``None``: no
    statement follows.

    Args:
        spans: What ``spans_of`` has returned.
        line: Where a person has put the breakpoint, from 1.
    """
    lines = list(spans)
    place = bisect_right(lines, line)
    if place and spans[lines[place - 1]] >= line:
        return lines[place - 1]
    return lines[place] if place < len(lines) else None


class _Questions:
    """Puts a check before each statement of a tree."""

    def __init__(self, name: Callable[[int], str]) -> None:
        self._name = name
        self.names: dict[int, str] = {}
        """The name that is asked for, by line."""
        self.spans: dict[int, int] = {}
        """The last line of the statement, or of its head, by the first one."""
        self._for_heads: list[int | None] = [None]
        """Lines of the loops around, innermost last; ``None``: a ``while``, or no loop."""

    def visit(self, node: ast.AST) -> None:
        """Go through a node, and put checks into its lists of statements. Mutates it."""
        for name, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                self._for_heads.append(self._head_around(node, name))
                value[:] = self._asked(node, name, value)
                self._for_heads.pop()
            elif isinstance(value, list):
                for part in value:
                    if isinstance(part, ast.AST):
                        self.visit(part)
            elif isinstance(value, ast.AST):
                self.visit(value)
        if isinstance(node, ast.Lambda):
            line = node.body.lineno
            self._note(line, node.body.end_lineno)
            node.body = self._asked_first(node.body, line)

    def _head_around(self, node: ast.AST, name: str) -> int | None:
        if isinstance(node, _Definition):
            return None
        if name == "body" and isinstance(node, ast.For | ast.AsyncFor | ast.While):
            return None if isinstance(node, ast.While) else node.lineno
        return self._for_heads[-1]

    def _asked(self, node: ast.AST, name: str, statements: list[ast.stmt]) -> list[ast.stmt]:
        asked: list[ast.stmt] = []
        is_elif = name == "orelse" and _is_elif(node, statements)
        for number, statement in enumerate(statements):
            line = statement.lineno
            if not _is_passed_over(statement, is_first=not number and _may_be_told(node)):
                self._note(line, _last_line(statement))
                is_asked_again = isinstance(statement, ast.While) and not isinstance(
                    statement.test, ast.Constant
                )
                if is_asked_again or is_elif:
                    assert isinstance(statement, ast.While | ast.If)
                    self.visit(statement)
                    statement.test = self._asked_first(statement.test, line)
                    asked.append(statement)
                    continue
                asked.append(self._question(line))
                head = self._for_heads[-1]
                if isinstance(statement, ast.Continue) and head is not None:
                    asked.append(self._question(head))
            self.visit(statement)
            asked.append(statement)
        if name == "body" and isinstance(node, ast.For | ast.AsyncFor):
            asked.append(self._question(node.lineno))
        return asked

    def _note(self, line: int, last_line: int | None) -> None:
        self.spans[line] = max(line, last_line or line, self.spans.get(line, 0))

    def _question(self, line: int) -> ast.stmt:
        name = self._named(line)
        call = ast.Expr(ast.Call(ast.Name(name, ast.Load()), [], []))
        question = ast.If(ast.Name(name, ast.Load()), [call], [])
        _put_at(line, question)
        return question

    def _asked_first(self, expression: ast.expr, line: int) -> ast.expr:
        """Return ``(name and name()) or expression``, whose first half is never true."""
        name = self._named(line)
        call = ast.Call(ast.Name(name, ast.Load()), [], [])
        question = ast.BoolOp(ast.And(), [ast.Name(name, ast.Load()), call])
        _put_at(line, question)
        asked = ast.BoolOp(ast.Or(), [question, expression])
        return ast.copy_location(asked, expression)

    def _named(self, line: int) -> str:
        return self.names.setdefault(line, self._name(line))


def _put_at(line: int, node: ast.AST) -> None:
    """Set the line of a node, and of all within it."""
    for part in ast.walk(node):
        if isinstance(part, ast.expr | ast.stmt):
            part.lineno = part.end_lineno = line
            part.col_offset = part.end_col_offset = 0


def _last_line(statement: ast.stmt) -> int | None:
    """Return the last line of a statement without what is indented under it."""
    if not hasattr(statement, "body") and not isinstance(statement, ast.Try | ast.Match):
        return statement.end_lineno
    parts = (value for _, value in ast.iter_fields(statement))
    return max((part.end_lineno or 0 for part in parts if isinstance(part, ast.expr)), default=None)


def _is_elif(node: ast.AST, statements: list[ast.stmt]) -> bool:
    return (
        isinstance(node, ast.If)
        and len(statements) == 1
        and isinstance(statements[0], ast.If)
        and statements[0].col_offset == node.col_offset
    )


def _may_be_told(node: ast.AST) -> bool:
    """Return whether a node may begin with a docstring."""
    return isinstance(node, ast.Module | _Definition)


def _is_passed_over(statement: ast.stmt, *, is_first: bool) -> bool:
    """Return whether a statement is skipped, as stopping at it makes no sense."""
    if isinstance(statement, _Definition | ast.Global | ast.Nonlocal):
        return True
    if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
        return True
    return (
        is_first
        and isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )

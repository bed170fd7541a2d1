"""Which parts of a line are keywords, strings, comments: by pygments, one line after the other.

What a line leaves open, such as a text in three quotes, is a number: the state in which the next
line begins. So an editor colours only the lines that have changed.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from pygments.lexer import ExtendedRegexLexer, LexerContext
from pygments.lexers.python import PythonLexer
from pygments.token import (
    Comment,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    String,
    Token,
    _TokenType,
)

FIRST_STATE = 0
"""In which the first line of a file begins."""

LONGEST_LINE = 2000
"""A longer line is not coloured: no person has written it."""


class Kind(Enum):
    """The kind of a piece of a line."""

    KEYWORD = "keyword"
    STRING = "string"
    COMMENT = "comment"
    NUMBER = "number"
    DEFINED = "defined"
    """The name of a class or function where it is made."""
    BUILT_IN = "built in"
    """A name that Python brings along, and ``self``."""
    DECORATOR = "decorator"


_KINDS: tuple[tuple[_TokenType, Kind], ...] = (
    (Comment, Kind.COMMENT),
    (String.Interpol, Kind.STRING),
    (String, Kind.STRING),
    (Number, Kind.NUMBER),
    (Literal, Kind.STRING),
    (Keyword, Kind.KEYWORD),
    (Operator.Word, Kind.KEYWORD),
    (Name.Class, Kind.DEFINED),
    (Name.Function, Kind.DEFINED),
    (Name.Decorator, Kind.DECORATOR),
    (Name.Builtin, Kind.BUILT_IN),
    (Name.Exception, Kind.BUILT_IN),
)

Piece = tuple[int, int, Kind]
"""(column, length, what it is)."""


class _Lines(ExtendedRegexLexer, PythonLexer):  # type: ignore[misc]
    """Python's lexer, which reports the state in which a line ends."""


class Colouring:
    """Colours lines; it remembers the states that it has met."""

    def __init__(self) -> None:
        self._lexer: Any = _Lines()
        self._stacks: list[tuple[str, ...]] = [("root",)]
        self._numbers: dict[tuple[str, ...], int] = {("root",): FIRST_STATE}
        self._kinds: dict[_TokenType, Kind | None] = {Token: None}

    def line(self, text: str, state: int) -> tuple[list[Piece], int]:
        """Return the pieces of a line that begins in a state, and the state at its end."""
        if len(text) > LONGEST_LINE:
            return [], state
        stack = self._stacks[state] if 0 <= state < len(self._stacks) else self._stacks[0]
        context = LexerContext(text + "\n", 0, list(stack))
        pieces: list[Piece] = []
        for column, token, value in self._lexer.get_tokens_unprocessed(context=context):
            kind = self._kind(token)
            length = len(value.rstrip("\n"))
            if kind is not None and length:
                pieces.append((column, length, kind))
        return pieces, self._number(tuple(context.stack))

    def _kind(self, token: _TokenType) -> Kind | None:
        if token not in self._kinds:
            found = (kind for family, kind in _KINDS if token in family)
            self._kinds[token] = next(found, None)
        return self._kinds[token]

    def _number(self, stack: tuple[str, ...]) -> int:
        if stack not in self._numbers:
            self._numbers[stack] = len(self._stacks)
            self._stacks.append(stack)
        return self._numbers[stack]

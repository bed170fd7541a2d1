"""Shows a value as a short text, without running a line of the student's code.

No ``repr`` of theirs is called. Only values of exactly one of Python's own types are looked into;
all others are shown by the name of their class.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable
from itertools import islice
from typing import Any

MOST_SHOWN = 6
"""Elements of a list that are shown."""

LONGEST = 120
"""Characters of the whole text."""

LONGEST_STRING = 60
MOST_BITS = 256
"""A larger whole number takes long to write, and no one reads it."""

_BRACKETS: dict[type, tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    set: ("{", "}"),
    frozenset: ("{", "}"),
    deque: ("deque([", "])"),
}


exact_text = str.__str__
"""Returns a text as Python's own kind of text. A student's own kind (``class Word(str)``) may have
methods that never end, or tell of what is not there: none of them is asked."""


def value_text(value: object, depth: int = 2) -> str:
    """Return a value as people read it, at most ``LONGEST`` characters.

    Example:
        >>> value_text([1, 2.5, "a", None]), value_text({"x": [1, 2]})
        ("[1, 2.5, 'a', None]", "{'x': [1, 2]}")
    """
    try:
        text = _text(value, depth)
    except (RuntimeError, RecursionError, MemoryError):  # changed by another thread meanwhile
        text = f"<{type_name(value)}>"
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def type_name(value: object) -> str:
    """Return the name of a value's class, even if the class tries to hide it."""
    return exact_text(type.__dict__["__name__"].__get__(type(value)))


def is_plain(value: object) -> bool:
    """Return whether a value is a number, a text, a truth value or nothing."""
    return type(value) in (int, float, bool, str, type(None))


def _text(value: Any, depth: int) -> str:
    kind = type(value)
    if kind is str:
        return repr(value if len(value) <= LONGEST_STRING else value[: LONGEST_STRING - 3] + "...")
    if kind is int and value.bit_length() > MOST_BITS:
        return f"<int of {value.bit_length()} bits>"
    if kind in (int, float, bool, complex, type(None)):
        return repr(value)
    if kind in (bytes, bytearray):
        return f"<{kind.__name__} of {len(value)}>"
    if kind in _BRACKETS:
        return _elements(value, *_BRACKETS[kind], depth)
    if kind is dict:
        return _entries(value, depth)
    if kind is range:
        return repr(value)
    array = _array_text(value)
    return f"<{type_name(value)}>" if array is None else array


def _elements(value: Any, opening: str, closing: str, depth: int) -> str:
    if not value:
        return f"{type_name(value)}()" if opening == "{" else f"{opening}{closing}"
    if depth <= 0:
        return f"{opening}...{closing}"
    shown = _shown((_text(one, depth - 1) for one in islice(value, MOST_SHOWN)), len(value))
    is_single = type(value) is tuple and len(value) == 1
    return f"{opening}{shown}{',' if is_single else ''}{closing}"


def _entries(value: dict[Any, Any], depth: int) -> str:
    if not value:
        return "{}"
    if depth <= 0:
        return "{...}"
    pairs = (
        f"{_text(key, 0)}: {_text(one, depth - 1)}"
        for key, one in islice(value.items(), MOST_SHOWN)
    )
    return f"{{{_shown(pairs, len(value))}}}"


def _shown(texts: Iterable[str], count: int) -> str:
    shown = ", ".join(texts)
    return f"{shown}, ... {count} in all" if count > MOST_SHOWN else shown


def _array_text(value: Any) -> str | None:
    """Return the text of a numpy array; ``None`` for anything else."""
    numpy = sys.modules.get("numpy")
    if numpy is None or type(value) is not getattr(numpy, "ndarray", None):
        number = None if numpy is None else getattr(numpy, "generic", None)
        if number is None or type(value).__module__ != "numpy" or not isinstance(value, number):
            return None
        return repr(value.item())
    if value.dtype.kind in "biuf" and value.ndim == 1 and value.size:
        shown = _shown(map(repr, value[:MOST_SHOWN].tolist()), value.size)
        return f"array([{shown}])"
    return f"<array {' x '.join(map(str, value.shape))}>"

"""The values of the variables in a failing line: what the program knew when it failed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import BuiltinFunctionType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

from wsusim.control.value_text import is_plain, value_text

MOST = 8
"""Variables of a line that are told."""

_NAMES = re.compile(
    r"""(?P<text>[rbfu]*("[^"\\]*(\\.[^"\\]*)*"|'[^'\\]*(\\.[^'\\]*)*'))|\#.*"""
    r"""|(?<![\w.])(?P<name>(self\.)?[^\W\d]\w*)""",
    re.IGNORECASE,
)
_NAMES_IN_BRACES = re.compile(r"\{([^{}!:=]+)")
_NO_VALUES = (FunctionType, BuiltinFunctionType, MethodType, ModuleType, type)

NameAndText = tuple[str, str]


def values_in_line(line: str, frame: FrameType) -> tuple[NameAndText, ...]:
    """Return (name, value as a short text) of the variables in a line, in their order."""
    found: dict[str, str] = {}
    for name in _names_in(line):
        if name in found or len(found) == MOST:
            continue
        value = _value_of(name, frame)
        if value is not _UNKNOWN and not isinstance(value, _NO_VALUES):
            found[name] = value_text(value)
    return tuple(found.items())


_UNKNOWN: Any = object()


def _names_in(line: str) -> Iterator[str]:
    for match in _NAMES.finditer(line):
        name, text = match["name"], match["text"]
        if name:
            yield name
        elif text and "f" in text.partition(text[-1])[0].lower():
            for inner in _NAMES_IN_BRACES.findall(text):
                yield from _names_in(inner)


def _value_of(name: str, frame: FrameType) -> Any:
    first, _, rest = name.partition(".")
    names: Mapping[str, Any] = frame.f_locals
    if not rest:
        if first == "self":
            return _UNKNOWN
        return names.get(first, frame.f_globals.get(first, _UNKNOWN))
    if first not in names:
        return _UNKNOWN
    owner = names[first]
    try:
        fields = object.__getattribute__(owner, "__dict__")
    except AttributeError:
        return _UNKNOWN
    if type(fields) is dict and rest in fields:
        return fields[rest]
    classes = type.__dict__["__mro__"].__get__(type(owner))
    of_class = (vars(cls)[rest] for cls in classes if rest in vars(cls))
    value = next(of_class, _UNKNOWN)
    return value if is_plain(value) else _UNKNOWN  # not a property: asking it would run it

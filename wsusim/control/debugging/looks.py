"""How values are shown to a person, without running a line of the student's code.

A ``repr`` may be wrong, huge, endless, or change things. So nothing of a student's class is called
here: values of Python's own classes are taken apart with the methods of those classes, and all
other objects are shown by the names in their ``__dict__`` and ``__slots__``.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from types import (
    BuiltinFunctionType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any

from wsusim.control.controller import Controller
from wsusim.control.part import Part

LONGEST_TEXT = 200
"""Characters of a value."""

MOST_SHOWN = 200
"""Of the children of a value at once."""

_IN_A_ROW = 8
_DEEPEST = 2
_MOST_BITS = 2000

_NUMBERS = (int, float, complex, bool, type(None))
_ROWS = (list, tuple, set, frozenset, deque)
_THREADS_OWN = frozenset(vars(threading.Thread())) | {"run"}


@dataclass(frozen=True, slots=True)
class Child:
    """A part of a value."""

    name: str
    value: Any
    path: str
    """What a program writes for it, behind what it writes for the whole; empty: nothing."""


def class_name(value: object) -> str:
    """Return the name of a value's class."""
    return str(type.__dict__["__name__"].__get__(type(value)))


def shown(value: Any, depth: int = 0) -> str:
    """Return a value as a short text."""
    try:
        return _cut(_shown(value, depth))
    except RuntimeError:  # another thread has changed it meanwhile
        return f"<{class_name(value)}>"


def children(value: Any, start: int = 0) -> Iterator[Child]:
    """Yield the parts of a value, at most ``MOST_SHOWN`` of them."""
    return islice(_children(value), start, start + MOST_SHOWN)


def count_of(value: Any) -> int:
    """Return how many parts a value has."""
    kind = type(value)
    if issubclass(kind, dict):
        return dict.__len__(value)
    if issubclass(kind, list | tuple | set | frozenset | deque):
        return _length(value)
    if _is_array(value):
        return len(value) if value.ndim else 0
    if issubclass(kind, Part | str | bytes | type | ModuleType | FunctionType | MethodType):
        return 0
    if kind in _NUMBERS:
        return 0
    return _attribute_count(value)


def fingerprint(value: Any) -> object:
    """Return a value that changes when a variable's value has visibly changed."""
    kind = type(value)
    if kind in _NUMBERS or kind is str or kind is bytes:
        return kind, repr(value) if kind is float else value
    if issubclass(kind, (*_ROWS, dict)):
        parts = tuple(
            (one.name, one.value if type(one.value) in _NUMBERS else id(one.value))
            for one in islice(_children(value), 1000)
        )
        return kind, _length(value), repr(parts)
    if _is_array(value):
        return kind, value.shape, value.tobytes() if value.size < 10_000 else id(value)
    return kind, id(value)


def attributes_of(value: Any) -> Mapping[str, Any]:
    """Return the names in an object's ``__dict__``, without asking its class for it."""
    for base in type.__dict__["__mro__"].__get__(type(value)):
        found = type.__dict__["__dict__"].__get__(base).get("__dict__")
        if isinstance(found, GetSetDescriptorType):
            names: Mapping[str, Any] = found.__get__(value)
            return names
    return {}


# Inside


def _shown(value: Any, depth: int) -> str:
    kind = type(value)
    if kind is int and value.bit_length() > _MOST_BITS:
        return f"<a whole number of {value.bit_length():,} bits>"
    if kind in _NUMBERS:
        return repr(value)
    if kind is str or kind is bytes:
        text = repr(value[: LONGEST_TEXT + 1])
        return text if len(value) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"
    if issubclass(kind, dict):
        return _shown_dict(value, depth)
    if issubclass(kind, _ROWS):
        return _shown_row(value, depth)
    if _is_array(value):
        return _shown_array(value)
    if kind.__module__ == "numpy" and hasattr(kind, "dtype"):
        return repr(value)
    if issubclass(kind, Part):
        return Part.__repr__(value)
    if issubclass(kind, FunctionType | BuiltinFunctionType):
        return f"<function {value.__name__}>"
    if kind is MethodType:
        return f"<method {shown(value.__func__)[10:-1]}>"
    if issubclass(kind, ModuleType):
        return f"<module {attributes_of(value).get('__name__', '')}>"
    if issubclass(kind, type):
        return f"<class {type.__dict__['__name__'].__get__(value)}>"
    if issubclass(kind, Controller):
        return f"<{class_name(value)}>"
    return f"<{class_name(value)} object>"


def _shown_dict(value: dict[Any, Any], depth: int) -> str:
    if depth >= _DEEPEST:
        return "{…}"
    parts = [
        f"{shown(key, depth + 1)}: {shown(one, depth + 1)}"
        for key, one in islice(dict.items(value), _IN_A_ROW)
    ]
    return _row("{", parts, "}", dict.__len__(value))


def _shown_row(value: Any, depth: int) -> str:
    if depth >= _DEEPEST:
        return "[…]"
    kind = type(value)
    parts = [shown(one, depth + 1) for one in islice(_items(value), _IN_A_ROW)]
    length = _length(value)
    if issubclass(kind, tuple):
        return _row("(", parts, ",)" if length == 1 else ")", length)
    if issubclass(kind, set | frozenset):
        return _row("{", parts, "}", length) if length else "set()"
    return _row("[", parts, "]", length)


def _row(begin: str, parts: list[str], end: str, length: int) -> str:
    if length > len(parts):
        return f"{begin}{', '.join(parts)}, …{end} ({length:,} in all)"
    return f"{begin}{', '.join(parts)}{end}"


def _shown_array(value: Any) -> str:
    size = " x ".join(map(str, value.shape)) or "no axis"
    if value.dtype.kind not in "iufbc":
        return f"array of {size}"
    first = value.ravel()[:_IN_A_ROW].tolist()
    return f"array of {size}: {_row('[', [repr(one) for one in first], ']', value.size)}"


def _is_array(value: Any) -> bool:
    kind = type(value)
    return kind.__name__ == "ndarray" and kind.__module__ == "numpy"


def _length(value: Any) -> int:
    for kind in (*_ROWS, dict):
        if issubclass(type(value), kind):
            return kind.__len__(value)
    return 0


def _items(value: Any) -> Iterator[Any]:
    for kind in _ROWS:
        if issubclass(type(value), kind):
            return kind.__iter__(value)
    return iter(())


def _children(value: Any) -> Iterator[Child]:
    kind = type(value)
    if issubclass(kind, dict):
        for key, one in dict.items(value):
            path = f"[{key!r}]" if type(key) in (int, str) else ""
            yield Child(shown(key), one, path)
    elif issubclass(kind, _ROWS):
        has_places = issubclass(kind, list | tuple | deque)
        for number, one in enumerate(_items(value)):
            yield Child(f"[{number}]", one, f"[{number}]" if has_places else "")
    elif _is_array(value):
        for number, one in enumerate(value if value.ndim else ()):
            yield Child(f"[{number}]", one, f"[{number}]")
    elif count_of(value):
        yield from _attributes(value)


def _attribute_count(value: Any) -> int:
    """Return how many attributes an object has, without going through all of them."""
    names = attributes_of(value)
    count = len(names)
    if issubclass(type(value), Controller):
        count -= sum(1 for name in list(names) if _is_controllers_own(name))
    return count + sum(1 for _ in _slots(value))


def _attributes(value: Any) -> Iterator[Child]:
    is_controller = issubclass(type(value), Controller)
    for name, one in list(attributes_of(value).items()):
        if not (is_controller and _is_controllers_own(name)):
            yield Child(str(name), one, f".{name}")
    yield from _slots(value)


def _is_controllers_own(name: object) -> bool:
    return name in _THREADS_OWN or str(name).startswith("_Controller__")


def _slots(value: Any) -> Iterator[Child]:
    for base in type.__dict__["__mro__"].__get__(type(value)):
        if base.__module__ == "builtins":
            continue
        for name, member in list(type.__dict__["__dict__"].__get__(base).items()):
            if isinstance(member, MemberDescriptorType):
                try:
                    yield Child(name, member.__get__(value), f".{name}")
                except AttributeError:
                    continue


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT + 30 else f"{text[:LONGEST_TEXT]}…"

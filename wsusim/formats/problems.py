"""Turns pydantic's errors into sentences: path, value, what is allowed, the nearest name."""

from __future__ import annotations

import dataclasses
import json
import re
import reprlib
import typing
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from wsusim.errors import MazeError
from wsusim.model.limits import CLASH, REFUSED, Sealed
from wsusim.model.text import did_you_mean, one_of, printable

PROBLEMS_SHOWN = 20
PROBLEMS_KEPT = 200

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 40
_SHORT.maxlevel = 2

Location = Sequence[str | int]


def bad_maze(source: str, problems: Sequence[str], count: int | None = None) -> MazeError:
    """Return the error for the maze ``source`` that lists all ``problems`` at once.

    ``count``: how many there are, if that is more.
    """
    source, *kept = (printable(words) for words in (source, *problems))
    return MazeError(listed(source, kept, count), tuple(kept[:PROBLEMS_KEPT]))


def listed(source: str, problems: Sequence[str], count: int | None = None) -> str:
    """Return the message on one or more problems of a file.

    Args:
        source: The file's name; may be empty.
        problems: A sentence each; the first ``PROBLEMS_SHOWN`` are shown.
        count: How many there are; ``None``: these.
    """
    count = len(problems) if count is None else count
    if count == 1:
        joint = "" if not source else ", " if problems[0].startswith("line ") else ": "
        return f"{source}{joint}{problems[0]}"
    lines = [f"{source or 'there are'}{' has' if source else ''} {count} problems:"]
    lines += [f"  - {problem}" for problem in problems[:PROBLEMS_SHOWN]]
    if count > PROBLEMS_SHOWN:
        lines.append(f"  - ... and {count - PROBLEMS_SHOWN} more. Fix these first.")
    return "\n".join(lines)


def explain(error: ValidationError, root: type[BaseModel], most: int = PROBLEMS_KEPT) -> list[str]:
    """Return a sentence for each of the first faults, in the order of the file's fields.

    Each takes milliseconds, and a file may have a hundred thousand of them.
    """
    return [_sentence(fault, root) for fault in error.errors(include_url=False)[:most]]


def _sentence(fault: Any, root: type[BaseModel]) -> str:
    location, kind, context = fault["loc"], fault["type"], fault.get("ctx", {})
    path = _path(location)
    if kind == "missing":
        return f"{_path(location[:-1])} has no {location[-1]!r}. Add it."
    if kind in ("extra_forbidden", "unexpected_keyword_argument"):
        known = _fields_at(root, location[:-1])
        name = str(location[-1])
        hint = did_you_mean(name, known) or f" Allowed are: {', '.join(known)}."
        return f"{_path(location[:-1])} has {_SHORT.repr(name)}, which doesn't belong there.{hint}"
    if kind in ("too_long", "too_short"):
        bound, limit = (
            ("at most", context["max_length"])
            if kind == "too_long"
            else ("at least", context["min_length"])
        )
        actual = context["actual_length"]
        items = "1 item" if actual == 1 else f"{actual} items"
        return f"{path} has {items}, but it must have {bound} {limit}."
    if kind == CLASH:
        return f"{path} {context['fault']}."
    wants, names = _wanted(kind, context)
    value = fault["input"]
    hint = did_you_mean(value, names) if isinstance(value, str) else ""
    return f"{path} is {_shown(value)}, but it must be {wants}.{hint}"


def _wanted(kind: str, context: dict[str, Any]) -> tuple[str, Sequence[str]]:
    """Return what is allowed, and the allowed names where it is one of several."""
    if kind == REFUSED:
        return context["wants"], context.get("names", ())
    if kind == "literal_error":
        names = re.findall(r"'([^']*)'", context["expected"])
        return (one_of(names) if names else context["expected"]), names
    plain_kinds = {
        "list_type": "a list [...]",
        "tuple_type": "a list [...]",
        "model_type": "an object {...}",
        "dataclass_type": "an object {...}",
        "bool_type": "true or false",
        "string_unicode": "text of whole characters",
    }
    return plain_kinds[kind], ()


def _shown(value: object) -> str:
    """Return a value as it is written in the file, shortened."""
    if value is None or isinstance(value, bool | float):
        return json.dumps(value)
    return _SHORT.repr(value)


def _path(location: Location) -> str:
    """Return a JSON path such as ``walls[3].from_mm[0]``."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)
    return "".join(parts).removeprefix(".") or "the file"


def _fields_at(root: type[BaseModel], location: Location) -> list[str]:
    """Return the names of the fields that the object at ``location`` may have."""
    found: Any = root
    for part in location:
        if isinstance(part, str):
            found = _types_of(found)[part]
        found = _entry_within(found)
    return list(_types_of(found))


def _types_of(entry: Any) -> dict[str, Any]:
    """Return the fields of an entry or dataclass with their types."""
    if issubclass(entry, BaseModel):
        return {name: field.annotation for name, field in entry.model_fields.items()}
    types = typing.get_type_hints(entry)
    return {field.name: types[field.name] for field in dataclasses.fields(entry)}


def _entry_within(annotation: Any) -> Any:
    """Return the class of entries in ``list[Entry]`` or ``Entry | None``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel | Sealed):
        return annotation
    inner = (_entry_within(part) for part in typing.get_args(annotation))
    return next((found for found in inner if found is not None), None)

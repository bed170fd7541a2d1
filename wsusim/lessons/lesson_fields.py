"""The form for a ``lesson.toml``: read from its text, and written back into it.

Everything else in the file, above all comments, stays as the teacher wrote it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

import tomlkit

from wsusim.errors import BadInput
from wsusim.formats.entry_file import checked, parse_toml
from wsusim.grading.criterion_table import criteria
from wsusim.lessons.lesson_entry import LessonEntry
from wsusim.lessons.lesson_files import LESSON

NEW_ROW = -1
"""A criterion that the file does not have yet."""

USUAL_FULL = 1.0


@dataclass(frozen=True, slots=True)
class CountFields:
    """A criterion.

    Attributes:
        row: Its number in the file, or ``NEW_ROW``; settings beside these are kept.
        what: A name of ``criteria()``.
        name: What students read; empty: its usual title.
        points: For a run that has all of it.
        full: The value that earns all points, in the criterion's unit; ``None``: it has no unit.
        none: The value that earns none; ``None``: the usual one.
    """

    row: int
    what: str
    name: str
    points: float
    full: float | None = None
    none: float | None = None


@dataclass(frozen=True, slots=True)
class LessonFields:
    """The form. ``seeds`` is text: ``1-10``, ``7`` or ``1, 5, 9``; ``time_limit_s`` 0: none."""

    title: str
    description: str
    level: int
    minutes: int
    mazes: tuple[str, ...]
    seeds: str
    time_limit_s: float
    hints: tuple[str, ...]
    locked: tuple[str, ...]
    hidden: tuple[str, ...]
    allow: tuple[str, ...]
    next: str
    counts: tuple[CountFields, ...]


def read_fields(text: str) -> LessonFields:
    """Return what the form shows of a file's text; raises ``BadInput``: it is no lesson."""
    values = parse_toml(text)
    entry = checked(values, LessonEntry, LESSON, text)
    seeds = values.get("seeds", 1)
    return LessonFields(
        title=entry.title,
        description=entry.description,
        level=entry.level,
        minutes=entry.minutes,
        mazes=tuple(entry.mazes),
        seeds=", ".join(map(str, seeds)) if isinstance(seeds, list) else str(seeds),
        time_limit_s=entry.time_limit_s or 0.0,
        hints=tuple(entry.hints),
        locked=tuple(entry.locked),
        hidden=tuple(entry.hidden),
        allow=tuple(entry.allow),
        next=entry.next or "",
        counts=tuple(_count(row, one) for row, one in enumerate(entry.counts)),
    )


def with_fields(text: str, wanted: LessonFields) -> str:
    """Return the file's text with a filled-in form; unchanged fields are not touched.

    Raises:
        BadInput: Something in the form is invalid; the message says what, and what is allowed.
    """
    there = read_fields(text)
    document: Any = tomlkit.parse(text)
    for one in fields(LessonFields):
        value = getattr(wanted, one.name)
        if one.name != "counts" and value != getattr(there, one.name):
            _put(document, one.name, _plain(one.name, value))
    if wanted.counts != there.counts:
        document["counts"] = _tables(wanted.counts, there.counts, document["counts"])
    made = tomlkit.dumps(document)
    checked(parse_toml(made), LessonEntry, LESSON, made)
    return made


def _count(row: int, entry: Any) -> CountFields:
    unit = entry.row.unit
    full, none = (
        (None, None)
        if unit is None
        else (getattr(entry, f"full_{unit}"), getattr(entry, f"none_{unit}"))
    )
    return CountFields(row, entry.what, entry.name or "", entry.points, full, none)


def _plain(name: str, value: Any) -> Any:
    """Return a field in TOML's form; ``None``: the line is left out."""
    if name == "seeds":
        return _seeds(value)
    if isinstance(value, tuple):
        return list(value) or (None if name != "mazes" else [])
    return value or None


def _seeds(text: str) -> Any:
    parts = [part.strip() for part in text.split(",")]
    seeds = [int(part) if part.isdecimal() else part for part in parts]
    return seeds[0] if len(seeds) == 1 else seeds


def _put(table: Any, name: str, value: Any) -> None:
    """Give a line of the file another value; a new line goes before the first table."""
    if value is None:
        table.pop(name, None)
    elif isinstance(value, list) and any(len(str(part)) > 30 for part in value):
        table[name] = tomlkit.array().multiline(True)
        table[name].extend(value)
    else:
        table[name] = value


def _tables(wanted: Iterable[CountFields], there: tuple[CountFields, ...], old: Any) -> Any:
    array = tomlkit.aot()
    for one in wanted:
        is_new = one.row == NEW_ROW
        table = tomlkit.table() if is_new else old[one.row]
        before = None if is_new else there[one.row]
        if before is not None and before.what != one.what:
            for name in [name for name in table if name not in ("what", "points", "name")]:
                del table[name]
        row = criteria().get(one.what)
        if row is None:
            raise BadInput(f"There is no criterion {one.what!r}. Choose one of the list.")
        values = {"what": one.what, "name": one.name or None, "points": _number(one.points)}
        if row.unit is not None:
            values[f"full_{row.unit}"] = _number(USUAL_FULL if one.full is None else one.full)
            values[f"none_{row.unit}"] = None if one.none is None else _number(one.none)
        for name, value in values.items():
            if value is None:
                table.pop(name, None)
            elif name not in table or table[name] != value:
                table[name] = value
        array.append(table)
    return array


def _number(value: float) -> float | int:
    return int(value) if value == int(value) else value

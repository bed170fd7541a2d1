"""The checks of the values in a maze file, each with the words that say what is allowed.

A value that is refused gives one sentence with the whole allowed range, however it is wrong.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection
from dataclasses import dataclass
from keyword import iskeyword
from typing import get_args

from pydantic import BaseModel, BeforeValidator
from pydantic_core import PydanticCustomError

from wsusim.model.colours import NAMED, is_colour
from wsusim.model.text import nearest

REFUSED = "refused"
"""Type of the errors raised here; their context holds ``wants`` (what is allowed) and ``names``."""


def refusal(wants: str) -> PydanticCustomError:
    """Return the error for a value that is not what it must be."""
    return PydanticCustomError(REFUSED, "it must be {wants}", {"wants": wants})


def plain(value: float) -> str:
    """Return a number as people write it: ``100`` for 100.0."""
    whole = math.isfinite(value) and value == int(value) and abs(value) < 1e15
    return str(int(value)) if whole else repr(value)


def did_you_mean(word: str, known: Collection[str]) -> str:
    """Return `` Did you mean ...?`` with a space before it, or nothing when no name is near."""
    near = nearest(word, known)
    return "" if near is None else f" Did you mean {near!r}?"


def one_of(names: Collection[str]) -> str:
    """Return the words for a choice."""
    return f"one of {', '.join(map(repr, names))}"


@dataclass(frozen=True, slots=True)
class NumberCheck(BeforeValidator):
    """The check of a number, which can tell its range."""

    low: float = -math.inf
    high: float = math.inf


def bounds_of(entry: type[BaseModel], field: str) -> tuple[float, float]:
    """Return the range that the format allows a number of an entry."""
    info = entry.model_fields[field]
    # Where a number may be left out, its check belongs to a part of the annotation.
    parts = [getattr(part, "__metadata__", ()) for part in get_args(info.annotation)]
    marks = itertools.chain(info.metadata, *parts)
    check = next(mark for mark in marks if isinstance(mark, NumberCheck))
    return check.low, check.high


def number(low: float, high: float, *, above_low: bool = False) -> NumberCheck:
    """Return the check of a finite number from ``low`` (or just above it) to ``high``."""
    start = f"above {plain(low)} and at most" if above_low else f"from {plain(low)} to"
    wants = f"a number {start} {plain(high)}"

    def check(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise refusal(wants)
        if not low <= value <= high or (above_low and value == low):
            raise refusal(wants)
        return float(value)

    return NumberCheck(check, low=float(low), high=float(high))


def one_or_each(count: int, low: float, high: float) -> BeforeValidator:
    """Return the check before that of a list: one number stands for ``count`` equal ones."""
    wants = f"a number from {plain(low)} to {plain(high)}, or a list of {count} such numbers"

    def check(value: object) -> object:
        if isinstance(value, list):
            return value
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not low <= value <= high:  # type: ignore[operator]
            raise refusal(wants)
        return [value] * count

    return BeforeValidator(check)


def whole(low: int, high: int) -> BeforeValidator:
    """Return the check of a whole number from ``low`` to ``high``."""

    def check(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise refusal(f"a whole number from {low} to {high}")
        return value

    return BeforeValidator(check)


def flag() -> BeforeValidator:
    """Return the check of a yes or no."""

    def check(value: object) -> bool:
        if not isinstance(value, bool):
            raise refusal("true or false")
        return value

    return BeforeValidator(check)


def colour() -> BeforeValidator:
    """Return the check of a colour: a name, ``#rrggbb``, or nothing for the usual one."""

    def check(value: object) -> str:
        if not isinstance(value, str) or not is_colour(value):
            wants = f"{one_of(NAMED)}, or a colour such as '#d55e00'"
            raise PydanticCustomError(
                REFUSED, "it must be {wants}", {"wants": wants, "names": list(NAMED)}
            )
        return value

    return BeforeValidator(check)


def line(longest: int) -> BeforeValidator:
    """Return the check of a text of one line, not empty."""

    def check(value: object) -> str:
        if not isinstance(value, str) or not 0 < len(value) <= longest or not value.isprintable():
            raise refusal(f"a text of 1 to {longest} printable characters on one line")
        return value

    return BeforeValidator(check)


def name(longest: int) -> BeforeValidator:
    """Return the check of a name as programs have them: letters, digits and ``_``."""

    def check(value: object) -> str:
        text = value if isinstance(value, str) and len(value) <= longest else ""
        if not (text.isascii() and text.isidentifier()) or iskeyword(text):
            raise refusal(
                f"a name of 1 to {longest} letters, digits and _, beginning with a letter"
            )
        return str(value)

    return BeforeValidator(check)


def kind_name(longest: int) -> BeforeValidator:
    """Return the check of the name of a kind of robot, which may have a fingerprint behind it."""
    plain_name = name(longest)

    def check(value: object) -> str:
        before, joint, mark = value.partition("~") if isinstance(value, str) else ("", "", "")
        if joint and not (len(mark) == 8 and all(c in "0123456789abcdef" for c in mark)):
            before = ""
        return str(plain_name.func(before)) + joint + mark  # type: ignore[call-arg]

    return BeforeValidator(check)


def paragraph(longest: int) -> BeforeValidator:
    """Return the check of a text that may have several lines, or none."""

    def check(value: object) -> str:
        shown = value.replace("\n", "") if isinstance(value, str) else None
        if shown is None or len(str(value)) > longest or not shown.isprintable():
            raise refusal(f"a text of at most {longest} printable characters")
        return str(value)

    return BeforeValidator(check)


def choice(names: Collection[str], told: Collection[str] = ()) -> BeforeValidator:
    """Return the check of one of several names; a refusal tells these, or only some of them."""
    told = told or names

    def check(value: object) -> str:
        if not isinstance(value, str) or value not in names:
            raise PydanticCustomError(
                REFUSED, "it must be {wants}", {"wants": one_of(told), "names": list(told)}
            )
        return value

    return BeforeValidator(check)

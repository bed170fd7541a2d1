"""Checks what students pass, and makes the messages for what can't be done.

Every message says what was given, what is possible and what to do next. All of this runs off the
fast path, so it can be thorough.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Real
from typing import Any

from wsusim.errors import MisuseAttribute, MisuseType, MisuseValue
from wsusim.model.text import nearest

CONTROLLER_MODULE = "wsusim.control.controller"

_VERY_NEAR = 0.8
"""Share of the letters that are the same (guess): ``numpi`` and ``numpy`` have it."""

_NUMBERS = (int, float, Real)  # the usual ones first: the last takes ten times as long to ask


def real_number(name: str, value: Any, taker: str, allowed: str) -> float:
    """Return ``value`` as a float; raise ``Misuse`` for what is no number, NaN or infinite."""
    number = value.item() if getattr(value, "shape", None) == () else value  # numpy's scalars
    if isinstance(number, bool) or not isinstance(number, _NUMBERS):
        given = f"{shown(value)} ({type(value).__name__})"
        raise MisuseType(f"`{name}` is {given}, but {taker} takes a number: {allowed}.")
    try:
        number = float(number)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise MisuseValue(
            f"`{name}` is {shown(value)}, but {taker} takes {allowed}. Check your calculation for "
            "a division by zero or an empty list."
        )
    return number


def whole_number(name: str, value: object, low: int, high: int, taker: str, advice: str) -> int:
    """Return ``value`` rounded to the nearest whole number (halves to the even one).

    Raises ``Misuse`` when it is no number or, rounded, lies outside ``low`` to ``high``.
    """
    if type(value) is int:
        number = value
    else:
        number = round(real_number(name, value, taker, f"{low} to {high}"))
    if not low <= number <= high:
        raise MisuseValue(
            f"`{name}` is {shown(value)}, but {taker} takes {low} to {high}. {advice}"
        )
    return number


def shown(value: object, longest: int = 60) -> str:
    """Return ``repr(value)``, cut short, and something sensible when its repr fails."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - the student's own __repr__ may raise anything
        text = f"a {type(value).__name__}"
    return text if len(text) <= longest else text[: longest - 3] + "..."


def missing(part: str, title: str) -> MisuseAttribute:
    """Return the error for a part that this kind of robot does not have."""
    return MisuseAttribute(
        f"This robot is {with_article(title)}, and it has no {part}. Use a robot that has one, for "
        "example --robot khepera1."
    )


def with_article(title: str) -> str:
    """Return ``a Khepera I``, ``an e-puck``."""
    return f"{'an' if title[:1].lower() in 'aeiou' else 'a'} {title}"


def public_names(thing: object) -> list[str]:
    """Return the names a student may use on ``thing``."""
    old = getattr(thing, "_old_names", ())
    return [name for name in dir(thing) if not name.startswith("_") and name not in old]


def unknown_name(title: str, name: str, known: list[str]) -> MisuseAttribute:
    """Return the error for a name that does not exist."""
    guess = nearest(name, known)
    if guess is not None:
        return MisuseAttribute(f"{title} has no `{name}`. Did you mean `{guess}`?")
    return MisuseAttribute(f"{title} has no `{name}`. It has: {', '.join(known)}.")


def very_near(name: str, known: Iterable[str]) -> str | None:
    """Return the one of ``known`` of which ``name`` is almost certainly a misspelling.

    One of Python's 200 modules is always near: ``torch`` is no misspelt ``trace``.
    """
    from difflib import SequenceMatcher

    guess = nearest(name, known)
    if guess is None:
        return None
    likeness = SequenceMatcher(None, name.lower(), guess.lower()).ratio()
    return guess if likeness >= _VERY_NEAR else None


def controller_base(cls: type) -> type[Any] | None:
    """Return ``Controller`` where it is a base of the class; known by its module, not imported."""
    found = (base for base in reversed(cls.__mro__) if base.__module__ == CONTROLLER_MODULE)
    return next(found, None)

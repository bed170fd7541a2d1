"""Checks of what students pass, and the messages when it can't be done.

Every message says what was given, what is possible and what to do next. All of this runs only off
the fast path, so that it may be as thorough as it likes.
"""

from __future__ import annotations

import linecache
import math
import re
from numbers import Real
from threading import Thread
from traceback import walk_tb
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from wsusim.errors import MisuseAttribute, MisuseType, MisuseValue
from wsusim.model.text import nearest

if TYPE_CHECKING:
    from wsusim.control.calls import Calls

CONTROLLER_MODULE = "wsusim.control.controller"

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


def controller_base(cls: type) -> type[Any] | None:
    """Return ``Controller`` where it is a base of the class; known by its module, not imported."""
    found = (base for base in reversed(cls.__mro__) if base.__module__ == CONTROLLER_MODULE)
    return next(found, None)


def explained(failure: BaseException) -> BaseException:
    """Return a misspelt name of the robot as ``MisuseAttribute``; anything else as it is."""
    if type(failure) is not AttributeError:
        return failure
    thing, name = failure.obj, str(failure.name)
    if not isinstance(thing, Part) and controller_base(type(thing)) is None:
        return failure
    if isinstance(thing, Part):
        better = unknown_name(thing._title, name, public_names(type(thing)))
    else:
        better = _unknown_own_name(thing, name, _line_of(failure))
    better.__cause__ = failure.__cause__
    better.__suppress_context__ = True
    return better.with_traceback(failure.__traceback__)


def _line_of(failure: BaseException) -> str:
    """Return the text of the line at which a failure came up; empty when it can't be read."""
    steps = list(walk_tb(failure.__traceback__))
    return linecache.getline(steps[-1][0].f_code.co_filename, steps[-1][1]) if steps else ""


def _unknown_own_name(controller: object, name: str, line: str) -> MisuseAttribute:
    title = f"Your {type(controller).__name__}"
    known = {*public_names(type(controller)), *vars(controller)} - {*public_names(Thread)}
    guess = nearest(name, {"name", "run", *known})
    if guess is not None:
        return MisuseAttribute(f"{title} has no `{name}`. Did you mean `{guess}`?")
    if re.search(rf"\.{name}\s*\(", line):
        return MisuseAttribute(
            f"{title} has no method `{name}()`. Write one in your class: `def {name}(self, "
            "...):`. The manual lists what every robot can do."
        )
    return MisuseAttribute(
        f"{title} has no `{name}`. Give it a value first, in __init__ or setup(): self.{name} = ..."
    )


class Part:
    """A part of the robot: its names are fixed, and none of them can be overwritten.

    There is no ``__getattr__`` here for misspelt names, because it would slow down every attribute;
    ``explained`` puts the better message in afterwards.
    """

    __slots__ = ("_robot",)

    _title: ClassVar[str]
    """What messages call it."""
    _advice: ClassVar[dict[str, str]] = {}
    """What to do instead of assigning to a name."""
    _old_names: ClassVar[tuple[str, ...]] = ()
    """They work, but nobody is told of them."""

    def __init__(self, robot: Calls) -> None:
        self._robot = robot

    def __repr__(self) -> str:
        return f"<{self._title.strip('`')}>"

    if not TYPE_CHECKING:  # an editor shall go on to mark what can't be set

        def __setattr__(self, name: str, value: object) -> None:
            own = getattr(type(self), name, None)
            if isinstance(own, MemberDescriptorType) and not hasattr(self, name):
                object.__setattr__(self, name, value)  # the constructor fills its slots
                return
            if own is None:
                raise unknown_name(self._title, name, public_names(type(self)))
            if callable(own):
                default = f"It is a method, so call it: `{name}(...)`."
            else:
                default = "You can read it but not set it."
            advice = self._advice.get(name, default)
            raise MisuseAttribute(f"You can't assign {shown(value)} to `{name}`. {advice}")

        def __delattr__(self, name: str) -> NoReturn:
            raise MisuseAttribute(f"You can't delete `{name}`: it is part of the robot.")

        def __setitem__(self, index: object, value: object) -> NoReturn:
            raise MisuseType(
                f"You can't assign {shown(value)} to [{shown(index)}]: you can read {self._title} "
                "but not set it. Keep the value in a variable of your own."
            )

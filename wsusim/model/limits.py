"""What values may be: marks at the types of fields, each with a text that says what is allowed.

They are next to a figure's name, type and usual value. What reads a file by such types (pydantic)
obeys them; for everything else they are comments. A refused value gives one sentence with the whole
allowed range, whatever is wrong.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Collection
from keyword import iskeyword
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, cast, get_args, get_type_hints

from wsusim.model.colours import NAMED, is_colour
from wsusim.model.text import one_of, plain

if TYPE_CHECKING:
    from pydantic import BaseModel, GetCoreSchemaHandler
    from pydantic_core import CoreSchema, PydanticCustomError

REFUSED = "refused"
"""Type of the errors raised here; their context holds ``wants`` (what is allowed) and ``names``."""

CLASH = "clash"
"""Type of the errors for values that don't go together; their context holds ``fault``."""


def refusal(wants: str, names: Collection[str] = ()) -> PydanticCustomError:
    """Return the error for a value that is not what it must be."""
    from pydantic_core import PydanticCustomError

    context = {"wants": wants, "names": list(names)}
    return PydanticCustomError(REFUSED, "it must be {wants}", context)


def clash(fault: str) -> PydanticCustomError:
    """Return the error for a table whose values are valid one by one, but not together.

    Args:
        fault: The statement about the table, after its name: "has ..., but ...".
    """
    from pydantic_core import PydanticCustomError

    return PydanticCustomError(CLASH, "it {fault}", {"fault": fault})


class Limit:
    """The limit of one value."""

    def __init__(
        self,
        wants: str,
        is_good: Callable[[Any], bool],
        names: Collection[str] = (),
        range_of: tuple[float, float] = (-math.inf, math.inf),
    ) -> None:
        """Make a mark.

        Args:
            wants: What is allowed, in words.
            is_good: Returns whether a value, of any type, is allowed.
            names: The allowed names if it is one of several, for a misspelt one.
            range_of: Least and greatest number.
        """
        self.wants = wants
        self.is_good = is_good
        self.names = names
        self.range = range_of

    def check(self, value: Any) -> Any:
        """Return a valid value; raises ``refusal`` for others."""
        if not self.is_good(value):
            raise refusal(self.wants, self.names)
        return value

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.no_info_before_validator_function(self.check, handler(source))


class Count:
    """The limit of a list's length."""

    def __init__(self, least: int, most: int) -> None:
        self._lengths = {"min_length": least, "max_length": most}

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        schema: dict[str, Any] = {**handler(source), **self._lengths}
        return cast("CoreSchema", schema)


class Sealed:
    """Base of a value that files hold directly: unknown fields are refused there."""

    __slots__ = ()
    __pydantic_config__: ClassVar = {"extra": "forbid"}


def bounds_of(entry: type[BaseModel | Sealed], field: str) -> tuple[float, float]:
    """Return the range that the format allows a number of an entry, or of a sealed value."""
    if issubclass(entry, Sealed):
        own: tuple[object, ...] = get_type_hints(entry, include_extras=True)[field].__metadata__
        return next(mark for mark in own if isinstance(mark, Limit)).range
    info = entry.model_fields[field]
    # Where a number may be left out, its limit belongs to a part of the annotation.
    parts = [getattr(part, "__metadata__", ()) for part in get_args(info.annotation)]
    marks = itertools.chain(info.metadata, *parts)
    return next(mark for mark in marks if isinstance(mark, Limit)).range


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def number(low: float, high: float, *, above_low: bool = False) -> Limit:
    """Return the limit to a finite number from ``low`` (or just above it) to ``high``."""
    start = f"above {plain(low)} and at most" if above_low else f"from {plain(low)} to"

    def is_good(value: Any) -> bool:
        return _is_number(value) and low <= value <= high and not (above_low and value == low)

    return Limit(f"a number {start} {plain(high)}", is_good, range_of=(float(low), float(high)))


def whole(low: int, high: int) -> Limit:
    """Return the limit to a whole number from ``low`` to ``high``."""
    return Limit(
        f"a whole number from {low} to {high}",
        lambda value: type(value) is int and low <= value <= high,
    )


FLAG = Limit("true or false", lambda value: isinstance(value, bool))
"""The limit to a yes or no."""

COLOUR = Limit(
    f"{one_of(NAMED)}, or a colour such as '#d55e00'",
    lambda value: isinstance(value, str) and is_colour(value),
    names=tuple(NAMED),
)
"""The limit to a colour: a name, ``#rrggbb``, or nothing for the usual one."""

PAIR = Limit(
    "two numbers [x, y]", lambda value: isinstance(value, list | tuple) and len(value) == 2
)
"""The limit to a point."""


def line(longest: int) -> Limit:
    """Return the limit to a text of one line, not empty."""
    return Limit(
        f"a text of 1 to {longest} printable characters on one line",
        lambda value: isinstance(value, str) and 0 < len(value) <= longest and value.isprintable(),
    )


def paragraph(longest: int) -> Limit:
    """Return the limit to a text that may have several lines, or none."""
    return Limit(
        f"a text of at most {longest} printable characters",
        lambda value: (
            isinstance(value, str)
            and len(value) <= longest
            and value.replace("\n", "").isprintable()
        ),
    )


def kind_name(longest: int) -> Limit:
    """Return the limit to the name of a kind of robot, which may end with a fingerprint."""
    plain_name = name(longest)

    def is_good(value: Any) -> bool:
        before, joint, mark = value.partition("~") if isinstance(value, str) else ("", "", "")
        has_mark = re.fullmatch("[0-9a-f]{8}", mark) is not None
        return plain_name.is_good(before) and has_mark == bool(joint)

    return Limit(plain_name.wants, is_good)


def name(longest: int) -> Limit:
    """Return the limit to a name as in programs: letters, digits and ``_``."""
    return Limit(
        f"a name of 1 to {longest} letters, digits and _, beginning with a letter",
        lambda value: (
            isinstance(value, str)
            and len(value) <= longest
            and value.isascii()
            and value.isidentifier()
            and not iskeyword(value)
        ),
    )


def choice(names: Collection[str], told: Collection[str] = ()) -> Limit:
    """Return the limit to one of several names; a refusal lists these, or only some of them."""
    told = tuple(told or names)
    return Limit(one_of(told), lambda value: isinstance(value, str) and value in names, told)


SIDE_MAX_MM = 20_000.0
"""Of an arena: a sports hall's."""
Place = Annotated[float, number(-SIDE_MAX_MM, SIDE_MAX_MM)]
Ratio = Annotated[float, number(0, 1)]

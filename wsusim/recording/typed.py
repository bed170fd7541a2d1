"""Reads JSON and metadata of a recording, which may come from anyone, and checks their types."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import orjson
from annotated_types import Interval

from wsusim.model.text import whole_text

if TYPE_CHECKING:
    from pydantic import TypeAdapter

T = TypeVar("T")

LAST_TICK = 10**9
"""Over a hundred days; keeps nonsense out of arithmetic and runs that are done again."""

Tick = Annotated[int, Interval(ge=0, le=LAST_TICK)]
RobotNumber = Annotated[int, Interval(ge=0, lt=1000)]
"""Number of a robot from 0; a maze has 1000 at most."""

BAD_VALUES = (KeyError, TypeError, ValueError, OverflowError, RecursionError)
"""What reading values that make no sense can raise; pydantic's and orjson's errors among them."""


def typed(kind: type[T], data: bytes | str) -> T:
    """Return the value of a JSON text as ``kind``, a dataclass for example.

    Raises:
        ValueError: It is no JSON, or not of that kind.
    """
    value: T = _adapter(kind).validate_json(data, strict=True)  # type: ignore[arg-type]
    return value


def checked(kind: type[T], value: Any) -> T:
    """Return plain values as ``kind``; raises ``ValueError`` if they are not of that kind."""
    found: T = _adapter(kind).validate_python(value)  # type: ignore[arg-type]
    return found


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter  # here: who only writes needs none of it

    return TypeAdapter(kind)


def json_bytes(value: Any) -> bytes:
    """Return a value as JSON; lone surrogates in its texts are escaped."""
    try:
        return orjson.dumps(value)
    except TypeError:
        return orjson.dumps(_with_whole_texts(value))


def _with_whole_texts(value: Any) -> Any:
    if isinstance(value, str):
        return whole_text(value)
    if isinstance(value, Mapping):
        return {_with_whole_texts(key): _with_whole_texts(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_with_whole_texts(item) for item in value]
    return value

"""Everything that reaches a simulation from outside, as rows of plain values.

Maze, seed and these determine the whole run: nothing else influences a simulation. Rows are what
recordings hold and what a controller's process sends. Both may come from other people, so what is
read back is checked here, field by field.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from wsusim.model.commands import (
    SPEED_MOST,
    ClearDrawing,
    Command,
    Draw,
    Plot,
    PutBack,
    Say,
    SendRadio,
    SetArm,
    SetCounters,
    SetGrip,
    SetLed,
    SetProfile,
    SetPwm,
    SetSpeeds,
    SetTargets,
    Value,
    Variables,
)
from wsusim.model.extras import KEYS
from wsusim.model.interventions import Intervention, KeysHeld, MadeSafe, ObjectMoved, RobotMoved
from wsusim.model.radio import MOST_BYTES

Input = Command | Intervention

Row = tuple[Any, ...]
"""(name, field, field ...); plain values only."""

LONGEST_TEXT = 10_000
MOST_POINTS = 10_000
"""Of one figure."""

FARTHEST_MM = 1e6

MOST_VALUES = 1000
"""Of one look at variables."""

LONGEST_NAME = 200
"""Of a variable, with its function."""

_Check = Callable[[Any], Any]


def _whole(low: int, high: int) -> _Check:
    def check(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"{str(value)[:20]} is not a whole number from {low} to {high}")
        return value

    return check


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{str(value)[:20]} is neither true nor false")
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not math.fabs(value) <= FARTHEST_MM:
        raise ValueError(f"{str(value)[:20]} is not a number of millimetres")
    return float(value)


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise ValueError("a text is missing or far too long")
    return value


def _bytes(value: Any) -> tuple[int, ...]:
    if len(value) > MOST_BYTES:
        raise ValueError(f"a message by radio has {len(value)} bytes")
    return tuple(_BYTE(byte) for byte in value)


def _points(value: Any) -> tuple[tuple[float, float], ...]:
    if len(value) > MOST_POINTS:
        raise ValueError("a figure has far too many points")
    return tuple((_number(x), _number(y)) for x, y in value)


def _name(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_NAME:
        raise ValueError("a name is missing or far too long")
    return value


def _figure(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError(f"{str(value)[:20]} is not a number")
    return float(value)


def _value(value: Any) -> Value:
    if value is None or isinstance(value, bool | str):
        return value if not isinstance(value, str) else _text(value)
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError(f"{str(value)[:20]} is not a value")
    return value  # type: ignore[no-any-return]


def _named(check: Callable[[Any], Any]) -> _Check:
    def check_all(value: Any) -> tuple[tuple[str, Any], ...]:
        if len(value) > MOST_VALUES:
            raise ValueError("there are far too many values")
        return tuple((_name(name), check(one)) for name, one in value)

    return check_all


_SPEED, _BYTE = _whole(-SPEED_MOST, SPEED_MOST), _whole(0, 255)
_COUNTER = _whole(-(2**31), 2**31 - 1)
_TARGET, _PWM = _whole(-(2**23) + 2, 2**23 - 2), _whole(-255, 255)
_LIMIT = _whole(0, SPEED_MOST)

_CHECKS: dict[type[Any], tuple[_Check, ...]] = {
    SetSpeeds: (_SPEED, _SPEED),
    SetTargets: (_TARGET, _TARGET),
    SetCounters: (_COUNTER, _COUNTER),
    SetProfile: (_LIMIT, _BYTE, _LIMIT, _BYTE),
    SetPwm: (_PWM, _PWM),
    SetArm: (_BYTE,),
    SetGrip: (_flag,),
    SetLed: (_whole(0, 1), _whole(0, 2)),
    SendRadio: (_whole(0, 1000), _bytes),
    PutBack: (),
    Say: (_text,),
    Draw: (_text, _points, _text, _text),
    ClearDrawing: (),
    Plot: (_named(_figure),),
    Variables: (_named(_value), _whole(0, 2**31)),
    MadeSafe: (),
    KeysHeld: (_whole(0, (1 << len(KEYS)) - 1),),
    RobotMoved: (_number, _number, _number),
    ObjectMoved: (_whole(-(2**31), 2**31 - 1), _number, _number),
}
"""What each field of an order may be; the ranges are those of the serial language,
that of speeds the widest that any robot has."""

_NAMED = {kind.__name__: kind for kind in _CHECKS}
_FIELD_NAMES = {kind: tuple(field.name for field in fields(kind)) for kind in _CHECKS}


def row_of(value: Input) -> Row:
    """Return an input as a row."""
    kind = value.__class__
    return (kind.__name__, *[getattr(value, name) for name in _FIELD_NAMES[kind]])


def value_of(row: Sequence[Any]) -> Input:
    """Return the input of a row.

    Raises:
        KeyError, TypeError, ValueError: It is none, or asks for what no robot may be told.
    """
    name, *values = row
    kind = _NAMED[name]
    checked: Input = kind(
        *[check(value) for check, value in zip(_CHECKS[kind], values, strict=True)]
    )
    return checked

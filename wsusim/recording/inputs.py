"""Everything that reached the simulation from outside, as plain rows of a recording.

Maze, seed and these rows give the whole run again: nothing else has an influence on a simulation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from wsusim.model.commands import (
    ClearDrawing,
    Command,
    Draw,
    Say,
    SetArm,
    SetCounters,
    SetGrip,
    SetLed,
    SetProfile,
    SetPwm,
    SetSpeeds,
    SetTargets,
)
from wsusim.model.interventions import Intervention, MadeSafe, ObjectMoved, RobotMoved

Input = Command | Intervention

_TYPES: tuple[type[Any], ...] = (
    SetSpeeds, SetTargets, SetCounters, SetProfile, SetPwm, SetArm, SetGrip, SetLed, Say, Draw,
    ClearDrawing, MadeSafe, RobotMoved, ObjectMoved,
)  # fmt: skip
_NAMED = {kind.__name__: kind for kind in _TYPES}
_FIELD_NAMES = {kind: tuple(field.name for field in fields(kind)) for kind in _TYPES}

Row = tuple[Any, ...]
"""(tick, robot from 0, name, field, field ...); plain values only."""


def to_rows(inputs: list[tuple[int, int, Input]]) -> list[Row]:
    """Take all inputs out of a list and return them as rows; others may append meanwhile.

    Cost: a fifth of a microsecond each.
    """
    count = len(inputs)
    # Speeds are what most controllers give again and again: they have a way of their own.
    rows: list[Row] = [
        (tick, robot, "SetSpeeds", value.left, value.right)
        if value.__class__ is SetSpeeds
        else to_row(tick, robot, value)
        for tick, robot, value in inputs[:count]
    ]
    del inputs[:count]
    return rows


def to_row(tick: int, robot: int, value: Input) -> Row:
    """Return an input as a row."""
    kind = type(value)
    return (tick, robot, kind.__name__, *(getattr(value, name) for name in _FIELD_NAMES[kind]))


def from_row(row: Sequence[Any]) -> tuple[int, int, Input]:
    """Return (tick, robot, input) of a row; raises ``KeyError`` or ``TypeError`` for a bad one."""
    tick, robot, name, *values = row
    kind = _NAMED[name]
    if kind is Draw:
        values[1] = tuple((x, y) for x, y in values[1])
    return tick, robot, kind(*values)

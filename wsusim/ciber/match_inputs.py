"""Everything that reaches a match from outside, as values, which a recording needs to repeat it.

Lab, grid, parameters, judge, seed and these, each with the step before which it came, decide a
match to the last bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from wsusim.ciber.agent_orders import Actions


@dataclass(frozen=True, slots=True)
class Came:
    """A robot was registered at a start position."""

    number: int
    name: str
    ir_angles_deg: tuple[float, ...]
    beacon_height: float | None = None
    kind: Literal["came"] = "came"


@dataclass(frozen=True, slots=True)
class Watched:
    """A viewer came."""

    kind: Literal["watched"] = "watched"


@dataclass(frozen=True, slots=True)
class Started:
    """The match began, or went on."""

    kind: Literal["started"] = "started"


@dataclass(frozen=True, slots=True)
class Stopped:
    """The match was stopped."""

    kind: Literal["stopped"] = "stopped"


@dataclass(frozen=True, slots=True)
class Removed:
    """A robot was removed."""

    number: int
    kind: Literal["removed"] = "removed"


@dataclass(frozen=True, slots=True)
class Ordered:
    """An agent asked for something."""

    number: int
    actions: Actions
    kind: Literal["ordered"] = "ordered"


Input = Came | Watched | Started | Stopped | Removed | Ordered

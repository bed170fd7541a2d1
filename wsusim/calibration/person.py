"""Who puts a robot in its place while it is measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """Who puts the robot in its place."""

    place: Callable[[float], None]
    """Put the robot before a white wall, facing it squarely, its body so many mm away; returns when
    that is done."""
    clear: Callable[[], None]
    """Put the robot where it can drive 30 cm ahead."""
    measure_way: Callable[[], float | None]
    """Return how many mm the robot has driven since ``clear``; ``None``: not measured."""
    tell: Callable[[str], None]
    """Hear what is being done."""

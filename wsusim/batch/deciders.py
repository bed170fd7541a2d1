"""Objects that decide for the robots of a batch, one for each, and what they return."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wsusim.errors import BadInput


def steps_of(objects: object, robots: int) -> list[Callable[[list[int], list[int]], Any]]:
    """Return the method ``step`` of each robot's own object; raises ``BadInput`` for others."""
    if not isinstance(objects, Collection) or isinstance(objects, str):
        raise BadInput(
            f"{objects!r} can't decide: give a function that returns the speeds, or a list with an "
            "object for each robot."
        )
    if len(objects) != robots:
        raise BadInput(
            f"There are {robots} robots, but {len(objects)} controllers. Give one for each robot."
        )
    for one in objects:
        if isinstance(one, type):
            raise BadInput(f"{one.__name__} is a class. Give objects of it: {one.__name__}().")
        if not callable(getattr(one, "step", None)):
            raise BadInput(
                f"{one!r} can't decide: it has no method step(proximity, ambient), which returns "
                "the speeds left and right."
            )
    return [one.step for one in objects]


def pairs_of(speeds: list[Any]) -> NDArray[Any]:
    """Return what the objects of robots decided [robots, 2]; raises ``BadInput`` for others."""
    try:
        return np.array(speeds).reshape(len(speeds), 2)
    except ValueError:
        number = next(n for n, pair in enumerate(speeds) if np.shape(pair) != (2,))
        raise BadInput(
            f"step() of the controller with number {number} returned {speeds[number]!r}, but two "
            "speeds are needed: left and right."
        ) from None

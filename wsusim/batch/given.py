"""What a caller gives to ``Worlds``, checked before anything is done with it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wsusim.batch.driving_network import FASTEST
from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import find_maze
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.model.world import World

LONGEST_S = 1_000_000.0
MOST_WORLDS = 10_000_000
"""They take 40 GB: more than most computers have, and a number with too many zeros is told."""


def decisions(seconds: float, period_s: float) -> tuple[int, int]:
    """Return how many decisions fall into a time, and the ticks of 10 ms between two of them.

    Raises:
        BadInput: One of the times is none.
    """
    for name, value in (("seconds", seconds), ("period_s", period_s)):
        if not (math.isfinite(value) and 0.0 < value <= LONGEST_S):
            raise BadInput(f"`{name}` is {value}, but it must be above 0, to {LONGEST_S:,.0f} s.")
    return round(seconds / period_s), max(1, round(period_s * TICKS_PER_SECOND))


def ticks_of(ticks: object) -> int:
    """Return a number of ticks; raises ``BadInput`` unless it is a whole one, 1 or more."""
    if not _is_whole(ticks) or ticks < 1:
        raise BadInput(f"`ticks` is {ticks}, but it must be a whole number, 1 or more.")
    return ticks


def numbers_of(worlds: ArrayLike | None, count: int) -> NDArray[np.int64]:
    """Return the numbers of some worlds [n], or of all; raises ``BadInput`` for one that isn't."""
    if worlds is None:
        return np.arange(count)
    given = np.asarray(worlds)
    if given.dtype.kind not in "iu" and given.size:
        raise BadInput(f"{worlds!r} are no numbers of worlds. Give a list such as [0, 3].")
    which = np.atleast_1d(given).astype(np.int64)
    strange = which[(which < 0) | (which >= count)]
    if len(strange):
        raise BadInput(f"There is no world {strange[0]}. They go from 0 to {count - 1}.")
    return which


def seeds_of(seeds: Sequence[int], count: int) -> list[int]:
    """Return seeds, one for each of so many worlds; raises ``BadInput`` for others."""
    found = list(seeds)
    if len(found) != count:
        raise BadInput(
            f"There are {count} worlds, but {len(found)} seeds. Give one seed for each world."
        )
    for seed in found:
        if not _is_whole(seed):
            raise BadInput(f"The seed is {seed!r}, but it must be a whole number.")
    return [int(seed) for seed in found]


def _is_whole(value: Any) -> TypeGuard[int]:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def resolved(
    mazes: str | World | Sequence[str | World], count: int | None
) -> tuple[list[World], NDArray[np.int64]]:
    """Return the different mazes, and which of them each world is in.

    Raises:
        BadInput: They are not as many as worlds, or have different numbers of robots.
    """
    if isinstance(mazes, (str, World)):
        if not _is_whole(count) or not 1 <= count <= MOST_WORLDS:
            raise BadInput(f"`count` is {count}: give the number of worlds, 1 to {MOST_WORLDS:,}.")
        given: list[str | World] = [mazes]
        numbers = [0] * count
    else:
        different: dict[str | int, int] = {}
        keys: list[str | int] = [maze if isinstance(maze, str) else id(maze) for maze in mazes]
        numbers = [different.setdefault(key, len(different)) for key in keys]
        given = [mazes[keys.index(key)] for key in different]
        if not given or count not in (None, len(keys)):
            raise BadInput(
                f"There are {len(keys)} mazes, but `count` is {count}. Leave it out: there is a "
                "world for each maze."
            )
    found = [find_maze(maze) if isinstance(maze, str) else maze for maze in given]
    if any(maze.mission.kind == "soccer" for maze in found):
        raise BadInput(
            "There is no referee in a batch, so it can't play soccer. Take a maze with another "
            "mission, or none: `dataclasses.replace(maze, mission=Mission())`."
        )
    robots = {len(maze.robots) for maze in found}
    if len(robots) > 1 or robots == {0}:
        few, many = min(robots), max(robots)
        raise BadInput(
            "The worlds of a batch have the same number of robots, at least one. These mazes have "
            f"{few} to {many}."
        )
    return found, np.array(numbers, np.int64)


def speeds_of(speeds: ArrayLike, worlds: int, robots: int) -> NDArray[Any]:
    """Return orders of speeds [worlds, robots, 2] as whole numbers, or ``BadInput``."""
    given = np.asarray(speeds)
    if given.dtype.kind not in "iuf":
        raise BadInput(f"{speeds!r} are no speeds: give an array of whole numbers.")
    shape = (worlds, robots, 2)
    try:
        orders = np.broadcast_to(given, shape)
    except ValueError:
        raise BadInput(
            f"The speeds have the shape {given.shape}, but {shape} is needed: worlds, robots, "
            "left and right wheel."
        ) from None
    if orders.dtype.kind not in "iu":
        bad = ~(np.isfinite(orders) & (orders == np.rint(orders)))
        if bad.any():
            raise BadInput(
                f"{orders[bad][0]} isn't a speed: speeds are whole numbers. Round them with "
                "np.rint."
            )
    if (np.abs(orders) > FASTEST).any():
        raise BadInput(
            f"{orders[np.abs(orders) > FASTEST][0]} isn't a speed: a wheel takes {-FASTEST} to "
            f"{FASTEST}."
        )
    return orders

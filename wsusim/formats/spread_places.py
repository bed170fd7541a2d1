"""Places that an ARGoS experiment distributes things to: in a row, on a grid, or spread evenly.

What ARGoS draws by chance follows Halton's sequence here: it looks like chance, covers the area
evenly, and is the same each time.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from xml.etree.ElementTree import Element

Spot = tuple[float, float, float]
"""``x, y`` and the heading in degrees, as the file counts them."""

Numbers = Callable[[Element, str, int, str], list[float]]
"""Reads the figures of an element: element, name, how many at least, what is usual."""

_BASES = (2, 3, 5)


def spots_of(
    position: Element, turning: Element | None, numbers: Numbers, first: int = 1
) -> Iterator[Spot]:
    """Yield one spot after the other; a grid has an end.

    Args:
        position: How the places are chosen.
        turning: How the headings are; without it they are 0.
        numbers: Reads the figures of both.
        first: Where the sequence begins, so that things of another kind don't get the same places.
    """
    headings = _values(turning, numbers, _BASES[2:], first)
    for (x, y), (heading,) in zip(_places(position, numbers, first), headings, strict=False):
        yield x, y, heading


def _places(position: Element, numbers: Numbers, first: int) -> Iterator[Sequence[float]]:
    if position.get("method") != "grid":
        yield from _values(position, numbers, _BASES[:2], first)
        return
    middle = numbers(position, "center", 2, "0,0,0")
    distances = numbers(position, "distances", 2, "")
    counts = [max(1, int(value)) for value in numbers(position, "layout", 2, "")[:2]]
    for row, column in itertools.product(range(counts[1]), range(counts[0])):
        yield [
            middle[axis] + (at - (counts[axis] - 1) / 2.0) * distances[axis]
            for axis, at in enumerate((column, row))
        ]


def _values(
    one: Element | None, numbers: Numbers, bases: Sequence[int], first: int
) -> Iterator[Sequence[float]]:
    """Yield as many values at a time as there are bases, by the method of an element."""
    axes = range(len(bases))
    method = "constant" if one is None else one.get("method", "constant")
    if one is None or method == "constant":
        fixed = [0.0] * len(bases) if one is None else numbers(one, "values", len(bases), "0,0,0")
        yield from itertools.repeat(fixed[: len(bases)])
    elif method == "gaussian":
        means = numbers(one, "mean", len(bases), "0,0,0")
        spans = numbers(one, "std_dev", len(bases), "0,0,0")
        low = [means[axis] - spans[axis] for axis in axes]
        high = [means[axis] + spans[axis] for axis in axes]
    else:
        low = numbers(one, "min", len(bases), "0,0,0")
        high = numbers(one, "max", len(bases), "0,0,0")
    for number in itertools.count(first):
        shares = [_halton(number, base) for base in bases]
        yield [low[axis] + shares[axis] * (high[axis] - low[axis]) for axis in axes]


def _halton(number: int, base: int) -> float:
    """Return a number of Halton's sequence, from 0 to 1: the digits in ``base``, mirrored."""
    share, digit = 0.0, 1.0
    while number:
        number, rest = divmod(number, base)
        digit /= base
        share += digit * rest
    return share

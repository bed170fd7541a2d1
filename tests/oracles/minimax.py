"""The coefficients of ``wsusim.model.elementary``, worked out again with 60 digits.

Remez's exchange (Remez 1934; Cheney 1966, Introduction to Approximation Theory, chapter 3): the
polynomial whose greatest weighted error is least has an error of the same size and of changing sign
at one place more than it has coefficients. A linear system gives the polynomial for some places,
the extremes of its error are the next places, until they stay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import mpmath

DIGITS = 60
ROUNDS = 6
STEPS = 40
"""Places between two extremes at which the next ones are looked for."""


@dataclass(frozen=True)
class Wanted:
    """A function, where it is wanted, and how much its error counts there."""

    function: Callable[[Any], Any]
    low: str
    high: str
    count: int
    weight: Callable[[Any], Any]


def _sine(z: Any) -> Any:
    r = mpmath.sqrt(z)
    return (mpmath.sin(r) / r - 1) / z


def _cosine(z: Any) -> Any:
    return (mpmath.cos(mpmath.sqrt(z)) - 1 + z / 2) / z**2


def _arc(z: Any) -> Any:
    u = mpmath.sqrt(z)
    return (mpmath.atan(u) / u - 1) / z


def _power(r: Any) -> Any:
    return (mpmath.exp(r) - 1 - r - r * r / 2) / r**3


def _logarithm(z: Any) -> Any:
    s = mpmath.sqrt(z)
    return (mpmath.atanh(s) / s - 1 - z / 3) / z**2


WANTED = {
    "SINE": Wanted(_sine, "1e-12", "0.6169", 7, lambda z: z + 0.01),
    "COSINE": Wanted(_cosine, "1e-8", "0.6169", 6, lambda z: z**2 + 0.01),
    "ARC": Wanted(_arc, "1e-12", "0.00392", 5, lambda z: z + 0.0001),
    "POWER": Wanted(_power, "-0.3467", "0.34671", 10, lambda r: r**2 + 0.001),
    "LOGARITHM": Wanted(_logarithm, "1e-8", "0.02945", 8, lambda z: z**2 + 0.0001),
}
"""By their names there. The intervals are a hair wider than what a reduction leaves."""


def coefficients(name: str) -> tuple[float, ...]:
    """Return the coefficients of one of them, the lowest first, as doubles."""
    with mpmath.workdps(DIGITS):
        return tuple(float(c) for c in _remez(WANTED[name]))


def _remez(wanted: Wanted) -> list[Any]:
    low, high = mpmath.mpf(wanted.low), mpmath.mpf(wanted.high)
    count = wanted.count
    middle, half = (low + high) / 2, (high - low) / 2
    places = [middle - half * mpmath.cos(mpmath.pi * k / count) for k in range(count + 1)]
    found: list[Any] = []
    for _ in range(ROUNDS):
        rows = [
            [x**power for power in range(count)] + [(-1) ** k / wanted.weight(x)]
            for k, x in enumerate(places)
        ]
        values = [wanted.function(x) for x in places]
        found = list(mpmath.lu_solve(mpmath.matrix(rows), mpmath.matrix(values)))[:count]
        places = _extremes(wanted, found, places)
    return found


def _extremes(wanted: Wanted, found: list[Any], places: list[Any]) -> list[Any]:
    """Return where the error is greatest, one place around each of the places before."""

    def error(x: Any) -> Any:
        return (_polynomial(found, x) - wanted.function(x)) * wanted.weight(x)

    signs = [mpmath.sign(error(x)) for x in places]
    edges = [places[0], *((a + b) / 2 for a, b in pairwise(places)), places[-1]]
    return [
        max(
            (a + (b - a) * k / STEPS for k in range(STEPS + 1)),
            key=lambda x, sign=sign: sign * error(x),
        )
        for a, b, sign in zip(edges[:-1], edges[1:], signs, strict=True)
    ]


def _polynomial(values: Sequence[Any], x: Any) -> Any:
    total = mpmath.mpf(0)
    for value in reversed(values):
        total = total * x + value
    return total


def greatest_error(name: str, values: tuple[float, ...]) -> float:
    """Return the greatest weighted error of coefficients over 500 places."""
    wanted = WANTED[name]
    with mpmath.workdps(DIGITS):
        low, high = mpmath.mpf(wanted.low), mpmath.mpf(wanted.high)
        places = (low + (high - low) * k / 499 for k in range(500))
        return float(
            max(
                abs((_polynomial(values, x) - wanted.function(x)) * wanted.weight(x))
                for x in places
            )
        )

"""Gives controllers a ``math`` whose sines are the same on every computer.

``math.sin`` is the C library's, which differs in the last digit from one computer to the next, and
a program that steers by it would drive differently elsewhere. While a controller exists, the
functions of ``math`` are therefore those of ``model.elementary``: under the same names, for the
same arguments, with the same errors and special values as Python's own. So are those that
``random`` and ``statistics`` have taken from it.

Not replaced are ``erf``, ``erfc``, ``gamma``, ``lgamma``, ``cmath``, ``**`` of numbers with a
point, and numpy's functions (see ``manual/developer/decisions``).
"""

from __future__ import annotations

import contextlib
import math
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, SupportsFloat

from wsusim.model import elementary

_OF_ONE = (
    *("acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cos", "cosh", "exp", "exp2"),
    *("expm1", "log1p", "sin", "sinh", "tan", "tanh"),
)
_OF_TWO = ("atan2",)
_LOGARITHMS = ("log2", "log10")
_USERS = ("random", "statistics")
"""Modules of Python that have taken functions from ``math`` under names of their own."""


class _Given:
    """The users of the functions; the last one restores them."""

    lock = threading.Lock()
    count = 0
    replaced: tuple[tuple[Any, str, Any], ...] = ()


@contextlib.contextmanager
def own_math() -> Iterator[None]:
    """Replace the functions of ``math`` in this process until the block ends."""
    with _Given.lock:
        _Given.count += 1
        if _Given.count == 1:
            _Given.replaced = _replace()
    try:
        yield
    finally:
        with _Given.lock:
            _Given.count -= 1
            if _Given.count == 0:
                for module, name, function in _Given.replaced:
                    setattr(module, name, function)
                _Given.replaced = ()


def give_own_math() -> None:
    """Replace the functions of ``math`` in a process that has one controller and nothing else."""
    _replace()


def _replace() -> tuple[tuple[Any, str, Any], ...]:
    """Replace them; return each module, name and original function."""
    modules = [math, *(sys.modules[name] for name in _USERS if name in sys.modules)]
    replaced = []
    for module in modules:
        for name, function in list(vars(module).items()):
            try:
                own = _FUNCTIONS.get(function)
            except TypeError:  # what can't be a key is no function
                continue
            if own is not None:
                replaced.append((module, name, function))
                setattr(module, name, own)
    return tuple(replaced)


def _of_one(name: str) -> Callable[..., float]:
    theirs, ours = getattr(math, name), getattr(elementary, name)

    def function(x: SupportsFloat, /) -> float:
        number = x if type(x) is float else _number(x)
        value: float = ours(number)
        # What is not finite has a reason, for which Python has its error.
        return value if value - value == 0.0 else theirs(number)

    return function


def _of_two(name: str) -> Callable[..., float]:
    theirs, ours = getattr(math, name), getattr(elementary, name)

    def function(y: SupportsFloat, x: SupportsFloat, /) -> float:
        first = y if type(y) is float else _number(y)
        second = x if type(x) is float else _number(x)
        value: float = ours(first, second)
        return value if value - value == 0.0 else theirs(first, second)

    return function


def _logarithm(name: str) -> Callable[..., float]:
    theirs, ours = getattr(math, name), getattr(elementary, name)

    def function(x: Any, /) -> float:
        if type(x) is int and x < 0:
            return float(theirs(x))  # an error
        if type(x) is int and x > _LARGEST:
            # As Python does: the 53 leading bits and a power of 2.
            power = x.bit_length() - 53
            value: float = ours(float(x >> power)) + ours(2.0) * power
            return value
        number = x if type(x) is float else _number(x)
        value = ours(number)
        return value if value - value == 0.0 else theirs(number)

    return function


def _pow(x: SupportsFloat, y: SupportsFloat, /) -> float:
    base = x if type(x) is float else _number(x)
    power = y if type(y) is float else _number(y)
    if 0.0 < base < math.inf and abs(power) < math.inf:
        value = elementary.pow(base, power)
    elif -math.inf < base < 0.0 and power == math.floor(power if abs(power) < math.inf else 0.5):
        value = elementary.pow(-base, power)
        value = -value if power % 2.0 == 1.0 else value
    else:
        return _THEIRS["pow"](base, power)
    return value if value - value == 0.0 else _THEIRS["pow"](base, power)


def _log(x: Any, *base: Any) -> float:
    if not base:
        return _NATURAL_LOG(x)
    if len(base) > 1:
        return _THEIRS["log"](x, *base)  # an error
    return _NATURAL_LOG(x) / _NATURAL_LOG(base[0])


def _hypot(*coordinates: SupportsFloat) -> float:
    numbers = [x if type(x) is float else _number(x) for x in coordinates]
    if len(numbers) == 2:
        value = elementary.hypot(*numbers)
    else:
        value = 0.0
        for number in sorted(map(abs, numbers)):
            value = elementary.hypot(value, number)
    return value if value - value == 0.0 else _THEIRS["hypot"](*numbers)


def _dist(p: Sequence[SupportsFloat], q: Sequence[SupportsFloat], /) -> float:
    ps, qs = tuple(p), tuple(q)
    if len(ps) != len(qs):
        return _THEIRS["dist"](ps, qs)  # an error
    return _hypot(*(_number(a) - _number(b) for a, b in zip(ps, qs, strict=True)))


def _number(x: Any) -> float:
    """Return a number as ``math`` takes it, or raise what ``math`` does."""
    return math.ldexp(x, 0)


_LARGEST = 2**1000
_THEIRS: dict[str, Callable[..., float]] = {
    name: vars(math)[name] for name in ("pow", "log", "hypot", "dist")
}
_NATURAL_LOG = _logarithm("log")
_OWN: dict[str, Callable[..., float]] = {
    **{name: _of_one(name) for name in _OF_ONE},
    **{name: _of_two(name) for name in _OF_TWO},
    **{name: _logarithm(name) for name in _LOGARITHMS},
    "dist": _dist,
    "hypot": _hypot,
    "log": _log,
    "pow": _pow,
}
for _name, _function in _OWN.items():
    _function.__name__ = _function.__qualname__ = _name
    _function.__module__, _function.__doc__ = "math", getattr(math, _name).__doc__
_FUNCTIONS = {getattr(math, name): own for name, own in _OWN.items()}

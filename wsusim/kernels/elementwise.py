"""The elementary functions for whole arrays, with the same results on every computer.

numpy's differ: it has sines and powers of its own for some processors, and takes those of the C
library for the others. Arrays of any shape; the result is a new one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wsusim.kernels import elementary as one
from wsusim.kernels.elementary import pow as power_of_one
from wsusim.kernels.jit import loop

Floats: TypeAlias = NDArray[np.float64]


@loop
def _fill_sin(x: Floats, out: Floats) -> None:
    for k in range(out.size):
        out[k] = one.sin(x[k])


@loop
def _fill_cos(x: Floats, out: Floats) -> None:
    for k in range(out.size):
        out[k] = one.cos(x[k])


@loop
def _fill_tan(x: Floats, out: Floats) -> None:
    for k in range(out.size):
        out[k] = one.tan(x[k])


@loop
def _fill_acos(x: Floats, out: Floats) -> None:
    for k in range(out.size):
        out[k] = one.acos(x[k])


@loop
def _fill_log1p(x: Floats, out: Floats) -> None:
    for k in range(out.size):
        out[k] = one.log1p(x[k])


@loop
def _fill_expm1(x: Floats, out: Floats) -> None:
    for k in range(out.size):
        out[k] = one.expm1(x[k])


@loop
def _fill_tanh(x: Floats, out: Floats) -> None:
    for k in range(out.size):
        out[k] = one.tanh(x[k])


@loop
def _fill_atan2(y: Floats, x: Floats, out: Floats) -> None:
    for k in range(out.size):
        out[k] = one.atan2(y[k], x[k])


@loop
def _fill_power(base: Floats, power: float, out: Floats) -> None:
    for k in range(out.size):
        out[k] = power_of_one(base[k], power)


def sin(x: ArrayLike) -> Floats:
    """Return the sines."""
    return _each(_fill_sin, x)


def cos(x: ArrayLike) -> Floats:
    """Return the cosines."""
    return _each(_fill_cos, x)


def tan(x: ArrayLike) -> Floats:
    """Return the tangents."""
    return _each(_fill_tan, x)


def acos(x: ArrayLike) -> Floats:
    """Return the arc cosines."""
    return _each(_fill_acos, x)


def log1p(x: ArrayLike) -> Floats:
    """Return the logarithms of 1 + x."""
    return _each(_fill_log1p, x)


def expm1(x: ArrayLike) -> Floats:
    """Return the powers of e, less 1."""
    return _each(_fill_expm1, x)


def tanh(x: ArrayLike) -> Floats:
    """Return the hyperbolic tangents."""
    return _each(_fill_tanh, x)


def atan2(y: ArrayLike, x: ArrayLike) -> Floats:
    """Return the angles of points (x, y); both arrays have the same shape."""
    flat = np.ascontiguousarray(y, np.float64)
    out = np.empty(flat.shape)
    _fill_atan2(flat.ravel(), np.ascontiguousarray(x, np.float64).ravel(), out.ravel())
    return out


def power(base: ArrayLike, exponent: float) -> Floats:
    """Return numbers of 0 or more to a power."""
    flat = np.ascontiguousarray(base, np.float64)
    out = np.empty(flat.shape)
    _fill_power(flat.ravel(), float(exponent), out.ravel())
    return out


def _each(fill: Callable[[Floats, Floats], None], x: ArrayLike) -> Floats:
    flat = np.ascontiguousarray(x, np.float64)
    out = np.empty(flat.shape)
    fill(flat.ravel(), out.ravel())
    return out

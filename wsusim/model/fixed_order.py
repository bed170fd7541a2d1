"""Sums over arrays in one order, the same on every computer.

``@``, ``np.dot``, ``np.einsum`` and ``np.convolve`` leave the order, and whether a product and a
sum are rounded once or twice, to a library that decides by the processor; ``np.hypot`` is the C
library's. ``sum`` of Python carries an error along from 3.12 on and doesn't before.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def product(a: Floats, b: Floats) -> Floats:
    """Return the matrix product of ``a`` [..., k] and ``b`` [k] or [k, m], term by term."""
    if b.ndim == 1 and a.ndim == 2 and len(a) > 1:
        # Down a column numpy adds row after row; only along a row it groups what it adds.
        of_columns: Floats = (np.ascontiguousarray(a.T) * b[:, None]).sum(axis=0)
        return of_columns
    column = a if b.ndim == 1 else a[..., None, :]
    total: Floats = column[..., 0] * b[0]
    for k in range(1, a.shape[-1]):
        total += column[..., k] * b[k]
    return total


def lengths(x: Floats, y: Floats) -> Floats:
    """Return the length of each vector (x, y); for lengths of this world, far from overflow."""
    length: Floats = np.sqrt(x * x + y * y)
    return length


def total_of(values: Iterable[float]) -> float:
    """Return the sum of numbers, one added after the other."""
    total = 0.0
    for value in values:
        total += value
    return total

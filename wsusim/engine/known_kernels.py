"""A kernel compiled for some arguments, called without numba finding out their types again.

numba takes 6 ms to find the types of all that a world is made of, more than simulating a minute of
it takes; the runs of a class have the same types again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

from wsusim.kernels.argument_words import Placed
from wsusim.kernels.jit import compiled

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_BITS = 64
"""Of a whole number that numba does not take for one without a sign."""


class KnownKernel:
    """One kernel, compiled for each shape of arguments once."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._known: dict[object, Callable[..., Any]] = {}

    def for_arguments(self, *arguments: object) -> Callable[..., Any]:
        """Return the kernel compiled for arguments of these types, and no others."""
        shape = shape_of(arguments)
        known = self._known.get(shape)
        if known is None:
            known = self._known[shape] = compiled(self._kernel, *arguments)
        return known

    def call(self, *arguments: object) -> Any:
        """Call the kernel compiled for such arguments."""
        return self.for_arguments(*arguments)(*arguments)


def shape_of(argument: object) -> object:
    """Return all of an argument that its type for numba depends on."""
    if isinstance(argument, Placed):
        return _shape_of_row(argument)
    if isinstance(argument, np.ndarray):
        flags = argument.flags
        dtype: np.dtype[Any] = argument.dtype
        how = flags.c_contiguous, flags.f_contiguous, flags.aligned, flags.writeable
        return type(argument), dtype, dtype.isalignedstruct, argument.ndim, how
    if isinstance(argument, tuple):
        return type(argument), tuple(map(shape_of, argument))
    if isinstance(argument, np.generic):
        return type(argument), argument.dtype
    if isinstance(argument, int):
        return type(argument), argument.bit_length() < _BITS
    return type(argument)


_ROWS: WeakKeyDictionary[Placed[Any], object] = WeakKeyDictionary()
"""The shape of each row that has been handed over: it stays, and is asked for again and again."""


def _shape_of_row(row: Placed[Any]) -> object:
    """Return what stands for all rows whose tuples have the same shape."""
    shape = _ROWS.get(row)
    if shape is None:
        shape = _ROWS[row] = _one_for_all(shape_of(row.arguments))
    return shape


@cache
def _one_for_all(_shape: object) -> object:
    """Return one thing for all equal shapes: a deep tuple would be hashed at each look-up."""
    return object()

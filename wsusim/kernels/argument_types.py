"""What numba takes the arguments of a kernel for, found without numba's own detours.

numba asks of each array whether it is a masked one, for which numpy loads all that belongs to
these (60 ms), and names the fields of its records again for each array that has them.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import numpy as np
from numba import types

from wsusim.kernels.numba_inside import from_dtype, type_of


def type_of_argument(argument: object) -> Any:
    """Return numba's type of an argument, as ``numba.typeof`` does.

    Raises:
        ValueError: Kernels can't take such a thing.
    """
    if type(argument) is np.ndarray:
        flags = argument.flags
        layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
        kind = _type_of_item(argument.dtype, argument.dtype.isalignedstruct)
        return cast(Any, types.Array)(kind, argument.ndim, layout, readonly=not flags.writeable)
    if isinstance(argument, tuple):
        kinds = [type_of_argument(one) for one in argument]
        return cast(Any, types.BaseTuple).from_types(kinds, type(argument))
    return cast(Any, type_of)(argument)


@cache
def _type_of_item(dtype: np.dtype[Any], _is_aligned: bool) -> Any:
    """Return the type of an array's items; records count as equal to numpy, aligned or not."""
    return cast(Any, from_dtype)(dtype)


def know_types(kernel: Any) -> None:
    """Let a kernel find the types of its arguments in this way when Python calls it."""

    def typeof_pyval(argument: object) -> Any:
        kind = type_of_argument(argument)
        kernel._types_active_call.add(kind)
        return kind

    kernel.typeof_pyval = typeof_pyval

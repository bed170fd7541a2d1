"""The arguments of a kernel as a row of words in memory, so that one loop can go through many.

A kernel gets its arrays one by one: where each lies in memory, how long it is, and so on. Written
down as words of 64 bits, the arguments of many calls are rows of a table, and a kernel goes from
one to the next without Python. Whoever writes rows keeps the arrays alive that they speak of.
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from wsusim.kernels.jit import loop

Words = NDArray[np.int64]
Arguments = TypeVar("Arguments")


def _place(context: Any, builder: Any, words: Any, array: Any, of: Any) -> Any:
    """Return the address of a row, as that of arguments of a type."""
    row = context.make_array(words)(context, builder, array)
    return builder.bitcast(row.data, context.get_value_type(of).as_pointer())


@cast(Any, intrinsic)
def _store(_context: Any, words: Any, arguments: Any) -> Any:
    """Write arguments into a row."""

    def codegen(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        place = _place(context, builder, words, values[0], arguments)
        builder.store(values[1], place)
        return context.get_dummy_value()

    return types.void(words, arguments), codegen


@cast(Any, intrinsic)
def load(_context: Any, words: Any, like: Any) -> Any:
    """Return the arguments that a row holds; ``like`` is any tuple of their types."""

    def codegen(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.load(_place(context, builder, words, values[0], like))

    return like(words, like), codegen


@cast(Any, intrinsic)
def _count(_context: Any, arguments: Any) -> Any:
    """Return how many words arguments take."""

    def codegen(context: Any, _builder: Any, _signature: Any, _values: Any) -> Any:
        size = context.get_abi_sizeof(context.get_value_type(arguments))
        return ir.Constant(ir.IntType(64), -(-size // 8))

    return types.int64(arguments), codegen


@loop
def count_words(arguments: Any) -> int:
    """Return how many words the row of some arguments has."""
    return int(_count(arguments))


@loop
def write_words(words: Words, arguments: Any) -> None:
    """Write arguments into a row that is long enough.

    Mutates:
        ``words`` [n].
    """
    _store(words, arguments)

"""The arguments of a kernel as a row of words in memory, which kernels reach by its address.

numba passes a tuple of arrays by value: the address, length and so on of each, about four hundred
words for the tick kernel, at each call of each kernel inside. A ``Placed`` tuple stands in memory
instead, and a call hands over one address; a kernel says ``scene.robots`` either way. So one loop
can also go through many worlds: each is a row of a table. The code that writes rows must keep their
arrays alive.

A word is 64 bits. An array has one for its address, and then its shape, and how many bytes it is
from one row, column ... to the next; a number has one; a tuple has those of its fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import accumulate
from typing import Any, Generic, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import (
    NativeValue,
    infer_getattr,
    intrinsic,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)
from numpy.typing import NDArray

from wsusim.kernels.argument_types import type_of_argument
from wsusim.kernels.numba_inside import AttributeTemplate, populate_array

Words = NDArray[np.int64]
Arguments = TypeVar("Arguments", bound=tuple[Any, ...])

_WORD = ir.IntType(64)


class Placed(Generic[Arguments]):
    """A named tuple of arrays, numbers and named tuples, with its row of words.

    What kernels see is what the tuple held when this was made.
    """

    def __init__(self, arguments: Arguments) -> None:
        self.arguments = arguments
        self.words = words_of(arguments)
        self.address = int(self.words.ctypes.data)


def placed(arguments: Arguments) -> Arguments:
    """Return arguments ``Placed``; of all that a tuple can do, kernels alone see its fields."""
    return cast(Arguments, Placed(arguments))


def words_of(arguments: Any) -> Words:
    """Return the row of some arguments."""
    return np.array(list(_words(arguments)), np.int64)


def _words(value: Any) -> Iterator[int]:
    if isinstance(value, tuple):
        for part in value:
            yield from _words(part)
    elif isinstance(value, np.ndarray):
        yield int(value.ctypes.data)
        yield from value.shape
        yield from value.strides
    elif isinstance(value, float):
        yield int(np.float64(value).view(np.int64))
    else:
        yield int(value)


class _Row(types.Type):
    """What numba knows of a row: its fields, and whether it stays as it is while a kernel runs."""

    def __init__(self, arguments: Any, is_fixed: bool) -> None:
        self.arguments = arguments
        self.is_fixed = is_fixed
        self.kinds = dict(zip(arguments.fields, arguments.types, strict=True))
        begins = accumulate((_width(kind) for kind in arguments.types), initial=0)
        self.begins = dict(zip(arguments.fields, begins, strict=False))
        digest = sha256(str(arguments).encode()).hexdigest()[:12]
        name = arguments.instance_class.__name__
        cast(Any, super()).__init__(name=f"{name}_{digest}_{'fixed' if is_fixed else 'row'}")


def _width(kind: Any) -> int:
    """Return how many words an argument of a type takes."""
    if isinstance(kind, types.NamedTuple):
        return sum(_width(part) for part in cast(Any, kind).types)
    return 1 + 2 * cast(Any, kind).ndim if isinstance(kind, types.Array) else 1


@cast(Any, register_model)(_Row)
class _RowModel(models.PrimitiveModel):
    """An address."""

    def __init__(self, manager: Any, kind: Any) -> None:
        cast(Any, super()).__init__(manager, kind, _WORD.as_pointer())


@cast(Any, typeof_impl).register(Placed)
def _type_of_placed(placed: Placed[Any], _context: Any) -> Any:
    return _Row(type_of_argument(placed.arguments), is_fixed=True)


@cast(Any, unbox)(_Row)
def _address_of(_kind: Any, placed: Any, made: Any) -> Any:
    address = made.pyapi.object_getattr_string(placed, "address")
    row = made.pyapi.long_as_voidptr(address)
    made.pyapi.decref(address)
    return cast(Any, NativeValue)(made.builder.bitcast(row, _WORD.as_pointer()))


@cast(Any, infer_getattr)
class _Fields(AttributeTemplate):
    key = _Row

    def generic_resolve(self, row: Any, name: str) -> Any:  # type: ignore[override]
        """Return the type of a field; a tuple in a row is a row, too."""
        kind = row.kinds[name]
        return _Row(kind, row.is_fixed) if isinstance(kind, types.NamedTuple) else kind


@cast(Any, lower_getattr_generic)(_Row)
def _field(context: Any, builder: Any, row: _Row, place: Any, name: str) -> Any:
    """Return a field: an address in the row, or what is there."""
    kind, begin = row.kinds[name], row.begins[name]
    if isinstance(kind, types.NamedTuple):
        return builder.gep(place, [_WORD(begin)])

    def word(number: int) -> Any:
        read = builder.load(builder.gep(place, [_WORD(begin + number)]))
        if row.is_fixed:
            read.set_metadata("invariant.load", builder.module.add_metadata([]))
        return read

    if isinstance(kind, types.Array):
        return _array(context, builder, kind, word)
    wanted = context.get_value_type(kind)
    if isinstance(wanted, ir.IntType):
        return builder.trunc(word(0), wanted) if wanted.width < _WORD.width else word(0)
    return builder.bitcast(word(0), wanted)


def _array(context: Any, builder: Any, kind: Any, word: Any) -> Any:
    """Return an array whose address, shape and strides are words."""
    array = context.make_array(kind)(context, builder)
    item = context.get_data_type(kind.dtype)
    size = context.get_abi_sizeof(item)
    strides = [word(1 + kind.ndim + axis) for axis in range(kind.ndim)]
    if kind.layout == "C":
        strides[-1] = _WORD(size)
    populate_array(
        array,
        data=builder.inttoptr(word(0), item.as_pointer()),
        shape=[word(1 + axis) for axis in range(kind.ndim)],
        strides=strides,
        itemsize=size,
        meminfo=None,
    )
    return array._getvalue()


@cast(Any, intrinsic)
def at(_context: Any, words: Any, like: Any) -> Any:
    """Return the arguments that a row of words holds now; ``like`` is a ``Placed`` tuple of them.

    The row may hold others later.
    """
    kind = _Row(like.arguments, is_fixed=False)

    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        row = context.make_array(signature.args[0])(context, builder, values[0])
        return builder.bitcast(row.data, _WORD.as_pointer())

    return kind(words, like), codegen


@cast(Any, intrinsic)
def call_at(_context: Any, address: Any, number: Any, words: Any, like: Any) -> Any:
    """Call the kernel at an address with a number and the row of words; return a whole number.

    It must be compiled for ``like``, see ``jit.address_of``.
    """

    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        row = context.make_array(signature.args[2])(context, builder, values[2])
        kinds = (types.int64, like)
        kernel = context.call_conv.get_function_type(types.int64, kinds)
        _, result = context.call_conv.call_function(
            builder,
            builder.inttoptr(values[0], kernel.as_pointer()),
            types.int64,
            kinds,
            (values[1], builder.bitcast(row.data, _WORD.as_pointer())),
        )
        return result

    return types.int64(address, types.int64, words, like), codegen

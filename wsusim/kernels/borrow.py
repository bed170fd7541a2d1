"""Arrays without a reference count, for the inner loops."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, cast

from numba.extending import intrinsic

Array = TypeVar("Array")


class Borrow(Protocol):
    """The type of ``borrow``."""

    def __call__(self, array: Array) -> Array:
        """Return the same array; only within kernels."""


@intrinsic
def _borrow(typing_context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, value=arguments[0])
        view.meminfo = view.meminfo.type(None)  # a null pointer: nothing to count
        view.parent = view.parent.type(None)
        return view._getvalue()

    return array(array), generate


borrow = cast(Borrow, _borrow)
"""Return the same array, but without a share in its ownership.

numba counts the references to an array with atomic operations, which cost more than the small
kernels themselves: sensing in the open fell from 260 to 60 ns without them. A kernel borrows its
arguments at its beginning; the caller holds them, so they outlive the call. Never return a borrowed
array.
"""

"""How kernels are compiled.

``entry`` and ``loop`` are called from Python and kept on disk. ``inner`` kernels are called only by
other kernels, and compiled into them. ``loop`` and ``inner`` make no arrays; in return they compile
in half the time and count no references to the arrays they get (numba does that with atomic
operations, which would cost more than the small kernels themselves). ``inline`` is an ``inner``
that becomes part of its caller: worth it for what is called in every tick, as a call hands over
some ninety numbers. An ``apart`` kernel never becomes part of its caller.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_ALL: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_UNCOUNTED: dict[str, Any] = {"_nrt": False}
_UNREACHABLE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def entry(kernel: Kernel) -> Kernel:
    """Compile a kernel that Python calls and that may make arrays."""
    return cast(Kernel, njit(cache=True, **_ALL)(kernel))


def loop(kernel: Kernel) -> Kernel:
    """Compile a kernel that Python calls and that makes no arrays."""
    return cast(Kernel, njit(cache=True, **_ALL, **_UNCOUNTED)(kernel))


def inner(kernel: Kernel) -> Kernel:
    """Compile a kernel that only kernels call and that makes no arrays."""
    return cast(Kernel, njit(**_ALL, **_UNCOUNTED, **_UNREACHABLE)(kernel))


def inlined(kernel: Kernel) -> Kernel:
    """Compile an ``inner`` kernel of the hot path into its callers' very code.

    A call hands over every field of every array in a tuple, some hundred words: sensing at a wall
    takes five times as long without this.
    """
    return cast(Kernel, njit(forceinline=True, **_ALL, **_UNCOUNTED, **_UNREACHABLE)(kernel))


def inline(kernel: Kernel) -> Kernel:
    """Compile a short kernel, called in every tick, into the body of its caller."""
    return cast(Kernel, njit(forceinline=True, **_ALL, **_UNCOUNTED, **_UNREACHABLE)(kernel))


def apart(kernel: Kernel) -> Kernel:
    """Compile an ``inner`` kernel that the hot path seldom calls into a function of its own.

    Without ``forceinline=False`` it would take over its caller's ``forceinline``; the hot path
    around it then gets slower (a robot with a jammed gripper by 14 %).
    """
    return cast(Kernel, njit(forceinline=False, **_ALL, **_UNCOUNTED, **_UNREACHABLE)(kernel))

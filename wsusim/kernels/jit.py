"""How kernels are compiled.

``entry`` and ``loop`` are called from Python and kept on disk. ``inner`` kernels are called only by
other kernels, and compiled into them. ``loop`` and ``inner`` make no arrays; in return they compile
in half the time and count no references to the arrays they get (numba does that with atomic
operations, which would cost more than the small kernels themselves). ``inline`` is an ``inner``
that becomes part of its caller: worth it for what is called in every tick, as a call hands over
some sixty numbers. An ``apart`` kernel never becomes part of its caller.

LLVM's full optimisation is for what Python calls: all inner kernels are part of that by then, and
optimising each of them by itself as well would take half as long again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import config
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


INNER_LEVEL = "1"
"""LLVM's level of optimisation for inner kernels; 0 leaves so much that the rest takes longer."""


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class _PartLowering(NativeLowering):
    """Makes machine code with little optimisation."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        settings = cast(Any, config)
        kept = settings.OPT
        settings.OPT = settings._OptLevel(INNER_LEVEL)
        try:
            return bool(cast(Any, super()).run_pass(state))
        finally:
            settings.OPT = kept


class _InnerCompiler(CompilerBase):
    """numba's usual compiler, but for the lowering."""

    def define_pipelines(self) -> list[Any]:
        manager = cast(Any, DefaultPassBuilder).define_nopython_pipeline(self.state)
        manager.passes = [
            (_PartLowering if step is NativeLowering else step, what)
            for step, what in manager.passes
        ]
        manager.finalize()
        return [manager]


_ALL: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_UNCOUNTED: dict[str, Any] = {"_nrt": False}
_INNER: dict[str, Any] = {
    **_ALL,
    **_UNCOUNTED,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": _InnerCompiler,
}


def entry(kernel: Kernel) -> Kernel:
    """Compile a kernel that Python calls and that may make arrays."""
    return cast(Kernel, njit(cache=True, **_ALL)(kernel))


def loop(kernel: Kernel) -> Kernel:
    """Compile a kernel that Python calls and that makes no arrays."""
    return cast(Kernel, njit(cache=True, **_ALL, **_UNCOUNTED)(kernel))


def inner(kernel: Kernel) -> Kernel:
    """Compile a kernel that only kernels call and that makes no arrays."""
    return cast(Kernel, njit(**_INNER)(kernel))


def inline(kernel: Kernel) -> Kernel:
    """Compile an ``inner`` kernel of the hot path into its callers' very code.

    A call hands over every field of every array in a tuple: sensing at a wall takes several times
    as long without this.
    """
    return cast(Kernel, njit(forceinline=True, **_INNER)(kernel))


def apart(kernel: Kernel) -> Kernel:
    """Compile an ``inner`` kernel that the hot path seldom calls into a function of its own.

    Without ``forceinline=False`` it would take over its caller's ``forceinline``; the hot path
    around it then gets slower (a robot with a jammed gripper by 14 %).
    """
    return cast(Kernel, njit(forceinline=False, **_INNER)(kernel))


def compiled(kernel: Kernel, *arguments: object) -> Kernel:
    """Return a kernel as compiled for arguments of these types, and for no others.

    It is the same kernel, without the question of which types it gets at each call: that would cost
    half a microsecond for each structured array, and more for a tuple of arrays.
    """
    dispatcher = cast(Any, kernel)
    signature = tuple(dispatcher.typeof_pyval(argument) for argument in arguments)
    return cast(Kernel, dispatcher.compile(signature))

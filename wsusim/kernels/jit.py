"""How kernels are compiled.

``entry`` and ``loop`` are called from Python and kept on disk. ``inner`` kernels are called only by
other kernels, and compiled into them. ``loop`` and ``inner`` make no arrays; in return they compile
in half the time and count no references to the arrays they get (numba does that with atomic
operations, which would cost more than the small kernels themselves). ``inline`` is an ``inner``
that becomes part of its callers: worth it for what is called in every tick. LLVM chooses by size
whether another ``inner`` does. A call passes every field of every array in a tuple, some sixty
words, unless the tuple is ``argument_words.Placed``.

LLVM links and optimises, and makes machine code, only of what Python calls, when all inner kernels
are part of it. numba by itself would do so for each inner kernel as well, with all that is part of
that, again and again up to the top: that takes twice as long. It optimises by level 2: level 3,
numba's own choice, takes twice as long once more and gains nothing in a tick.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import config, njit, types

from wsusim.kernels.argument_types import know_types
from wsusim.kernels.argument_words import Placed
from wsusim.kernels.cache import keep
from wsusim.kernels.numba_inside import (
    PASSES_FOR_OTHERS,
    CompilerBase,
    DefaultPassBuilder,
    JITCodeLibrary,
    NativeLowering,
    OptimisationLevel,
    make_function,
    register_pass,
)

if "NUMBA_OPT" not in os.environ:
    cast(Any, config).OPT = OptimisationLevel(2)  # before anything is compiled

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


class _Part(JITCodeLibrary):
    """LLVM's code of an inner kernel, simplified, for others to take in; it can't be run itself.

    It holds no code of the kernels that it calls: its callers link those, too, so that each is
    linked once, and not once for every way that leads to it.
    """

    parts: tuple[Any, ...] = ()
    """All that a caller must link: this, and what it calls, over however many steps."""

    def finalize(self) -> None:
        called = (part for library in self._linking_libraries for part in _parts_of(library))
        self.parts = tuple(dict.fromkeys((self, *called)))
        self._finalized = True


def _parts_of(library: Any) -> tuple[Any, ...]:
    return library.parts if isinstance(library, _Part) else (library,)


class _Apart(_Part):
    """The same of a kernel that stays a function of its own wherever it is called."""

    def _optimize_functions(self, ll_module: Any) -> None:
        for function in ll_module.functions:
            if not function.is_declaration:
                function.add_function_attribute("noinline")
        cast(Any, super())._optimize_functions(ll_module)


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class _PartLowering(NativeLowering):
    """Makes a ``_Part`` of a kernel."""

    _name = "part_lowering"
    _made: type[_Part] = _Part

    def run_pass(self, state: Any) -> bool:
        name = state.func_id.func_name
        state.library = cast(Any, self._made)(state.targetctx.codegen(), name)
        state.flags.no_compile = True
        cast(Any, super()).run_pass(state)
        lowered = state.cr
        state.library.finalize()
        parts = state.library.parts
        # What numba tells kernels apart by; it has no address.
        key = make_function(
            lowered.fndesc.lookup_module(), name, "", 0, lowered.env, (state.library,)
        )
        state.targetctx.insert_user_function(key, lowered.fndesc, parts)
        state.cr = lowered._replace(cfunc=key)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class _ApartLowering(_PartLowering):
    """Makes an ``_Apart`` of a kernel."""

    _name = "apart_lowering"
    _made = _Apart


class _InnerCompiler(CompilerBase):
    """numba's usual compiler, but for the lowering."""

    _lowering: type[_PartLowering] = _PartLowering

    def define_pipelines(self) -> list[Any]:
        manager = cast(Any, DefaultPassBuilder).define_nopython_pipeline(self.state)
        manager.passes = [
            (self._lowering if step is NativeLowering else step, what)
            for step, what in manager.passes
            if step not in PASSES_FOR_OTHERS
        ]
        manager.finalize()
        return [manager]


class _ApartCompiler(_InnerCompiler):
    """The compiler of what stays apart."""

    _lowering = _ApartLowering


_ALL: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_UNCOUNTED: dict[str, Any] = {"_nrt": False}
INNER: dict[str, Any] = {
    **_ALL,
    **_UNCOUNTED,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": _InnerCompiler,
}
APART: dict[str, Any] = {**INNER, "pipeline_class": _ApartCompiler, "forceinline": False}
"""For what is long and called in many places: compiled once for each kernel that Python calls."""


PLAIN = bool(cast(Any, config).DISABLE_JIT)
"""Whether kernels stay Python, with ``NUMBA_DISABLE_JIT=1``: a test run without the compiler."""


def _plain(kernel: Kernel) -> Kernel:
    """Let Python run a kernel as it stands, with numbers that overflow as they do in a kernel."""

    @functools.wraps(kernel)
    def run(*arguments: Any) -> Any:
        with np.errstate(all="ignore"):
            return kernel(*(_with_attributes(argument) for argument in arguments))

    return cast(Kernel, run)


def _with_attributes(argument: Any) -> Any:
    """Return an argument whose records have their fields as attributes, as in a kernel."""
    if isinstance(argument, Placed):
        argument = argument.arguments
    if isinstance(argument, np.ndarray) and argument.dtype.names:
        return argument.view(np.recarray)
    if isinstance(argument, np.void) and argument.dtype.names:
        return np.asarray(argument).view(np.recarray)[()]
    if isinstance(argument, tuple):
        parts = [_with_attributes(part) for part in argument]
        make = getattr(type(argument), "_make", tuple)
        return make(parts)
    return argument


def entry(kernel: Kernel) -> Kernel:
    """Compile a kernel that Python calls and that may make arrays."""
    if PLAIN:
        return _plain(kernel)
    return cast(Kernel, _kept(njit(**_ALL)(kernel)))


def loop(kernel: Kernel) -> Kernel:
    """Compile a kernel that Python calls and that makes no arrays."""
    if PLAIN:
        return _plain(kernel)
    return cast(Kernel, _kept(njit(**_ALL, **_UNCOUNTED)(kernel)))


class _Inside:
    """A kernel that only kernels call: numba hears of it when it compiles one of those.

    What numba makes of a function before it compiles it takes a third of a millisecond, and there
    are hundreds of these; a program whose kernels are compiled needs none of them.
    """

    def __init__(self, kernel: Callable[..., Any], options: dict[str, Any]) -> None:
        functools.update_wrapper(cast(Any, self), kernel)
        self._kernel, self._options = kernel, options

    @functools.cached_property
    def dispatcher(self) -> Any:
        """What numba makes of the kernel."""
        return _generalised(njit(**self._options)(self._kernel))

    @property
    def _numba_type_(self) -> Any:
        """What numba takes this for, whose name for it this is."""
        return self.dispatcher._numba_type_


def inner(kernel: Kernel) -> Kernel:
    """Compile a kernel that only kernels call and that makes no arrays.

    Without ``forceinline=False`` it would take over its caller's ``forceinline``, as numba hands
    such flags down: then whatever an ``inline`` kernel calls is copied to each place of call.
    """
    if PLAIN:
        return kernel
    return cast(Kernel, _Inside(kernel, {"forceinline": False, **INNER}))


def inline(kernel: Kernel) -> Kernel:
    """Compile an ``inner`` kernel of the hot path into its callers' very code."""
    if PLAIN:
        return kernel
    return cast(Kernel, _Inside(kernel, {"forceinline": True, **INNER}))


def _generalised(kernel: Any) -> Any:
    """Let a kernel be compiled once for whole numbers, instead of for each width and constant.

    numba would compile it separately for a call with ``0`` and for one with ``1``. What a constant
    saves, LLVM finds where the kernel becomes part of its caller.
    """
    template_for = kernel.get_call_template

    def general_template(arguments: Any, named: Any) -> Any:
        return template_for(
            tuple(_general(kind) for kind in arguments),
            {name: _general(kind) for name, kind in named.items()},
        )

    kernel.get_call_template = general_template
    return kernel


def _general(kind: Any) -> Any:
    """Return the type that stands for constants and narrower numbers of a kind."""
    kind = cast(Any, types).unliteral(kind)
    is_whole = isinstance(kind, types.Integer) and cast(Any, kind).signed
    return types.int64 if is_whole else kind


def _kept(kernel: Any) -> Any:
    know_types(kernel)
    keep(kernel)
    return kernel


def compiled(kernel: Kernel, *arguments: object) -> Kernel:
    """Return a kernel as compiled for arguments of these types, and for no others.

    It is the same kernel, without the question of which types it gets at each call: that would cost
    half a microsecond for each structured array, and more for a tuple of arrays.
    """
    if PLAIN:
        return kernel
    dispatcher = cast(Any, kernel)
    signature = tuple(dispatcher.typeof_pyval(argument) for argument in arguments)
    return cast(Kernel, dispatcher.compile(signature))


def address_of(kernel: Kernel, *arguments: object) -> int:
    """Return where the machine code of a kernel lies that is compiled for such arguments."""
    dispatcher = cast(Any, kernel)
    signature = tuple(dispatcher.typeof_pyval(argument) for argument in arguments)
    dispatcher.compile(signature)
    made = dispatcher.overloads[signature]
    return int(made.library.get_pointer_to_function(made.fndesc.llvm_func_name))

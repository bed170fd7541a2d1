"""All that wsusim takes from inside numba: private there, so checked for each release.

``tests/architecture/test_numba_inside.py`` checks that nothing else reaches into it.
"""

from __future__ import annotations

import os
from collections.abc import Hashable
from functools import cache
from typing import Any, cast

from llvmlite.binding import ffi, parse_assembly, parse_bitcode
from numba import _dynfunc, config, typeof  # type: ignore[attr-defined]
from numba.core import base, event, typed_passes, types, untyped_passes
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.config import _OptLevel
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys
from numba.core.targetconfig import TargetConfig
from numba.core.typed_passes import NativeLowering
from numba.core.types.functions import BaseFunction
from numba.core.typing.templates import AttributeTemplate
from numba.np.numpy_support import from_dtype
from numba.np.random._constants import (
    fi_double,
    ki_double,
    wi_double,
    ziggurat_nor_inv_r,
    ziggurat_nor_r,
)

type_of = typeof
make_function = _dynfunc.make_function
OptimisationLevel: Any = _OptLevel


PASSES_FOR_OTHERS: frozenset[type] = frozenset(
    {
        untyped_passes.WithLifting,
        untyped_passes.InlineClosureLikes,
        untyped_passes.MakeFunctionToJitFunction,
        untyped_passes.InlineInlinables,
        untyped_passes.FindLiterallyCalls,
        untyped_passes.LiteralUnroll,
        untyped_passes.LiteralPropagationSubPipelinePass,
        typed_passes.InlineOverloads,
        typed_passes.NopythonRewrites,
        typed_passes.DumpParforDiagnostics,
    }
)
"""Steps of compiling that find nothing to do in an inner kernel: it has no functions within it, no
``with``, and no operators on whole arrays. One that did would fail to compile; a fifteenth of all
compiling is looking for them."""


def compile_for_any_processor() -> None:
    """Make code for any processor of the kind, so that it can be copied to another computer.

    See decision 0027; who sets ``NUMBA_CPU_NAME`` has chosen otherwise.
    """
    if "NUMBA_CPU_NAME" not in os.environ:
        cast(Any, config).CPU_NAME, cast(Any, config).CPU_FEATURES = "generic", ""


def compile_without_detours() -> None:
    """Spare numba what nobody asks for while it compiles: a tenth of compiling the kernels.

    It changes nothing in what is compiled. A program of others that uses numba in this process,
    too, finds no ``llvm_lock`` in the timings of its functions.
    """
    _tell_nobody_of_llvms_lock()
    cast(Any, TargetConfig).values = _all_flags
    cast(Any, BaseFunction).get_call_type = _resolve_once


def _tell_nobody_of_llvms_lock() -> None:
    """Let no call of LLVM, of 70,000, tell the timers of all functions that are being compiled."""
    lock = cast(Any, ffi.lib)._lock
    for callbacks in list(lock._cblist):
        if callbacks[0].__module__ == base.__name__:
            cast(Any, ffi.unregister_lock_callback)(*callbacks)


@cache
def _default_flags(kind: Any) -> dict[str, Any]:
    return {name: option.default for name, option in kind.options.items()}


def _all_flags(flags: Any) -> dict[str, Any]:
    """Return what ``TargetConfig.values`` does: it asks forty properties, for each step's event."""
    return {**_default_flags(cast(Hashable, type(flags))), **flags._values}


_resolved: dict[tuple[int, tuple[Any, ...]], tuple[Any, Any]] = {}
"""Signatures by operator and operands, with the operator itself, so that its number stays its."""

_resolve: Any = BaseFunction.get_call_type

_NUMBERS = (types.Number, types.Boolean)


def _resolve_once(function: Any, context: Any, operands: Any, named: Any) -> Any:
    """Return the signature of an operator for numbers, which is the same each time.

    To find it, numba asks one rule after the other, and words why each one doesn't fit.
    """
    if named or getattr(function.typing_key, "__module__", None) != "_operator":
        return _resolve(function, context, operands, named)
    if not all(isinstance(kind, _NUMBERS) for kind in operands):
        return _resolve(function, context, operands, named)
    key = id(function), tuple(operands)
    if key not in _resolved:
        _resolved[key] = _resolve(function, context, operands, named), function
    return _resolved[key][0]


def populate_array(array: Any, **parts: Any) -> None:
    """Fill in an array as numba does, whose module takes 45 ms and is for what compiles."""
    from numba.np.arrayobj import populate_array as populate

    cast(Any, populate)(array, **parts)


__all__ = [
    "PASSES_FOR_OTHERS",
    "AttributeTemplate",
    "CompileResultCacheImpl",
    "CompilerBase",
    "DefaultPassBuilder",
    "FunctionCache",
    "IndexDataCacheFile",
    "JITCodeLibrary",
    "NativeLowering",
    "OptimisationLevel",
    "compile_for_any_processor",
    "compile_without_detours",
    "cpu_target",
    "event",
    "fi_double",
    "from_dtype",
    "ki_double",
    "make_function",
    "parse_assembly",
    "parse_bitcode",
    "populate_array",
    "register_pass",
    "rtsys",
    "type_of",
    "wi_double",
    "ziggurat_nor_inv_r",
    "ziggurat_nor_r",
]

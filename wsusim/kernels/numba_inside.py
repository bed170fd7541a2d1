"""All that wsusim takes from inside numba: private there, so checked for each release.

``tests/architecture/test_numba_inside.py`` checks that nothing else reaches into it.
"""

from __future__ import annotations

import os
from typing import Any, cast

from llvmlite.binding import parse_assembly, parse_bitcode
from numba import _dynfunc, config, typeof  # type: ignore[attr-defined]
from numba.core import event, typed_passes, types, untyped_passes
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.config import _OptLevel
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys
from numba.core.typed_passes import NativeLowering
from numba.core.typing import npydecl
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


def _may_be_array(kind: Any) -> bool:
    return isinstance(kind, types.ArrayCompatible | types.Optional)


def ask_no_array_rules_about_numbers() -> None:
    """Have numba's rules for operators on arrays leave plain numbers at once.

    They would find numpy's loop for the numbers first, and then leave them all the same: that is a
    twenty-fifth of compiling the kernels.
    """
    rules = npydecl.NumpyRulesArrayOperator
    generic = rules.generic

    def for_arrays(self: Any, arguments: Any, named: Any) -> Any:
        if not any(map(_may_be_array, arguments)):
            return None
        return generic(self, arguments, named)  # type: ignore[no-untyped-call]

    rules.generic = for_arrays  # type: ignore[method-assign]


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
    "ask_no_array_rules_about_numbers",
    "compile_for_any_processor",
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

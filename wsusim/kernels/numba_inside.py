"""All that wsusim takes from inside numba: private there, so checked for each release.

``tests/architecture/test_numba_inside.py`` checks that nothing else reaches into it.
"""

from __future__ import annotations

import os
from typing import Any, cast

from llvmlite.binding import parse_assembly, parse_bitcode
from numba import _dynfunc, config, typeof  # type: ignore[attr-defined]
from numba.core import event
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.config import _OptLevel
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys
from numba.core.typed_passes import NativeLowering
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


def compile_for_any_processor() -> None:
    """Make code for any processor of the kind, so that it can be copied to another computer.

    See decision 0027; who sets ``NUMBA_CPU_NAME`` has chosen otherwise.
    """
    if "NUMBA_CPU_NAME" not in os.environ:
        cast(Any, config).CPU_NAME, cast(Any, config).CPU_FEATURES = "generic", ""


def populate_array(array: Any, **parts: Any) -> None:
    """Fill in an array as numba does, whose module takes 45 ms and is for what compiles."""
    from numba.np.arrayobj import populate_array as populate

    cast(Any, populate)(array, **parts)


__all__ = [
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

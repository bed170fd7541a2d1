"""What is kept of a compiled kernel on disk, so that it is ready soon after it is loaded.

numba keeps a kernel's machine code and LLVM's code of it, and reads both when it loads the kernel,
with every name that either defines. LLVM's code is only wanted when another kernel takes this one
in, and takes longer to be read than everything else. So it stays a row of bytes here until then;
for the names that numba looks up, an empty function of that name is kept beside it.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from wsusim.kernels.numba_inside import CompileResultCacheImpl, parse_assembly, parse_bitcode


class KeptKernel(CompileResultCacheImpl):
    """Turns a compiled kernel into what can be pickled, and back."""

    def reduce(self, made: Any) -> Any:
        """Return what is kept of a kernel."""
        (name, kind, (machine_code, code)), *others, environments = cast(Any, super()).reduce(made)
        looked_up = _names(made.fndesc) & {one.name for one in made.library.get_defined_functions()}
        # Most of the kernels inside have nothing in theirs that could ever be asked for.
        used = tuple(one for one in environments if one.consts or one is made.environment)
        return ((name, kind, (machine_code, _stand_in(looked_up))), *others, used), code

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """Return the kernel."""
        kept, code = payload
        made = cast(Any, super()).rebuild(target_context, kept)
        made.library._get_module_for_linking = cache(lambda: cast(Any, parse_bitcode)(code))
        return made


def _names(description: Any) -> set[str]:
    """Return under which names numba looks a kernel up: itself, and as Python or C call it."""
    return {
        description.llvm_func_name,
        description.llvm_cpython_wrapper_name,
        description.llvm_cfunc_wrapper_name,
    }


def _stand_in(names: set[str]) -> bytes:
    """Return LLVM's code of functions that do nothing."""
    lines = [f'define void @"{name}"() {{ ret void }}' for name in sorted(names)]
    return cast(bytes, cast(Any, parse_assembly)("\n".join(lines)).as_bitcode())

"""Compiled loops over arrays. No classes, no I/O, no randomness; each has a plain twin in tests."""

from wsusim.kernels.cache import choose_cache_folder
from wsusim.kernels.numba_inside import (
    compile_for_any_processor,
    compile_without_detours,
)

# At import, because numba looks where to keep a kernel when it meets it, and for which processor.
choose_cache_folder()
compile_for_any_processor()
compile_without_detours()

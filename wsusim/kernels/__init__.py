"""Compiled loops over arrays. No classes, no I/O, no randomness; each has a plain twin in tests."""

from wsusim.kernels.cache import choose_cache_folder
from wsusim.kernels.numba_inside import (
    ask_no_array_rules_about_numbers,
    compile_for_any_processor,
)

# At import, because numba looks where to keep a kernel when it meets it, and for which processor.
choose_cache_folder()
compile_for_any_processor()
ask_no_array_rules_about_numbers()

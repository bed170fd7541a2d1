"""Compiled loops over arrays. No classes, no I/O, no randomness; each has a plain twin in tests."""

from wsusim.kernels.cache import choose_cache_folder

choose_cache_folder()  # at import, because numba looks where to keep a kernel when it meets it

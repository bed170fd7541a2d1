"""A kernel that compiles in no time, for the tests of where kernels are kept."""

from __future__ import annotations

from wsusim.kernels import cache
from wsusim.kernels.jit import loop


def plain(number: int) -> int:
    """Return a number that none of the tests could guess."""
    return 7 * number + 4


def made_and_kept() -> str:
    """Make the kernel, as a process does at its start, and call it.

    Returns what it made, how often it was found in the folder, and what is wrong with that.
    """
    kernel = loop(plain)
    result = kernel(5)
    return f"{result} {len(kernel.stats.cache_hits)} {cache.trouble()}".strip()

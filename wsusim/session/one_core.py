"""Keep threads that hand work to each other on one processor core while they run in lock-step."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def one_core() -> Iterator[None]:
    """Pin this process (and children started inside) to one core until the block ends.

    Waking a thread on another core costs several times what it costs on the same one. Where the
    platform has no ``sched_setaffinity`` (Windows, macOS) or forbids it, nothing happens.
    """
    try:
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {max(before)})
    except (AttributeError, OSError):
        yield
        return
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)

"""Compiles kernels in a process of its own, so that Ctrl-C need not wait.

Compiling is a few long calls of a library, some of them of several seconds, in which Python doesn't
look at signals. A process can be ended at any time; what it has compiled is found on disk.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable

from wsusim.interrupts import INTERRUPTS
from wsusim.side_process import end_beside, start_beside


def compile_beside(module: str, function: str, *kernels: str) -> None:
    """Call a function in a process of its own, unless all that it compiles exists already.

    Where nothing can be kept on disk, nothing is done, and if that process fails, the kernels are
    compiled where they are needed.

    Args:
        module: Where the function is.
        function: Its name.
        kernels: What it compiles, each as ``module.kernel``; see ``kernels.cache.is_compiled``.

    Raises:
        KeyboardInterrupt: The program was asked to end; the process is ended, too.
    """
    if is_there(*kernels):
        return
    quiet = subprocess.DEVNULL
    with INTERRUPTS.held_back():  # an unknown process would stay
        words = module, function
        process = start_beside(__name__, "compile_here", *words, stdout=quiet, stderr=quiet)
        try:
            with INTERRUPTS.raising():
                process.wait()
        finally:
            process.kill()
            end_beside(process, 0.0)


def compiling_beside(module: str, function: str, *kernels: str) -> Callable[[], bool]:
    """Do what ``compile_beside`` does in another thread; return a check whether it is done.

    Any thread. The end of the program does not wait for it.
    """
    if is_there(*kernels):
        return lambda: True
    is_done = threading.Event()

    def compile_and_tell() -> None:
        compile_beside(module, function, *kernels)
        is_done.set()

    threading.Thread(target=compile_and_tell, name="wsusim-compiling", daemon=True).start()
    return is_done.is_set


def is_there(*kernels: str) -> bool:
    """Return whether kernels are on disk, or nothing can be kept there."""
    from wsusim.kernels import cache
    from wsusim.kernels.jit import PLAIN

    return PLAIN or not cache.can_keep() or cache.is_compiled(*kernels)


def compile_here(module: str, function: str) -> None:
    """Call a function, and end this process as soon as its parent no longer waits."""
    threading.Thread(target=_end_with_input, daemon=True).start()
    getattr(importlib.import_module(module), function)()
    os._exit(0)


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(1)

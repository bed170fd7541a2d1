"""Imports slow libraries in a thread that a request to end doesn't wait for.

C libraries mishandle exceptions raised during an import, so ``interrupts`` waits until none is
under way. If another thread imports, the main thread only waits for it, and that can be broken off
at any time: the program ends, and the half-loaded library with it.
"""

from __future__ import annotations

import importlib
import sys
import threading
from concurrent.futures import Future
from types import ModuleType


def slow_import(name: str) -> ModuleType:
    """Import a library, as ``import_module`` does.

    Raises:
        ModuleNotFoundError: It is not installed, or one that it needs.
        KeyboardInterrupt: The program was asked to end meanwhile.
    """
    if name in sys.modules:
        return importlib.import_module(name)
    loaded: Future[ModuleType] = Future()

    def load() -> None:
        try:
            loaded.set_result(importlib.import_module(name))
        except BaseException as failure:  # noqa: BLE001 - raised where it is waited for
            loaded.set_exception(failure)

    thread = threading.Thread(target=load, name="wsusim-import", daemon=True)
    thread.start()
    try:
        module = loaded.result()
    except ImportError:
        thread.join()
        raise
    thread.join()
    return module

"""Called in a process of its own in the place of what compiles kernels."""

from __future__ import annotations

import os
import threading
from pathlib import Path

BEGUN = "WSUSIM_TEST_BEGUN"
"""Name of the variable with the file that tells the process's number."""


def compile_for_ever() -> None:
    """Say that it has begun, and never end."""
    Path(os.environ[BEGUN]).write_text(str(os.getpid()))
    threading.Event().wait()

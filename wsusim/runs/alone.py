"""Lets runs share the computer, and now and then gives one run the computer to itself.

Whether a program was too slow depends on what else the computer does. A run that was cut short for
that reason can be repeated ``alone``: it waits until the others of this user have ended, and new
ones wait for it. It uses two locked files in the temporary folder, which the system unlocks when a
process dies. Where files can't be locked in this way (Windows), nothing waits; and no wait is
longer than ``LONGEST_WAIT_S``, as a process can be stopped meanwhile.
"""

from __future__ import annotations

import getpass
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import IO

LONGEST_WAIT_S = 120.0
_ASK_AGAIN_S = 0.02


@contextmanager
def beside_others(folder: Path | None = None) -> Iterator[None]:
    """Run the block together with others, but not with one that is alone.

    Args:
        folder: Where the locked files are; ``None``: the system's temporary folder.
    """
    with ExitStack() as held:
        with _locked(folder, "gate", is_shared=True):
            held.enter_context(_locked(folder, "runs", is_shared=True))
        yield


@contextmanager
def alone(folder: Path | None = None) -> Iterator[None]:
    """Wait for the end of the others, and run the block while new ones wait."""
    with _locked(folder, "gate", is_shared=False), _locked(folder, "runs", is_shared=False):
        yield


@contextmanager
def _locked(folder: Path | None, name: str, *, is_shared: bool) -> Iterator[None]:
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    stream = _opened(folder or Path(tempfile.gettempdir()), name)
    if stream is None:  # nowhere to write: better beside others than not at all
        yield
        return
    with stream:
        how = fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX
        pause, until_s = threading.Event(), monotonic() + LONGEST_WAIT_S
        while monotonic() < until_s:
            try:
                fcntl.flock(stream.fileno(), how | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                pause.wait(_ASK_AGAIN_S)
        yield


def _opened(folder: Path, name: str) -> IO[bytes] | None:
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = "anybody"
    try:
        return (folder / f"wsusim-{name}-{user}.lock").open("ab")
    except OSError:
        return None

"""Runs side by side, and now and then one that has the computer to itself.

Whether a program was too slow depends on what else the computer does. A run that was broken off
for that reason can be done again ``alone``: it waits until the others of this user have ended, and
those that want to begin wait for it. Two locked files in the folder for scratch do it; the system
unlocks them when a process dies. Where files can't be locked so (Windows), there is no waiting
at all; and no wait is longer than ``LONGEST_WAIT_S``, as a process can be stopped meanwhile.
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
    """Let the block run together with others, but not with one that is alone.

    Args:
        folder: Where the locked files lie; ``None``: the system's folder for scratch.
    """
    with ExitStack() as held:
        with _locked(folder, "gate", is_shared=True):
            held.enter_context(_locked(folder, "runs", is_shared=True))
        yield


@contextmanager
def alone(folder: Path | None = None) -> Iterator[None]:
    """Wait for the end of the others, and let the block run while they wait."""
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

"""Fork programs of others from a process that is locked in, which costs little more than a fork.

A sandbox for each program would begin with a fresh interpreter, 130 ms of a processor. So the
process that forks is locked in once, by bubblewrap where that can be had, and each program's
process locks itself in besides (``hosting.landlock``), before it reads a line of its program: it
reads its own folder, Python and wsusim, writes in its folder, and reaches neither its siblings nor
the process that forked it.

Programs are laid out below ``folder``. Inside bubblewrap each gets a copy of its files there, on a
disk in memory that has a size.
"""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wsusim.control.hosting.fence import Fence
from wsusim.control.hosting.landlock import environment_for
from wsusim.control.hosting.nursery import Nursery
from wsusim.control.hosting.sandbox import Lock, Sandbox, lock_here, readable, trouble_with

_HANDED_IN = "/handed_in"
"""Where the programs' files are inside, before they are copied."""

_DISKS = 8
"""The disk that all programs share that run at the same time has room for so many."""


class LockedNursery(Nursery):
    """A nursery for programs that are locked in; needs Landlock.

    Args:
        lock: What the process that forks is locked in by; ``"landlock"``: its children only are.
        loads: See ``Nursery``.
    """

    locks_in = True

    def __init__(self, lock: Lock, loads: Sequence[str] = ()) -> None:
        super().__init__({}, loads)
        self.lock = lock
        self._folder: Path | None = None

    @property
    def folder(self) -> Path:
        """Where programs are laid out, each in a folder of its own; gone when this is closed."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="wsusim-")).resolve()
        return self._folder

    def root_of(self, process_id: int) -> str | None:
        """Return where a child's own file system is: inside bubblewrap."""
        return f"/proc/{process_id}/root" if self.lock == "bubblewrap" else None

    def close(self) -> None:
        """End the process and all that it has forked, and remove the folder."""
        super().close()
        folder, self._folder = self._folder, None
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)

    def _particulars(self, fence: Fence | None) -> dict[str, Any]:
        """Return what a program may reach, and what is to be copied for it."""
        assert fence is not None
        told = super()._particulars(fence)
        told["environment"] |= environment_for(readable(), str(fence.folder))
        if self.lock == "bubblewrap":
            below = fence.folder.relative_to(self.folder)
            told["copy"] = [str(Path(_HANDED_IN, below)), str(fence.folder)]
        return told

    def _locked(
        self, command: list[str], environment: Mapping[str, str]
    ) -> tuple[list[str], dict[str, str]]:
        if self.lock != "bubblewrap":
            return command, {**environment}
        sandbox, folder = Sandbox(), str(self.folder)
        size = str(_DISKS * sandbox.disk_mb << 20)
        files = ["--ro-bind", folder, _HANDED_IN, "--size", size, "--tmpfs", folder]
        return sandbox.around(command, environment, files), {**os.environ}


@functools.cache
def locked_nursery() -> LockedNursery | None:
    """Return the one of this process; ``None``: each program needs a sandbox of its own, if any.

    Its process begins with the first program, and ends with this one.
    """
    lock = lock_here()
    if lock is None or Nursery.or_none() is None or trouble_with("landlock"):
        return None
    nursery = LockedNursery(lock, loads=["numpy.random"])  # most programs with data want it
    atexit.register(nursery.close)
    return nursery


@dataclass(frozen=True, slots=True)
class Kept:
    """Where programs of others are laid out, and started.

    Attributes:
        folder: Each gets a folder of its own in it.
        nursery: Where they are forked; ``None``: where others are, or in sandboxes of their own.
    """

    folder: Path
    nursery: Nursery | None


@contextmanager
def kept_in(*, is_sandboxed: bool) -> Iterator[Kept]:
    """Give programs of others a place for a run, from which they can be locked in or not."""
    nursery = locked_nursery() if is_sandboxed else None
    above = None if nursery is None else nursery.folder
    with tempfile.TemporaryDirectory(prefix="wsusim-", dir=above) as folder:
        own = Path(folder).resolve()
        if nursery is None:  # as deep as the other: a program may name what is above it
            own /= "programs"
            own.mkdir()
        yield Kept(own, nursery)

"""Forks strangers' programs from a process that is locked in, which costs little more than a fork.

A sandbox for each program would begin with a fresh interpreter, 130 ms of processor time. So the
process that forks is locked in once, by bubblewrap where available, and each program's process
locks itself in besides (``hosting.landlock``), before it reads a line of its program: it reads its
own folder, Python and wsusim, writes in its folder, and reaches neither its siblings nor the
process that forked it.

Programs are laid out below ``folder``. Inside bubblewrap each gets a copy of its files there, on a
disk in memory that has a size.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wsusim.hosting.fence import Fence
from wsusim.hosting.fork_server import ForkServer
from wsusim.hosting.landlock import environment_for
from wsusim.hosting.sandbox import Lock, Sandbox, lock_here, readable, trouble_with

_HANDED_IN = "/handed_in"
"""Where the programs' files are inside, before they are copied."""

MOST_FORK_SERVERS = 4
"""There are at a time; each takes some 60 MB, with matplotlib twice that."""

_CACHES = "caches"
"""Folder below ``folder`` in which packages keep what they have found, such as fonts."""

_DISKS = 8
"""The disk that all programs share that run at the same time has room for so many."""


class LockedForkServer(ForkServer):
    """A fork server for programs that are locked in; needs Landlock.

    Args:
        lock: What locks in the process that forks; ``"landlock"``: only its children are locked in.
        loads: See ``ForkServer``.
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
        """Return what a program may reach, and what to copy for it."""
        assert fence is not None
        told = super()._particulars(fence)
        may_read = [*readable(), str(self.folder / _CACHES)]
        told["environment"] |= environment_for(may_read, str(fence.folder))
        if self.lock == "bubblewrap":
            below = fence.folder.relative_to(self.folder)
            told["copy"] = [str(Path(_HANDED_IN, below)), str(fence.folder)]
        return told

    def _locked(
        self, command: list[str], environment: Mapping[str, str]
    ) -> tuple[list[str], dict[str, str]]:
        caches = str(self.folder / _CACHES)
        own = {**environment, **dict.fromkeys(("HOME", "TMPDIR", "MPLCONFIGDIR"), caches)}
        if self.lock != "bubblewrap":
            Path(caches).mkdir(exist_ok=True)
            return command, own
        sandbox, folder = Sandbox(), str(self.folder)
        size = str(_DISKS * sandbox.disk_mb << 20)
        files = ["--ro-bind", folder, _HANDED_IN, "--size", size, "--tmpfs", folder]
        return sandbox.around(command, own, [*files, "--dir", caches]), {**os.environ}


@dataclass(frozen=True, slots=True)
class Kept:
    """Where strangers' programs are laid out and started.

    Attributes:
        folder: Each gets a folder of its own in it.
        fork_server: Forks them; ``None``: they get sandboxes or fresh interpreters of their own.
    """

    folder: Path
    fork_server: ForkServer | None


@contextmanager
def kept_in(loads: Sequence[str] = (), *, is_sandboxed: bool) -> Iterator[Kept]:
    """Provide a place for strangers' programs during a run, locked in or not.

    Args:
        loads: Modules loaded before they begin, of packages only.
        is_sandboxed: Whether they are locked in.
    """
    fork_server = _fork_server(tuple(loads), is_sandboxed)
    above = fork_server.folder if isinstance(fork_server, LockedForkServer) else None
    with tempfile.TemporaryDirectory(prefix="wsusim-", dir=above) as folder:
        own = Path(folder).resolve()
        if above is None:  # as deep as the other: a program may name what is above it
            own /= "programs"
            own.mkdir()
        yield Kept(own, fork_server)


_FORK_SERVERS: dict[tuple[tuple[str, ...], bool], ForkServer | None] = {}
"""By what they load and whether they lock in: a program that needs little must not have less memory
because another one needs much. Their processes begin with the first program."""

_mutex = threading.Lock()


def _fork_server(loads: tuple[str, ...], is_sandboxed: bool) -> ForkServer | None:
    with _mutex:
        key = loads, is_sandboxed
        if key not in _FORK_SERVERS:
            if len(_FORK_SERVERS) >= MOST_FORK_SERVERS:
                oldest = _FORK_SERVERS.pop(next(iter(_FORK_SERVERS)))
                if oldest is not None:
                    oldest.close()
            _FORK_SERVERS[key] = _new_fork_server(loads, is_sandboxed)
        return _FORK_SERVERS[key]


def _new_fork_server(loads: tuple[str, ...], is_sandboxed: bool) -> ForkServer | None:
    lock = lock_here() if is_sandboxed else None
    if is_sandboxed and (lock is None or trouble_with("landlock")):
        return None  # each program needs a sandbox of its own, if there is one
    fork_server = ForkServer.or_none(loads=loads)
    if fork_server is None or lock is None:
        return fork_server
    return LockedForkServer(lock, loads)


def close_fork_servers() -> None:
    """End all fork servers and what they forked; a worker calls it last."""
    with _mutex:
        for fork_server in _FORK_SERVERS.values():
            if fork_server is not None:
                fork_server.close()
        _FORK_SERVERS.clear()


atexit.register(close_fork_servers)

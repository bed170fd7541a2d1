"""Measures what a locked-in program uses of resources that Linux doesn't limit for each process.

Threads are limited by user, and for an administrator not at all; the names of files in memory don't
count as memory of the program; and no limit of a process bounds the size of all its files. Any of
these could bring down the whole computer. The parent looks through ``/proc``, where it sees what
belongs to the program.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from wsusim.hosting.fork_server import ForkedChild
from wsusim.hosting.launch import ChildProcess
from wsusim.hosting.sandbox import SCRATCH, Sandbox

_THREADS = re.compile(rb"^Threads:\s*(\d+)", re.MULTILINE)

_BLOCK_BYTES = 512
"""In which the size of a file on the disk is told (stat(2))."""

_MB = 1 << 20

_REMOVED = b" (deleted)"
"""Stands behind the name of a file that a process keeps as memory (proc(5))."""

_DEEPEST = 50
"""Of folders in folders; what lies deeper could be out of reach."""


class _Hidden(Exception):
    """Some files can't be counted."""


class UsageMeter:
    """Measures one locked-in program.

    Args:
        child: Its process.
        sandbox: What it may use.
        folder: Of the controller, where it may have files of its own.
        is_writer: It writes in that folder, on a disk that others may use, too.
    """

    def __init__(
        self, child: ChildProcess | ForkedChild, sandbox: Sandbox, folder: Path, *, is_writer: bool
    ) -> None:
        self._child = child
        self._sandbox = sandbox
        self._folder = folder
        self._is_writer = is_writer
        self._free_names: dict[str, int] = {}

    def excess(self) -> str:
        """Return a sentence about what it uses too much of; empty: nothing, or it has not begun."""
        most = self._sandbox
        try:
            program = self._child.program()
            if program is None:
                return ""
            if _threads(program) > most.threads:
                return (
                    f"The controller started more than {most.threads} threads, so it was "
                    "stopped. Look for a loop that starts threads, or work without them."
                )
            names, size_bytes = self._files(program)
        except _Hidden:
            return (
                "The controller made folders in which files can't be counted, so it was stopped. "
                f"Nest fewer than {_DEEPEST} folders, and let them be readable."
            )
        except (OSError, ValueError):
            return ""  # it has ended, or puts another program into its place right now
        if names > most.names:
            return (
                f"The controller made more than {most.names:,} files, so it was "
                "stopped. Write into one file instead."
            )
        if size_bytes > most.disk_mb * _MB:
            return (
                f"The controller filled more than {most.disk_mb} MB of disk, so it was stopped. "
                "Look for a loop that writes without end."
            )
        return ""

    def _files(self, program: Path) -> tuple[int, int]:
        """Return how many files it has, and their size in bytes, or an upper bound of it."""
        root = self._child.own_files
        if self._is_writer:
            files = [*_written(f"{root or ''}{self._folder}"), *_nameless(program)]
            mapped = _mapped(program, str(self._folder))
            return len(files) + mapped, sum(files) + mapped * self._sandbox.file_mb * _MB
        if root is None:
            return 0, 0  # it writes nothing
        return max(self._names(root, place) for place in (SCRATCH, str(self._folder))), 0

    def _names(self, root: str, place: str) -> int:
        """Return how many files it has made in a place since the first measurement."""
        free = os.statvfs(f"{root}{place}").f_ffree
        return self._free_names.setdefault(place, free) - free


def _threads(process: Path) -> int:
    # At the start of a line: a program may call itself "Threads: 1".
    found = _THREADS.search((process / "status").read_bytes())
    return int(found[1]) if found else 0


def _written(folder: str) -> Iterator[int]:
    """Yield the sizes of all files in a folder, on the disk; raises ``_Hidden``."""

    def refuse(failure: OSError) -> None:
        # It may have been removed meanwhile, or a file has taken its place.
        if not isinstance(failure, FileNotFoundError | NotADirectoryError):
            raise _Hidden

    for place, folders, names in os.walk(folder, onerror=refuse):
        if place.count("/") - folder.count("/") > _DEEPEST:
            raise _Hidden
        yield from (0 for _ in folders)
        for name in names:
            with suppress(OSError):
                yield os.lstat(f"{place}/{name}").st_blocks * _BLOCK_BYTES


def _nameless(process: Path) -> Iterator[int]:
    """Yield the sizes of files that a process has removed but still has open."""
    for handle in (process / "fd").iterdir():
        with suppress(OSError):
            found = handle.stat()
            if stat.S_ISREG(found.st_mode) and not found.st_nlink:
                yield found.st_blocks * _BLOCK_BYTES


def _mapped(process: Path, folder: str) -> int:
    """Return how many files of a folder a process has removed but still keeps mapped.

    Only an administrator learns their sizes.
    """
    lines = (process / "maps").read_bytes().splitlines()
    found = (line.split(maxsplit=5) for line in lines if line.endswith(_REMOVED))
    below = os.fsencode(folder + os.sep)
    return len({fields[4] for fields in found if fields[5].startswith(below)})

"""How much a locked-in program uses of what no limit of Linux bounds for everybody.

Threads count by user, and for an administrator not at all; the names of files in memory don't count
as memory of the program. Either would end with the whole computer. The parent looks through
``/proc``, where it sees what is its own.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from wsusim.control.hosting.sandbox import SCRATCH, Sandbox, lock_here

_THREADS = re.compile(rb"^Threads:\s*(\d+)", re.MULTILINE)


class Gauge:
    """Looks at one locked-in program.

    Args:
        process_id: Of the program, or of the bubblewrap around it.
        sandbox: What it may use.
        folder: Of the controller, which has a place of its own for files.
    """

    def __init__(self, process_id: int, sandbox: Sandbox, folder: Path) -> None:
        is_wrapped = (sandbox.lock or lock_here()) == "bubblewrap"
        self._outer = process_id
        self._depth = 2 if is_wrapped else 0
        self._sandbox = sandbox
        self._places = (SCRATCH, str(folder)) if is_wrapped else ()
        self._inside: Path | None = None
        self._free_names: dict[str, int] = {}

    def excess(self) -> str:
        """Return what it uses too much of, a sentence; empty: nothing, or it has not begun."""
        try:
            inside = self._inside = self._inside or _program_in(self._outer, self._depth)
            if inside is None:
                return ""
            if _threads(inside) > self._sandbox.threads:
                return (
                    f"The controller started more than {self._sandbox.threads} threads, so it was "
                    "ended. Look for a loop that starts threads, or work without them."
                )
            if any(self._names(inside, place) > self._sandbox.names for place in self._places):
                return (
                    f"The controller made more than {self._sandbox.names:,} files, so it was "
                    "ended. Write into one file instead."
                )
        except (OSError, ValueError):
            self._inside = None  # it has ended, or puts another program into its place right now
        return ""

    def _names(self, inside: Path, place: str) -> int:
        """Return how many files it has made in a place since it was looked at first."""
        free = os.statvfs(f"{inside}/root{place}").f_ffree
        return self._free_names.setdefault(place, free) - free


def _threads(process: Path) -> int:
    # At the start of a line: a program may call itself "Threads: 1".
    found = _THREADS.search((process / "status").read_bytes())
    return int(found[1]) if found else 0


def _program_in(outer: int, depth: int) -> Path | None:
    """Return the program so far inside: 2 for bubblewrap's own process and its first one inside."""
    number = str(outer)
    for _ in range(depth):
        children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
        if len(children) != 1:
            return None
        (number,) = children
    return Path("/proc", number)

"""The processor time of a process and all that it has started, however busy the computer is.

A lab's simulations get only idle processor time. On a busy computer they may have to wait for
minutes, which is no reason to give one up.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from wsusim.hosting.watch import FairClock, threads_in

LOOK_S = 2.0
"""Between two looks; each reads a line about every process of the computer."""


class Deadline:
    """Calls a function when a process has used up its time. ``close`` it.

    Args:
        process_id: The process; what it has started counts with it.
        limit_s: How much time it has.
        act: What is called then, once, by another thread.
    """

    def __init__(self, process_id: int, limit_s: float, act: Callable[[], None]) -> None:
        self._limit_s = limit_s
        self._act = act
        self._clock = FairClock(lambda: threads_below(process_id))
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="wsusim-deadline", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Call nothing any more; wait for a call that is in progress."""
        self._is_over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._is_over.wait(min(LOOK_S, self._limit_s)):
            if self._clock() >= self._limit_s:
                self._act()
                return


def threads_below(process_id: int, proc: Path = Path("/proc")) -> list[Path]:
    """Return the ``/proc`` folders of the threads of a process and its descendants (Linux).

    Empty: nothing is known.
    """
    children: dict[int, list[int]] = {}
    for folder in proc.glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_bytes().rpartition(b")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue  # it has ended
        children.setdefault(parent, []).append(int(folder.name))
    found, known = [process_id], children.pop(process_id, [])
    while known:
        one = known.pop()
        found.append(one)
        known += children.pop(one, [])
    return [thread for one in found for thread in threads_in(proc / str(one))]

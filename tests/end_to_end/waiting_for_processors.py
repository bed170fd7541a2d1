"""How long a program and those that it has started waited for a processor (Linux).

On a busy computer that says what was the program's own slowness, and what was not: the clock alone
can't. Linux tells for each thread how long it stood in the queue, once it has got its turn. While
who looks waits itself, it sees nothing: a program may have ended long ago. So that counts, too.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic


class Queueing:
    """Looks at a process and its descendants, time after time.

    Args:
        process: The number of the process.
    """

    def __init__(self, process: int) -> None:
        self._process = process
        self._begun_s = monotonic()
        self._known: dict[str, float] = {}
        self._spans: list[tuple[float, float]] = []
        self.look()
        self._spans.clear()

    def look(self) -> None:
        """Note who has waited since the last look."""
        now_s = monotonic()
        for task, waited_s in self._tasks():
            before_s = self._known.get(task, 0.0)
            if waited_s > before_s:
                self._spans.append((max(self._begun_s, now_s - (waited_s - before_s)), now_s))
            self._known[task] = waited_s

    @property
    def waited_s(self) -> float:
        """Seconds since the beginning in which any of them waited for a processor."""
        total_s, until_s = 0.0, self._begun_s
        for start_s, end_s in sorted(self._spans):
            total_s += max(0.0, end_s - max(start_s, until_s))
            until_s = max(until_s, end_s)
        return total_s

    def _tasks(self) -> Iterator[tuple[str, float]]:
        """Yield each thread, and the seconds that it has waited."""
        looker = threading.get_native_id()
        yield f"{looker}", _waited_s(Path("/proc/self/task", f"{looker}"))
        to_do, seen = [self._process], set[int]()
        while to_do:
            process = to_do.pop()
            if process in seen:
                continue
            seen.add(process)
            with suppress(OSError):  # it has gone meanwhile
                for task in os.listdir(f"/proc/{process}/task"):  # noqa: PTH208 - often
                    folder = Path("/proc", str(process), "task", task)
                    with suppress(OSError):
                        yield task, _waited_s(folder)
                        to_do += [int(one) for one in (folder / "children").read_text().split()]


def _waited_s(task: Path) -> float:
    return int((task / "schedstat").read_text().split()[1]) / 1e9

"""The process in which a teacher's own checks are loaded and called.

One that hangs, exits or kills its process does so there: it is reported in a sentence, and the
other criteria go on.
"""

from __future__ import annotations

import atexit
import pickle
import threading
from dataclasses import dataclass
from typing import Any

from wsusim.jobs.job import Job
from wsusim.jobs.local import WorkerProcess

PATIENCE_S = 10.0
"""A check may take so long, and so may loading it. The process is ready before this counts."""

MOST_HANGS = 2
"""A check that has hung so often is asked no more: a class has hundreds of runs."""


class CheckLost(Exception):
    """A check gave no answer; the text says what it did, as the end of a sentence."""


@dataclass(frozen=True)
class _Ready:
    """A job that is done when the process has loaded what checks need.

    How long that takes depends on the computer and not on a check.
    """

    key: str = ""

    def do(self) -> None:
        """Load it."""
        import wsusim.grading.predicates  # noqa: F401


class Examiner:
    """Calls checks in a process that is started again if one has ended it."""

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self._process: WorkerProcess | None = None
        self._hangs: dict[str, int] = {}
        self._lock = threading.Lock()

    def do(self, job: Job) -> Any:
        """Do a job; its key names the check.

        Raises:
            CheckLost: It has hung, or ended its process.
        """
        with self._lock:
            if self._hangs.get(job.key, 0) >= MOST_HANGS:
                raise CheckLost(self._hung())
            process = self._process or self._started()
            is_late = threading.Event()

            def end() -> None:
                is_late.set()
                process.kill()

            clock = threading.Timer(self._patience_s, end)
            clock.start()
            try:
                return process.do(job)
            except (EOFError, OSError, pickle.UnpicklingError):
                self._end()
                if is_late.is_set():
                    self._hangs[job.key] = self._hangs.get(job.key, 0) + 1
                    raise CheckLost(self._hung()) from None
                raise CheckLost("ended its own process: it may only return a value") from None
            finally:
                clock.cancel()
                clock.join()

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def _started(self) -> WorkerProcess:
        self._process = WorkerProcess()
        self._process.do(_Ready())
        return self._process

    def _hung(self) -> str:
        return f"hadn't answered after {self._patience_s:g} s, so it was stopped: it must return"

    def _end(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None


OF_THIS_PROCESS = Examiner()
atexit.register(OF_THIS_PROCESS.close)

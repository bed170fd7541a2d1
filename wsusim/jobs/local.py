"""Does jobs in processes on this computer.

A thread supervises each process, so that it is known which job was lost with it: that one is tried
again in a new process, and all others go on.
"""

from __future__ import annotations

import pickle
import queue
import subprocess
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from time import monotonic
from typing import IO, Any, Self

from wsusim.engine.cores import usable_cores
from wsusim.jobs.job import LOST, TRIES, Done, Job
from wsusim.side_process import end_beside, start_beside

_END_S = 0.8
"""Workers may take so long to end themselves; one that is killed takes along what it started."""


class LocalWorkers:
    """Processes, each of which does one job after the other; fulfils ``job.Workers``."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._waiting: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[Done | BaseException] = queue.SimpleQueue()
        self._over = threading.Event()
        self._threads: list[threading.Thread] = []
        self._processes: dict[int, WorkerProcess] = {}

    def __enter__(self) -> Self:
        """Start threads; each starts its process with the first job."""
        for number in range(self._count):
            thread = threading.Thread(
                target=self._work, args=(number,), name=f"wsusim-worker-{number}", daemon=True
            )
            self._threads.append(thread)
            thread.start()
        return self

    def __exit__(self, *_failure: object) -> None:
        """End all processes and drop unfinished jobs."""
        self._over.set()
        for _ in self._threads:
            self._waiting.put(None)
        processes = list(self._processes.values())
        for process in processes:
            process.ask_end()  # all at once, and then each is waited for
        until_s = monotonic() + _END_S
        for process in processes:
            process.end(max(0.0, until_s - monotonic()))
        for thread in self._threads:
            thread.join()

    def results(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """Yield the results as they come."""
        missing = 0
        for job in jobs:
            self._waiting.put(job)
            missing += 1
        for _ in range(missing):
            done = self._done.get()
            if isinstance(done, BaseException):
                raise done
            yield done

    # The thread of a worker

    def _work(self, number: int) -> None:
        try:
            while (job := self._waiting.get()) is not None and not self._over.is_set():
                self._done.put(Done(job.key, self._try(number, job)))
        except BaseException as failure:  # noqa: BLE001 - the top of a thread: raised by results
            self._done.put(failure)
        finally:
            process = self._processes.pop(number, None)
            if process is not None:
                process.end()

    def _try(self, number: int, job: Job) -> Any:
        for _ in range(TRIES):
            process = self._processes.get(number)
            if process is None:
                own = number if self._count <= usable_cores() else None
                process = self._processes[number] = WorkerProcess(own)
            if self._over.is_set():  # its end came while the process was being started
                break
            try:
                return process.do(job)
            except (EOFError, OSError, pickle.UnpicklingError):
                del self._processes[number]
                process.end()
                if self._over.is_set():
                    break
        return LOST


class WorkerProcess:
    """The parent's end of a worker process; see ``worker_process``."""

    def __init__(self, processor: int | None = None) -> None:
        """``processor``: the number of the one on which it stays."""
        self._process = start_beside(
            "wsusim.jobs.worker_process",
            "main",
            "" if processor is None else str(processor),
            stdout=subprocess.PIPE,
        )

    def do(self, job: Job) -> Any:
        """Do a job; raises as the job does, ``EOFError`` or ``OSError`` if it is lost."""
        stdin: IO[bytes] | None = self._process.stdin
        stdout: IO[bytes] | None = self._process.stdout
        assert stdin is not None
        assert stdout is not None
        pickle.dump(job, stdin, pickle.HIGHEST_PROTOCOL)
        stdin.flush()
        is_result, value = pickle.load(stdout)
        if not is_result:
            raise value
        return value

    def kill(self) -> None:
        """End the process at once, which loses the job that is waited for."""
        self._process.kill()

    def ask_end(self) -> None:
        """Ask the process to end soon."""
        assert self._process.stdin is not None
        with suppress(OSError):  # it has gone
            self._process.stdin.close()

    def end(self, patience_s: float = _END_S) -> None:
        """End the process, whatever it is doing; idempotent."""
        end_beside(self._process, patience_s)
        if self._process.stdout is not None:
            self._process.stdout.close()

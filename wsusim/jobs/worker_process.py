"""A worker: reads jobs from standard input, one after the other, and returns their results.

It ends when its input does, whatever it is doing then, so it ends with its parent.
"""

from __future__ import annotations

import os
import pickle
import queue
import sys
import threading
from contextlib import suppress
from typing import Any

from wsusim.interrupts import interrupt_main_thread
from wsusim.jobs.job import do
from wsusim.start_up import end_loading

_END_S = 0.3
"""So long is waited for the end of a run, and of other processes."""


def main(processor: str) -> None:
    """Work; ``processor``: the number of the one on which this worker stays, or nothing."""
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed here by mistake must not get among the results
    if processor and hasattr(os, "sched_setaffinity"):
        # A run and its controller take turns, so two workers on one processor would halve both.
        allowed = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {allowed[int(processor) % len(allowed)]})
    jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
    at_work, tidied = threading.Event(), threading.Event()
    threading.Thread(
        target=_take, args=(jobs, at_work, tidied), name="wsusim-jobs", daemon=True
    ).start()
    end_loading()  # jobs may be others' code
    try:
        while True:
            job = jobs.get()
            at_work.set()
            try:
                answer = (True, do(job))
            except Exception as failure:  # noqa: BLE001 - the top of the process: told to its parent
                answer = (False, failure)
            pickle.dump(answer, results, pickle.HIGHEST_PROTOCOL)
            results.flush()
            at_work.clear()
    except (KeyboardInterrupt, BrokenPipeError):  # the rest isn't wanted
        _await_end(tidied)


def _await_end(tidied: threading.Event) -> None:
    """Wait until the other thread ends this process, which may be requested again meanwhile."""
    while True:
        with suppress(KeyboardInterrupt):
            tidied.set()
            threading.Event().wait()


def _take(jobs: queue.SimpleQueue[Any], at_work: threading.Event, tidied: threading.Event) -> None:
    try:
        while True:
            jobs.put(pickle.load(sys.stdin.buffer))
    finally:
        if at_work.is_set():
            interrupt_main_thread()  # it ends the run, and removes what was laid out for it
            tidied.wait(_END_S)
        ending = threading.Thread(target=_end_fork_server, name="wsusim-end", daemon=True)
        with suppress(RuntimeError):  # no thread for it: they end with this process
            ending.start()
            ending.join(_END_S)
        os._exit(0)


def _end_fork_server() -> None:
    """End the fork servers; one that is still being started ends by itself."""
    # Loaded, with the whole simulator, by the first job that runs a student's program.
    fork_servers = sys.modules.get("wsusim.hosting.locked_fork_server")
    close = getattr(fork_servers, "close_fork_servers", None)  # it may be half loaded
    if close is not None:
        close()

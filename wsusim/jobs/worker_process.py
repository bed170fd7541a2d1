"""A worker: takes jobs from standard input, one after the other, and gives back their results.

It ends when its input does, whatever it is doing then: with whoever started it, however that ended.
"""

from __future__ import annotations

import os
import pickle
import queue
import sys
import threading
from typing import Any

from wsusim.jobs.job import do


def main(processor: str) -> None:
    """Work; ``processor``: the number of the one that this worker keeps to, or nothing."""
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed here by mistake must not get among the results
    if processor and hasattr(os, "sched_setaffinity"):
        # A run and its controller take turns, so two workers on one processor would halve both.
        allowed = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {allowed[int(processor) % len(allowed)]})
    jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_take, args=(jobs,), name="wsusim-jobs", daemon=True).start()
    while True:
        job = jobs.get()
        try:
            answer = (True, do(job))
        except Exception as failure:  # noqa: BLE001 - the top of the process: told to its parent
            answer = (False, failure)
        pickle.dump(answer, results, pickle.HIGHEST_PROTOCOL)
        results.flush()


def _take(jobs: queue.SimpleQueue[Any]) -> None:
    try:
        while True:
            jobs.put(pickle.load(sys.stdin.buffer))
    finally:
        # Loaded, with the whole simulator, by the first job that runs somebody's program.
        isolated = sys.modules.get("wsusim.jobs.isolated")
        if isolated is not None:
            isolated.end_nursery()
        os._exit(0)

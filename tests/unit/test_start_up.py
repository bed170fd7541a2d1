"""While a program loads, no garbage is looked for in what it loads; then as usual."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from wsusim.ciber.agent import drive
from wsusim.jobs.local import WorkerProcess
from wsusim.start_up import begin_loading, end_loading


@pytest.fixture
def usual() -> Iterator[tuple[int, int, int]]:
    """Return how often Python looks for garbage; nothing of the test stays set aside."""
    threshold = gc.get_threshold()
    yield threshold
    end_loading()
    gc.set_threshold(*threshold)


def test_no_garbage_is_looked_for_while_loading(usual: tuple[int, int, int]) -> None:
    """More objects may be made than a run loads before Python looks at them."""
    begin_loading()
    assert gc.get_threshold()[0] > 200_000


def test_garbage_is_looked_for_as_usual_once_loaded(usual: tuple[int, int, int]) -> None:
    """Thresholds are Python's own again, however often loading began."""
    begin_loading()
    begin_loading()
    end_loading()
    assert gc.get_threshold() == usual


def test_what_is_loaded_is_set_aside(usual: tuple[int, int, int]) -> None:
    """Nobody looks for garbage among what was there when loading ended."""
    before = gc.get_freeze_count()
    begin_loading()
    loaded = [[number] for number in range(1000)]
    end_loading()
    assert gc.get_freeze_count() >= before + len(loaded)


class Ring:
    """Garbage that only a look finds."""

    def __init__(self) -> None:
        self.itself = self


def test_the_first_look_finds_what_is_garbage_already(usual: tuple[int, int, int]) -> None:
    """A command that never says it is loaded loses no memory, and goes on as usual."""
    begin_loading()
    ring = weakref.ref(Ring())
    assert ring() is not None
    gc.collect()
    assert (ring(), gc.get_threshold()) == (None, usual)


def test_what_a_program_chooses_meanwhile_stays(usual: tuple[int, int, int]) -> None:
    """Its thresholds, and that nobody is called back."""
    begin_loading()
    gc.set_threshold(50, 3, 3)
    gc.callbacks.clear()
    end_loading()
    assert gc.get_threshold() == (50, 3, 3)


@dataclass(frozen=True)
class Thresholds:
    """A job that tells how often garbage is looked for."""

    def do(self) -> tuple[int, int, int]:
        """Tell."""
        return gc.get_threshold()


def test_workers_do_jobs_as_usual() -> None:
    """Jobs may be a teacher's checks, and what these leave behind is large."""
    worker = WorkerProcess()
    try:
        assert worker.do(Thresholds())[0] < 100_000
    finally:
        worker.end()


def test_an_agent_is_driven_as_usual(usual: tuple[int, int, int], tmp_path: Path) -> None:
    """It is a student's program, in the process of the command."""
    begin_loading()
    assert drive(str(tmp_path / "none.py"), "127.0.0.1:1", 1) == 2
    assert gc.get_threshold() == usual


def test_the_end_alone_does_nothing(usual: tuple[int, int, int]) -> None:
    """Who uses wsusim as a library keeps what he has set."""
    gc.set_threshold(123, 4, 5)
    end_loading()
    assert gc.get_threshold() == (123, 4, 5)


PROGRAM = """
import gc, json, os, sys
sys.argv = ["main.py", "--version"]
from wsusim import cli
cli.leave = lambda code: None
cli.main()
print(json.dumps([gc.get_threshold()[0], os.environ["OPENBLAS_NUM_THREADS"]]))
"""


@pytest.mark.parametrize(("said", "threads"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "2"}, "2")])
def test_a_command_loads_so(said: dict[str, str], threads: str) -> None:
    """Each command loads without looking for garbage, and numpy on one processor unless told."""
    kept = {name: text for name, text in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=kept | said, capture_output=True, text=True, check=True
    ).stdout
    threshold, blas = json.loads(told.splitlines()[-1])
    assert (threshold > 200_000, blas) == (True, threads)

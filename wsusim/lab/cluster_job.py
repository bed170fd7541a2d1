"""A simulation on a worker of a cluster, run as on the lab's computer, in the same sandbox."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from wsusim.control.source_file import split_spec
from wsusim.formats.maze_file import save_maze
from wsusim.lab.job_process import Order
from wsusim.lab.work import Result, Work
from wsusim.lessons.lesson import write_files
from wsusim.model.world import World

TOPIC = "wsusim-lab"
TELL_S = 0.25
"""A simulation reports its progress at this interval, about that at which a page looks."""

_LOCK = threading.Lock()
_GOING: dict[str, Work] = {}
"""What this worker is doing."""

_UNWANTED: set[str] = set()
"""What was stopped, though it may not have begun; a few dozen bytes each."""


@dataclass(frozen=True, slots=True)
class ClusterJob:
    """A simulation to be done anywhere; fulfils ``jobs.job.Job``.

    Attributes:
        key: Tells it from all others.
        order: What to run; its files are those of the lab's computer.
        program: The program's files by name.
        others: The same of the programs of its other robots, by their paths.
        world: The maze, with the robot's profile; ``None``: the built-in one of the order's name.
    """

    key: str
    order: Order
    program: Mapping[str, bytes]
    others: Sequence[Mapping[str, bytes]]
    world: World | None

    def do(self) -> tuple[Result, bytes]:
        """Run it on a worker of the cluster; return its result and the recording."""
        from distributed import get_worker

        worker = get_worker()
        # Below the worker's own folder: it is cleared when a worker was killed.
        with tempfile.TemporaryDirectory(dir=worker.local_directory) as place:
            folder = Path(place).resolve()
            own, recording = folder / "program", folder / "run.mcap"
            own.mkdir()
            for name, content in self.program.items():
                (own / name).write_bytes(content)
            others = []
            for number, (spec, files) in enumerate(
                zip(self.order.others, self.others, strict=True)
            ):
                name, class_name = split_spec(spec)
                (beside := folder / f"other-{number}").mkdir()
                write_files(beside, dict(files))
                file = str(beside / Path(name).name)
                others.append(f"{file}:{class_name}" if class_name else file)
            maze = self.order.maze
            if self.world is not None:
                maze = str(folder / f"{Path(maze).stem}.json")
                save_maze(self.world, maze)
            order = replace(
                self.order,
                controller=str(own / Path(self.order.controller).name),
                others=others,
                maze=maze,
                record=str(recording),
                publish_host=self.order.publish_host and str(urlsplit(worker.address).hostname),
            )
            with _shown(self.key, Work(order), worker) as work:
                result = work.run().without_folder(own)
            return result, recording.read_bytes() if recording.is_file() else b""


def stop(key: str) -> None:
    """Stop a simulation that is on this worker or is still to arrive."""
    with _LOCK:
        _UNWANTED.add(key)
        work = _GOING.get(key)
    if work is not None:
        work.stop()


@contextmanager
def _shown(key: str, work: Work, worker: Any) -> Iterator[Work]:
    """Let a simulation be stopped, and say how it goes."""
    with _LOCK:
        _GOING[key] = work
        is_unwanted = key in _UNWANTED
    if is_unwanted:
        work.stop()
    is_over = threading.Event()
    teller = threading.Thread(
        target=_tell, args=(key, work, worker, is_over), name="wsusim-far", daemon=True
    )
    teller.start()
    try:
        yield work
    finally:
        is_over.set()
        teller.join()
        with _LOCK:
            del _GOING[key]


def _tell(key: str, work: Work, worker: Any, is_over: threading.Event) -> None:
    """Say what has changed, until it is over."""
    going, told, count = work.going, None, 0
    while not is_over.wait(TELL_S):
        now, printed = (going.tick, going.watch_address), going.printed[count:]
        if now == told and not printed:
            continue
        tick, address = now
        message = {"key": key, "is_new": told is None, "tick": tick, "watch_address": address}
        worker.log_event(TOPIC, {**message, "printed": printed})
        told, count = now, count + len(printed)

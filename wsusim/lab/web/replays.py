"""Recordings that are replayed in browsers: a process for each viewer, a few at a time."""

from __future__ import annotations

import os
import sys
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE, Popen

from wsusim.live.watch_address import LOOPBACK, Place
from wsusim.side_process import end_beside, start_beside

MOST = 6
"""At once: a guess at what a lab's computer can spare beside its runs. Each takes two processes
with 160 MB together, and a fifth of a processor while it plays."""

MOST_EACH = 2
"""Of one person, so that no one keeps all from the others."""

PATIENT = 10
"""Niceness of a replay: runs come first."""

END_S = 5.0


@dataclass(frozen=True, slots=True)
class Replay:
    """A running replay; ``address`` is for a viewer who may pause and seek."""

    person: int
    address: str
    process: Popen[bytes]


class Replays:
    """All running replays; every method is safe from any thread."""

    def __init__(self, most: int = MOST, most_each: int = MOST_EACH) -> None:
        self._most, self._most_each = most, most_each
        self._lock = threading.Lock()
        self._viewers: Counter[int] = Counter()
        """How many each person has, by the person's number."""

    def begin(self, file: Path, person: int) -> Replay | None:
        """Begin to play a recording; ``None``: too many are running. ``end`` it afterwards."""
        with self._lock:
            viewers = self._viewers
            if viewers.total() >= self._most or viewers[person] >= self._most_each:
                return None
            process = start_beside(__name__, "play", str(file), stdout=PIPE)
            viewers[person] += 1
        assert process.stdout is not None
        return Replay(person, process.stdout.readline().decode().strip(), process)

    def end(self, replay: Replay) -> None:
        """End a replay."""
        end_beside(replay.process, END_S)
        if replay.process.stdout is not None:
            replay.process.stdout.close()
        with self._lock:
            self._viewers -= Counter([replay.person])


def play(file: str) -> None:
    """Play a recording until standard input ends; first print where to watch and control it."""
    from wsusim.live.publisher import Publisher
    from wsusim.live.replaying import share_recording

    threading.Thread(target=_end_with_input, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(PATIENT)
    publisher = Publisher(Place(LOOPBACK, 0))
    sys.stdout.write(f"{publisher.steer_address}\n")
    sys.stdout.flush()
    share_recording(Path(file), publisher)


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)

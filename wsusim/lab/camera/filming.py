"""Lets a run see what the lab's camera sees, on the run's own clock."""

from __future__ import annotations

import threading
from pathlib import Path
from time import monotonic

from wsusim.lab.camera.newest import newest
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.runs.observer import RunObserver, RunStart
from wsusim.runs.run import Run

LOOK_S = 0.05
"""How often it is looked for a new picture; the picture says itself when it came."""


class Filming(RunObserver):
    """Films a run from its first tick to its end, in a thread of its own."""

    def __init__(self, run: Run, file: Path) -> None:
        """``file``: where the newest picture is; see ``newest``."""
        self._run = run
        self._file = file
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._film, name="wsusim-filming", daemon=True)

    def started(self, start: RunStart) -> None:
        """Begin."""
        self._thread.start()

    def closed(self) -> None:
        """Stop filming, after the last picture has been handed over."""
        self._is_over.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _film(self) -> None:
        last_s = monotonic()
        while not self._is_over.wait(LOOK_S):
            shot = newest(self._file, last_s)
            if shot is not None:
                last_s = shot.arrived_s
                age_ticks = round((monotonic() - shot.arrived_s) * TICKS_PER_SECOND)
                self._run.film(max(0, self._run.tick - age_ticks), shot.jpeg)

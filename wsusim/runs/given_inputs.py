"""What has reached the robots of a run, so that their world can be had again at any moment."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from wsusim.model.inputs import Input
from wsusim.runs.observer import RunObserver


class GivenInputs(RunObserver):
    """Keeps the inputs of a run.

    Args:
        earlier: What had been given before it began.
    """

    def __init__(self, earlier: Sequence[tuple[int, int, Input]] = ()) -> None:
        self._lock = threading.Lock()
        self._inputs = list(earlier)

    def given(self, tick: int, robot: int, what: Input) -> None:
        """Keep an input."""
        with self._lock:
            self._inputs.append((tick, robot, what))

    def before(self, tick: int) -> list[tuple[int, int, Input]]:
        """Return what had been given before a tick."""
        with self._lock:
            return [entry for entry in self._inputs if entry[0] < tick]

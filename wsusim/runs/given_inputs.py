"""The inputs of a run so far, so that its world can be restored at any moment."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from wsusim.model.inputs import Input
from wsusim.runs.observer import RunObserver


class GivenInputs(RunObserver):
    """Keeps the inputs of a run. One thread adds them, any thread may ask.

    Args:
        earlier: The inputs before it began.
    """

    never_fails = True

    def __init__(self, earlier: Sequence[tuple[int, int, Input]] = ()) -> None:
        # Apart from each other, they take a fifth of the memory of a list of rows.
        self._ticks = array("q")
        self._robots = array("q")
        self._inputs: list[Input] = []
        for row in earlier:
            self.given(*row)

    def given(self, tick: int, robot: int, what: Input) -> None:
        """Keep an input."""
        self._inputs.append(what)
        self._robots.append(robot)
        self._ticks.append(tick)

    def before(self, tick: int) -> list[tuple[int, int, Input]]:
        """Return the inputs before a tick."""
        rows = zip(self._ticks[:], self._robots[:], self._inputs[:], strict=False)
        return [row for row in rows if row[0] < tick]

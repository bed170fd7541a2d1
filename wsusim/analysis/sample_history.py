"""The past of some robots: all their numbers by tick, in a table that never outgrows its memory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wsusim.analysis.curve_channels import CHANNELS, columns_of
from wsusim.model.fixed_order import lengths
from wsusim.recording.samples import Samples

LIMIT_BYTES = 32_000_000
"""For one robot this is an hour of a run that is watched at its usual speed. Making room in a full
table takes 50 ms; the window must not stand still for longer than 100 ms."""

FIRST_ROWS = 4096
KEPT_SHARE = 4
"""When the table is full, the newest quarter stays as it is."""


class History:
    """Rows of a tick each, in rising order; of each robot all ``CHANNELS``.

    When it is full, every second row of its older three quarters is dropped: the distant past is
    kept ever more coarsely, and its short peaks may be lost.
    """

    def __init__(self, robots: int, *, limit_bytes: int = LIMIT_BYTES) -> None:
        row_bytes = 8 + 4 * max(1, robots) * len(CHANNELS)
        self._most = max(16, limit_bytes // row_bytes)
        rows = min(FIRST_ROWS, self._most)
        self._ticks: NDArray[np.int64] = np.empty(rows, dtype=np.int64)
        self._values: NDArray[np.float32] = np.empty(
            (robots, len(CHANNELS), rows), dtype=np.float32
        )
        self._count = 0
        self.is_thinned = False
        """Whether any row had to go."""

    def __len__(self) -> int:
        return self._count

    @property
    def robots(self) -> int:
        """How many robots it has."""
        return int(self._values.shape[0])

    @property
    def most(self) -> int:
        """How many rows it takes at most."""
        return self._most

    @property
    def ticks(self) -> NDArray[np.int64]:
        """The ticks of all rows; a view, valid until the next row is added."""
        return self._ticks[: self._count]

    def column(self, robot: int, column: int) -> NDArray[np.float32]:
        """Return one channel of a robot in all rows; a view, valid until the next row is added."""
        return self._values[robot, column, : self._count]

    def row_at(self, tick: int) -> int | None:
        """Return the last row that is not after a tick; ``None`` before the first one."""
        row = int(np.searchsorted(self.ticks, tick, side="right")) - 1
        return None if row < 0 else row

    def add(self, tick: int, values: NDArray[np.float32]) -> None:
        """Add a row, [robots, channels]. Rows from this tick on are dropped."""
        self.extend(np.array([tick]), values[:, :, np.newaxis])

    def extend(self, ticks: NDArray[np.int64], values: NDArray[np.float32]) -> None:
        """Add rows with rising ticks, [robots, channels, rows], as ``add`` does."""
        if self._count and ticks[0] <= self._ticks[self._count - 1]:
            self._count = int(np.searchsorted(self.ticks, ticks[0]))
        begin = 0
        while begin < len(ticks):
            if self._count == len(self._ticks):
                self._make_room()
            end = min(len(ticks), begin + len(self._ticks) - self._count)
            place = slice(self._count, self._count + end - begin)
            self._ticks[place] = ticks[begin:end]
            self._values[:, :, place] = values[:, :, begin:end]
            self._count = place.stop
            begin = end

    def _make_room(self) -> None:
        if self._count < self._most:
            rows = min(self._most, 2 * self._count)
            ticks, values = self._ticks, self._values
            self._ticks = np.empty(rows, dtype=np.int64)
            self._values = np.empty((*values.shape[:2], rows), dtype=np.float32)
            self._ticks[: self._count] = ticks
            self._values[:, :, : self._count] = values
            return
        old = self._count - self._count // KEPT_SHARE
        kept = np.concatenate((np.arange(0, old, 2), np.arange(old, self._count)))
        self._ticks[: len(kept)] = self._ticks[kept]
        for table in self._values:  # one after the other: each needs memory for a copy
            table[:, : len(kept)] = table[:, kept]
        self._count = len(kept)
        self.is_thinned = True


class Gatherer:
    """Adds blocks of samples to a history, and computes the distances driven."""

    def __init__(self, robots: int, moved: Sequence[Sequence[int]] = ()) -> None:
        """Begin with nothing.

        Args:
            robots: How many there are.
            moved: For each robot the ticks, rising, in which a person put it elsewhere: it did not
                drive there. Without them every way counts.
        """
        self.history = History(robots)
        self._moved = moved
        self._tick = -1
        self._places_mm: NDArray[np.float64] | None = None
        """[robots, 1, 2] where they were in the last sample."""
        self._ways_mm: NDArray[np.float64] = np.zeros((robots, 1))

    def take(self, block: Samples) -> NDArray[np.float64]:
        """Add a block; return [robots, samples] how far each robot had driven."""
        tracks_mm = np.array([robot.track[:, :2] for robot in block.robots])
        tracks_mm = tracks_mm.reshape(len(block.robots), len(block.ticks), 2)
        before_mm = tracks_mm[:, :1] if self._places_mm is None else self._places_mm
        steps = np.diff(tracks_mm, axis=1, prepend=before_mm)
        steps_mm = lengths(steps[..., 0], steps[..., 1])
        for robot, moved in enumerate(self._moved):
            # A sample shows what was before the moves of its tick.
            known = np.searchsorted(moved, [self._tick, *block.ticks])
            steps_mm[robot, np.diff(known) > 0] = 0.0
        steps_mm[:, np.diff([self._tick, *block.ticks]) == 0] = 0.0  # a moment is shown again
        ways_mm: NDArray[np.float64] = self._ways_mm + np.cumsum(steps_mm, axis=1)
        self._tick = block.ticks[-1] if block.ticks else self._tick
        self._places_mm, self._ways_mm = tracks_mm[:, -1:], ways_mm[:, -1:]
        columns = [columns_of(*pair) for pair in zip(block.robots, ways_mm, strict=True)]
        if columns:
            self.history.extend(np.array(block.ticks, dtype=np.int64), np.array(columns))
        return ways_mm

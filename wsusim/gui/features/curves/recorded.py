"""The past of the robots of a recording, made while it is read."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wsusim.gui.features.curves.channels import CHANNELS, columns_of
from wsusim.gui.features.curves.history import History
from wsusim.recording.samples import Samples


class Gatherer:
    """Takes the blocks of a recording one after the other into ``history``."""

    def __init__(self, robots: int) -> None:
        self.history = History(robots)
        self._ways_mm = np.zeros(robots)
        self._places_mm: NDArray[np.float64] | None = None
        """[robots, 2] where they were in the last sample."""

    def take(self, block: Samples) -> None:
        """Add a block."""
        if not block.robots:
            return
        tracks = np.array([robot.track[:, :2] for robot in block.robots])
        if self._places_mm is None:
            self._places_mm = tracks[:, 0]
        steps = np.diff(tracks, axis=1, prepend=self._places_mm[:, np.newaxis])
        ways = self._ways_mm[:, np.newaxis] + np.cumsum(np.hypot(*steps.transpose(2, 0, 1)), axis=1)
        self._places_mm, self._ways_mm = tracks[:, -1], ways[:, -1]
        values = np.empty((len(block.robots), len(CHANNELS), len(block.ticks)), dtype=np.float32)
        for number, robot in enumerate(block.robots):
            values[number] = columns_of(robot, ways[number])
        self.history.extend(np.array(block.ticks, dtype=np.int64), values)

"""Writes what a recording keeps of every tick; ``model.robot_table.HISTORY`` says what is where."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wsusim.kernels import columns as c
from wsusim.kernels.nearby import Scene
from wsusim.model.robot_table import HISTORY_WIDTH, MOST_BEARINGS

REAL_KEPT = (
    c.X, c.Y, c.HEADING, c.LEFT_TURNED, c.LEFT_TURNED + 1, c.ARM, c.JAW_GAP, c.HELD_X,
    c.BEARING, c.BEARING + 1, c.BEARING + 2,
)  # fmt: skip
WHOLE_KEPT = (
    c.LEFT_COUNTER, c.LEFT_COUNTER + 1,
    *range(c.READINGS, c.READINGS + 16),
    c.HELD, c.OBJECT_PRESENT, c.BEARINGS, c.GOAL_TICK, c.LATERAL_LED, c.FRONTAL_LED,
)  # fmt: skip

assert len(REAL_KEPT) + len(WHOLE_KEPT) == HISTORY_WIDTH
assert c.MOST_BEARINGS == MOST_BEARINGS


@njit(cache=True, nogil=True, error_model="numpy")
def write_history(scene: Scene, clock: NDArray[np.int64], history: NDArray[np.float64]) -> None:
    """Write the tick that was just done into its row of ``history`` [ticks, row_width].

    Ticks count from 1 here: tick 1 is in row 0. A history of no rows keeps nothing.

    Cost: some 30 ns for a robot; nothing without rows.
    """
    rows = history.shape[0]
    if rows == 0:
        return
    row = (clock[c.TICK] - 1) % rows
    at = 0
    for robot in range(scene.real.shape[0]):
        for column in REAL_KEPT:
            history[row, at] = scene.real[robot, column]
            at += 1
        for column in WHOLE_KEPT:
            history[row, at] = scene.whole[robot, column]
            at += 1
    for disc in range(clock[c.FIRST_CAP], scene.discs.shape[1]):
        history[row, at] = scene.discs[c.DISC_X, disc]
        history[row, at + 1] = scene.discs[c.DISC_Y, disc]
        at += 2
    history[row, at] = clock[c.CAPS_IN_GOAL]
    history[row, at + 1] = clock[c.MISSION_TICK]

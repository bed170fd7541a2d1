"""What a recording keeps of every tick, written by the tick kernel into rows of plain numbers.

A row is float64 throughout (every whole number in it is exact): for each robot ``REAL_KEPT`` then
``WHOLE_KEPT``, then x and y of each cap and ball, then ``CLOCK_KEPT``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.columns import (
    ARM,
    BEARING,
    BEARINGS,
    CAPS_IN_GOAL,
    DISC_X,
    DISC_Y,
    FIRST_CAP,
    FRONTAL_LED,
    GOAL_TICK,
    HEADING,
    HELD,
    HELD_X,
    JAW_GAP,
    LATERAL_LED,
    LEFT_COUNTER,
    LEFT_TURNED,
    MISSION_TICK,
    OBJECT_PRESENT,
    READINGS,
    TICK,
    X,
    Y,
)
from wsusim.kernels.jit import inner
from wsusim.kernels.nearby import Scene

REAL_KEPT = (
    X, Y, HEADING, LEFT_TURNED, LEFT_TURNED + 1, ARM, JAW_GAP, HELD_X,
    BEARING, BEARING + 1, BEARING + 2,
)  # fmt: skip
WHOLE_KEPT = (
    LEFT_COUNTER, LEFT_COUNTER + 1,
    *range(READINGS, READINGS + 16),
    HELD, OBJECT_PRESENT, BEARINGS, GOAL_TICK, LATERAL_LED, FRONTAL_LED,
)  # fmt: skip
CLOCK_KEPT = (CAPS_IN_GOAL, MISSION_TICK)

ROBOT_KEPT = len(REAL_KEPT) + len(WHOLE_KEPT)


def row_width(robots: int, movables: int) -> int:
    """Return how many numbers a row holds."""
    return robots * ROBOT_KEPT + 2 * movables + len(CLOCK_KEPT)


@inner
def write_history(scene: Scene, clock: NDArray[np.int64], history: NDArray[np.float64]) -> None:
    """Write the tick that was just done into its row of ``history`` [ticks, row_width].

    Ticks count from 1 here: tick 1 is in row 0. A history of no rows keeps nothing.

    Cost: some 30 ns for a robot; nothing without rows.
    """
    rows = history.shape[0]
    if rows == 0:
        return
    row = (clock[TICK] - 1) % rows
    at = 0
    for robot in range(scene.real.shape[0]):
        for column in REAL_KEPT:
            history[row, at] = scene.real[robot, column]
            at += 1
        for column in WHOLE_KEPT:
            history[row, at] = scene.whole[robot, column]
            at += 1
    for disc in range(clock[FIRST_CAP], scene.discs.shape[1]):
        history[row, at] = scene.discs[DISC_X, disc]
        history[row, at + 1] = scene.discs[DISC_Y, disc]
        at += 2
    for column in CLOCK_KEPT:
        history[row, at] = clock[column]
        at += 1

"""Writes what a recording keeps of every tick; ``model.robot_table.HISTORY`` says what is where."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.jit import inline
from wsusim.kernels.records import Clock
from wsusim.kernels.scene import Scene
from wsusim.model.robot_table import KEPT, offset_of


class History(NamedTuple):
    """Where the rows go, and the robots' table as plain numbers, eight bytes each."""

    rows: NDArray[np.float64]
    """[ticks, row_width]; no rows: nothing is kept."""
    reals: NDArray[np.float64]
    """[R, numbers] of ``Scene.robots``."""
    wholes: NDArray[np.int64]
    """The same bytes."""


def _numbers(of_real_fields: bool) -> tuple[int, ...]:
    """Return the places of all kept numbers of a kind in a robot's row."""
    return tuple(
        offset_of(field.name) // 8 + k
        for field in KEPT
        if (field.kind == "real") == of_real_fields
        for k in range(field.size)
    )


REALS = _numbers(True)
WHOLES = _numbers(False)


@inline
def write_history(scene: Scene, clock: Clock, history: History) -> None:
    """Write the tick that was just done into its row of the history.

    Ticks count from 1 here: tick 1 is in row 0. A history of no rows keeps nothing.

    Cost: some 30 ns for a robot; nothing without rows.
    """
    rows = history.rows
    if rows.shape[0] == 0:
        return
    row = (clock.tick - 1) % rows.shape[0]
    at = 0
    for robot in range(scene.robots.size):
        for number in REALS:
            rows[row, at] = history.reals[robot, number]
            at += 1
        for number in WHOLES:
            rows[row, at] = history.wholes[robot, number]
            at += 1
    for disc in range(clock.first_cap, scene.discs.size):
        rows[row, at] = scene.discs[disc].x_mm
        rows[row, at + 1] = scene.discs[disc].y_mm
        at += 2
    rows[row, at] = clock.caps_in_goal
    rows[row, at + 1] = clock.mission_tick
    at += 2
    if scene.movers > 0:
        for disc in range(clock.first_cap, scene.discs.size):
            if scene.bodies[disc].is_box:
                rows[row, at] = scene.bodies[disc].heading_rad
                at += 1
    if clock.half > 0:
        rows[row, at] = clock.goals_left
        rows[row, at + 1] = clock.goals_right
        rows[row, at + 2] = clock.half

"""Has the mission been achieved? Robots in goal regions, caps in goal regions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.columns import (
    CAPS_IN_GOAL,
    CAPS_WANTED,
    DELIVER,
    DISC_X,
    DISC_Y,
    FIRST_BALL,
    FIRST_CAP,
    FREE,
    FREE_MISSION,
    GOAL_TICK,
    MISSION_KIND,
    MISSION_TICK,
    REACH_ALL,
    REACH_FIRST,
    TICK,
    X,
    Y,
)
from wsusim.kernels.jit import inline, inner
from wsusim.kernels.nearby import Scene

GOAL_X = 0
GOAL_Y = 1
GOAL_COS = 2
GOAL_SIN = 3
GOAL_HALF_WIDTH = 4
GOAL_HALF_HEIGHT = 5
GOAL_IS_ELLIPSE = 6
GOAL_COLUMNS = 7


@inline
def in_goal(goals: NDArray[np.float64], x: float, y: float) -> bool:
    """Tell whether a point lies in one of the goal regions [G, GOAL_COLUMNS]."""
    for g in range(goals.shape[0]):
        dx = x - goals[g, GOAL_X]
        dy = y - goals[g, GOAL_Y]
        u = (goals[g, GOAL_COS] * dx + goals[g, GOAL_SIN] * dy) / goals[g, GOAL_HALF_WIDTH]
        v = (goals[g, GOAL_COS] * dy - goals[g, GOAL_SIN] * dx) / goals[g, GOAL_HALF_HEIGHT]
        if goals[g, GOAL_IS_ELLIPSE] > 0.0:
            if u * u + v * v <= 1.0:
                return True
        elif abs(u) <= 1.0 and abs(v) <= 1.0:
            return True
    return False


@inner
def count_caps_in_goal(scene: Scene, clock: NDArray[np.int64], goals: NDArray[np.float64]) -> int:
    """Return how many caps lie, not held, with their centres in goal regions."""
    count = 0
    for disc in range(clock[FIRST_CAP], clock[FIRST_BALL]):
        if scene.disc_state[disc] == FREE and in_goal(
            goals, scene.discs[DISC_X, disc], scene.discs[DISC_Y, disc]
        ):
            count += 1
    return count


@inline
def check_mission(
    scene: Scene, clock: NDArray[np.int64], goals: NDArray[np.float64], objects_moved: bool
) -> None:
    """Note which robots have reached a goal, the caps delivered, and whether that is all.

    Mutates:
        ``GOAL_TICK`` of robots; ``CAPS_IN_GOAL`` and ``MISSION_TICK`` of the clock.
    """
    whole = scene.whole
    reached = 0
    robots = whole.shape[0]
    for robot in range(robots):
        if whole[robot, GOAL_TICK] < 0 and in_goal(
            goals, scene.real[robot, X], scene.real[robot, Y]
        ):
            whole[robot, GOAL_TICK] = clock[TICK]
        reached += whole[robot, GOAL_TICK] >= 0
    if objects_moved:
        clock[CAPS_IN_GOAL] = count_caps_in_goal(scene, clock, goals)
    if clock[MISSION_TICK] >= 0 or clock[MISSION_KIND] == FREE_MISSION:
        return
    kind = clock[MISSION_KIND]
    if (
        (kind == REACH_FIRST and reached > 0)
        or (kind == REACH_ALL and reached == robots and robots > 0)
        or (kind == DELIVER and clock[CAPS_IN_GOAL] >= clock[CAPS_WANTED])
    ):
        clock[MISSION_TICK] = clock[TICK]

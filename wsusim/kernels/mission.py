"""Has the mission been achieved? Robots in goal regions, caps in goal regions."""

from __future__ import annotations

from wsusim.kernels.jit import inline, inner
from wsusim.kernels.records import (
    DELIVER,
    FREE,
    FREE_MISSION,
    REACH_ALL,
    REACH_FIRST,
    Clock,
    Goal,
    Rows,
)
from wsusim.kernels.scene import Scene


@inline
def in_goal(goals: Rows[Goal], x: float, y: float) -> bool:
    """Return whether a point lies in one of the goal regions."""
    for g in range(goals.size):
        goal = goals[g]
        dx = x - goal.x_mm
        dy = y - goal.y_mm
        u = (goal.cos * dx + goal.sin * dy) / goal.half_width_mm
        v = (goal.cos * dy - goal.sin * dx) / goal.half_height_mm
        if goal.is_ellipse:
            if u * u + v * v <= 1.0:
                return True
        elif abs(u) <= 1.0 and abs(v) <= 1.0:
            return True
    return False


@inner
def count_caps_in_goal(scene: Scene, clock: Clock, goals: Rows[Goal]) -> int:
    """Return how many caps lie, not held, with their centres in goal regions."""
    count = 0
    for disc in range(clock.first_cap, clock.first_ball):
        cap = scene.discs[disc]
        if cap.state == FREE and in_goal(goals, cap.x_mm, cap.y_mm):
            count += 1
    return count


@inline
def check_mission(scene: Scene, clock: Clock, goals: Rows[Goal], objects_moved: bool) -> None:
    """Note which robots have reached a goal, the caps delivered, and whether that is all.

    Mutates:
        ``goal_tick`` of robots; ``caps_in_goal`` and ``mission_tick`` of the clock.
    """
    reached = 0
    robots = scene.robots.size
    for robot in range(robots):
        me = scene.robots[robot]
        if me.goal_tick < 0 and in_goal(goals, me.x_mm, me.y_mm):
            me.goal_tick = clock.tick
        reached += me.goal_tick >= 0
    if objects_moved:
        clock.caps_in_goal = count_caps_in_goal(scene, clock, goals)
    kind = clock.mission_kind
    if clock.mission_tick >= 0 or kind == FREE_MISSION:
        return
    if (
        (kind == REACH_FIRST and reached > 0)
        or (kind == REACH_ALL and reached == robots and robots > 0)
        or (kind == DELIVER and clock.caps_in_goal >= clock.caps_wanted)
    ):
        clock.mission_tick = clock.tick

"""What a collision costs: its points are counted when it begins."""

from __future__ import annotations

from wsusim.ciber.arena import Arena
from wsusim.ciber.match_robot import Robot


def collision_points(arena: Arena, robot: Robot, points: int | None = None) -> int:
    """Return what a robot's collision that began in this cycle costs; wall and robot add up.

    Args:
        arena: Where it happened.
        robot: Who may have run into something.
        points: Of either kind; ``None``: as the match's parameters say.
    """
    p = arena.parameters
    wall, other = (p.wall_penalty, p.robot_penalty) if points is None else (points, points)
    return wall * arena.has_begun_to_hit_wall(robot) + other * arena.has_begun_to_hit_robot(robot)

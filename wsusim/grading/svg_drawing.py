"""Mazes and trails as pieces of SVG, small enough for thousands of them on one page."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from wsusim.engine.static_map import wall_corners_mm
from wsusim.model.world import Ball, Cap, GoalRegion, Light, World


def maze_symbol(name: str, world: World) -> str:
    """Return a maze as a symbol to be used in many pictures; y grows upwards within it."""
    parts = [f'<polygon class="floor" points="{_points(world.arena.outline_mm)}"/>']
    parts += [_goal(goal) for goal in world.goals]
    walls = [wall_corners_mm(wall).tolist() for wall in world.walls]
    parts += [f'<polygon class="wall" points="{_points(wall)}"/>' for wall in walls]
    parts += [_disc("lamp", one) for one in world.lights]
    parts += [_disc("cap", one) for one in world.caps]
    parts += [_disc("ball", one) for one in world.balls]
    return f'<symbol id="{name}" overflow="visible">{"".join(parts)}</symbol>'


def run_picture(symbol: str, world: World, trail_mm: Sequence[int], radius_mm: float) -> str:
    """Return the picture of a run: the maze by its symbol, the trail, the robot where it ended."""
    width, height = world.arena.width_mm, world.arena.height_mm
    parts = [f'<use href="#{symbol}"/>']
    if len(trail_mm) >= 2:
        parts.append(f'<path class="trail" d="{_path(trail_mm)}"/>')
        parts.append(f'<circle class="start" cx="{trail_mm[0]}" cy="{trail_mm[1]}" r="12"/>')
        parts.append(
            f'<circle class="robot" cx="{trail_mm[-2]}" cy="{trail_mm[-1]}" r="{_n(radius_mm)}"/>'
        )
    box = f"-10 -10 {_n(width + 20)} {_n(height + 20)}"
    body = "".join(parts)
    return f'<svg viewBox="{box}"><g transform="matrix(1 0 0 -1 0 {_n(height)})">{body}</g></svg>'


def _path(trail_mm: Sequence[int]) -> str:
    """Return a line, each point seen from the one before: that is shorter."""
    points = list(zip(trail_mm[::2], trail_mm[1::2], strict=True))
    steps = [
        (x - x_before, y - y_before)
        for (x_before, y_before), (x, y) in itertools.pairwise(points)
        if (x, y) != (x_before, y_before)
    ]
    return f"M{points[0][0]} {points[0][1]}" + "".join(f"l{dx} {dy}" for dx, dy in steps)


def _goal(goal: GoalRegion) -> str:
    x, y = goal.pose.x_mm, goal.pose.y_mm
    turn = f'transform="rotate({_n(math.degrees(goal.pose.heading_rad))} {_n(x)} {_n(y)})"'
    width, height = goal.width_mm / 2, goal.height_mm / 2
    if goal.shape == "ellipse":
        return (
            f'<ellipse class="goal" cx="{_n(x)}" cy="{_n(y)}" rx="{_n(width)}" ry="{_n(height)}" '
            f"{turn}/>"
        )
    return (
        f'<rect class="goal" x="{_n(x - width)}" y="{_n(y - height)}" '
        f'width="{_n(2 * width)}" height="{_n(2 * height)}" {turn}/>'
    )


def _disc(kind: str, one: Light | Cap | Ball) -> str:
    radius = _n(one.diameter_mm / 2)
    return f'<circle class="{kind}" cx="{_n(one.x_mm)}" cy="{_n(one.y_mm)}" r="{radius}"/>'


def _points(corners: Sequence[Sequence[float]]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in corners)


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")

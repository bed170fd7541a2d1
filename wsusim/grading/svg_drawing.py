"""Mazes and trails as pieces of SVG, small enough for thousands of them on one page."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from wsusim.model.world import World
from wsusim.scene.shapes import Robot
from wsusim.scene.svg import short, svg_of
from wsusim.scene.walk import shapes_of


def maze_symbol(name: str, world: World) -> str:
    """Return a maze as a symbol to be used in many pictures; robots are drawn with their trails."""
    shapes = (shape for shape in shapes_of(world) if not isinstance(shape, Robot))
    return f'<symbol id="{name}" overflow="visible">{svg_of(shapes)}</symbol>'


def run_picture(symbol: str, world: World, trail_mm: Sequence[int], radius_mm: float) -> str:
    """Return the picture of a run: the maze by its symbol, the trail, the robot where it ended."""
    width, height = world.arena.width_mm, world.arena.height_mm
    parts = [f'<use href="#{symbol}"/>']
    if len(trail_mm) >= 2:
        parts.append(f'<path class="trail" d="{_path(trail_mm)}"/>')
        parts.append(f'<circle class="start" cx="{trail_mm[0]}" cy="{trail_mm[1]}" r="12"/>')
        end = f'cx="{trail_mm[-2]}" cy="{trail_mm[-1]}" r="{short(radius_mm)}"'
        parts.append(f'<circle class="robot" {end}/>')
    box = f"-10 -10 {short(width + 20)} {short(height + 20)}"
    body = "".join(parts)
    return (
        f'<svg viewBox="{box}"><g transform="matrix(1 0 0 -1 0 {short(height)})">{body}</g></svg>'
    )


def _path(trail_mm: Sequence[int]) -> str:
    """Return a line with each point relative to the previous one, which is shorter."""
    points = list(zip(trail_mm[::2], trail_mm[1::2], strict=True))
    steps = [
        (x - x_before, y - y_before)
        for (x_before, y_before), (x, y) in itertools.pairwise(points)
        if (x, y) != (x_before, y_before)
    ]
    return f"M{points[0][0]} {points[0][1]}" + "".join(f"l{dx} {dy}" for dx, dy in steps)

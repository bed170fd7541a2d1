"""Can everything stand where a world puts it?"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.static_map import StaticMap, wall_corners_mm
from wsusim.engine.tables import State, movables
from wsusim.errors import BadInput
from wsusim.model.world import World

OVERLAP_MM = 1e-6
"""Less than this is rounding."""


def edge_distance_mm(edges_mm: NDArray[np.float64], x_mm: float, y_mm: float) -> float:
    """Return the distance from a point to the nearest of some edges [E, 4]."""
    start = edges_mm[:, :2]
    along = edges_mm[:, 2:] - start
    to_point = np.array([x_mm, y_mm]) - start
    length2 = np.einsum("ij,ij->i", along, along)
    share = np.einsum("ij,ij->i", to_point, along) / np.where(length2 > 0.0, length2, 1.0)
    nearest = to_point - np.clip(share, 0.0, 1.0)[:, None] * along
    return float(np.sqrt(np.min(np.einsum("ij,ij->i", nearest, nearest), initial=math.inf)))


def is_inside(polygon: NDArray[np.float64], x_mm: float, y_mm: float) -> bool:
    """Tell whether a point lies inside of a polygon [n, 2]."""
    x0, y0 = polygon[:, 0], polygon[:, 1]
    x1, y1 = np.roll(x0, -1), np.roll(y0, -1)
    crosses = (y0 <= y_mm) != (y1 <= y_mm)
    height = np.where(crosses, y1 - y0, 1.0)
    to_the_right = x0 + (x1 - x0) * (y_mm - y0) / height > x_mm
    return bool(np.count_nonzero(crosses & to_the_right) % 2)


def is_floor(world: World, x_mm: float, y_mm: float) -> bool:
    """Tell whether a point lies in the arena and in no wall."""
    arena = np.array(world.arena.outline_mm, np.float64)
    return is_inside(arena, x_mm, y_mm) and not any(
        is_inside(wall_corners_mm(wall), x_mm, y_mm) for wall in world.walls
    )


def check_start(world: World, static: StaticMap, state: State) -> None:
    """Raise ``BadInput`` when a robot has no room, or a cap's centre is not on the floor.

    Caps and balls that only overlap something are moved apart later, at the first tick.
    """
    for start, me in zip(world.robots, state.robots, strict=True):
        x, y, radius = me.x_mm, me.y_mm, me.radius_mm
        where = f"Robot {start.id} starts at ({x:.1f}, {y:.1f}) mm, where"
        advice = "Move its start to free floor."
        is_free = edge_distance_mm(static.edges_mm, x, y) >= radius - OVERLAP_MM
        if not is_free or not is_floor(world, x, y):
            raise BadInput(f"{where} it would stand in a wall or outside the arena. {advice}")
        for light in world.lights:
            reach = radius + light.diameter_mm / 2.0
            if math.hypot(light.x_mm - x, light.y_mm - y) < reach - OVERLAP_MM:
                raise BadInput(f"{where} it would stand in lamp {light.id}. {advice}")
        for other, they in zip(world.robots, state.robots, strict=True):
            apart = math.hypot(they.x_mm - x, they.y_mm - y)
            if other is not start and apart < radius + they.radius_mm - OVERLAP_MM:
                raise BadInput(f"{where} it would stand in robot {other.id}. {advice}")
    for kind, things in (("cap", world.caps), ("ball", world.balls)):
        for thing in things:
            is_near = (
                edge_distance_mm(static.edges_mm, thing.x_mm, thing.y_mm) < thing.diameter_mm / 2.0
            )
            column = int((thing.x_mm - static.origin_x_mm) / static.cell_mm)
            row_number = int((thing.y_mm - static.origin_y_mm) / static.cell_mm)
            is_outside = not (0 <= column < static.columns and 0 <= row_number < static.rows)
            if is_outside or (is_near and not is_floor(world, thing.x_mm, thing.y_mm)):
                raise BadInput(
                    f"The {kind} {thing.id} at ({thing.x_mm:.1f}, {thing.y_mm:.1f}) mm lies in a "
                    "wall or outside the arena. Move it to free floor."
                )


def check_sorted(world: World, state: State) -> None:
    """Raise ``BadInput`` when moving the loose things apart failed or squeezed one off the floor.

    Args:
        world: Where they were put.
        state: Where they lie now.
    """
    places = [(disc.x_mm, disc.y_mm) for disc in state.discs[len(world.lights) :]]
    is_sorted = bool(state.clock.can_start) and all(
        (x, y) == (thing.x_mm, thing.y_mm) or is_floor(world, x, y)
        for thing, (x, y) in zip(movables(world), places, strict=True)
    )
    if not is_sorted:
        raise BadInput(
            "Some caps or balls overlap a wall, a lamp, a robot or each other, and there is no "
            "room to move them apart. Move them in the editor or in the maze file."
        )

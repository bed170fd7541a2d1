"""A lab of the contest as the shapes that every picture of an arena consists of."""

from __future__ import annotations

from collections.abc import Iterator

from wsusim.ciber.contest_lab import Lab
from wsusim.model.world import Arena, Light
from wsusim.scene.heights import WALL_MM
from wsusim.scene.palette import LIGHT, Palette
from wsusim.scene.shapes import Area, Disc, Look, What
from wsusim.scene.walk import border_shape, floor_shape, lamp_shape

BEACON_UM = 0.22
"""Radius of a beacon; a guess, the contest's files tell none."""

USUAL_HEIGHT_UM = 4.0
TALLEST = 2.0
"""In usual walls: higher ones would hide everything."""


def lab_shapes(lab: Lab, palette: Palette = LIGHT, unit: float = 1.0) -> Iterator[Area | Disc]:
    """Yield what stands still in a lab, the lowest first.

    Args:
        lab: What to draw.
        palette: Its colours.
        unit: How long an um is in the picture's unit; 1 for a picture in um.
    """
    arena = Arena.rectangle(unit * lab.width, unit * lab.height)
    yield border_shape(arena, palette)
    yield floor_shape(arena, palette)
    for number, target in enumerate(lab.targets):
        look = Look(palette.goal_floor, palette.goal)
        place = unit * target.x, unit * target.y
        yield Disc(What.GOAL, number, look, *place, unit * target.radius)
    for number, wall in enumerate(lab.walls):
        corners = tuple((unit * x, unit * y) for x, y in wall.corners)
        height_mm = WALL_MM * min(wall.height / USUAL_HEIGHT_UM, TALLEST)
        fill = palette.wall if wall.is_solid else palette.wall_edge
        what = What.WALL if wall.is_solid else What.LINE
        yield Area(what, number, Look(fill, palette.wall_edge, high_mm=height_mm), corners)
    for number, beacon in enumerate(lab.beacons):
        diameter = 2.0 * unit * BEACON_UM
        light = Light(number, unit * beacon.x, unit * beacon.y, diameter_mm=diameter)
        yield lamp_shape(light, palette)

"""Plain twin of ``kernels.bodies``: how far a round body gets on a straight way, by shapely."""

from __future__ import annotations

import math

from shapely import LineString, Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from wsusim.kernels.records import SKIN_MM

CORNER_PIECES = 256
"""Straight pieces that a quarter of a circle is made of: good to 0.0002 mm for a robot."""


def first_stop(
    start: tuple[float, float],
    heading_rad: float,
    way_mm: float,
    radius_mm: float,
    edges: BaseGeometry,
) -> tuple[Point, float] | None:
    """Return where a body first meets edges, and the sine of the angle at which it meets them.

    ``None`` when its way is free.
    """
    ux, uy = math.cos(heading_rad), math.sin(heading_rad)
    way = LineString([start, (start[0] + way_mm * ux, start[1] + way_mm * uy)])
    near = edges.intersection(way.buffer(radius_mm + 1.0))
    blocked = way.intersection(near.buffer(radius_mm + SKIN_MM, quad_segs=CORNER_PIECES))
    if blocked.is_empty:
        return None
    here = way.interpolate(blocked.distance(Point(start)))
    there = nearest_points(here, near)[1]
    apart = here.distance(there)
    return here, ((there.x - here.x) * ux + (there.y - here.y) * uy) / apart

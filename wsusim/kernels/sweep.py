"""A fan of rays that also tells what each of them meets; for the linear camera."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.jit import entry
from wsusim.kernels.object_map import ObjectMap
from wsusim.kernels.rays import NOTHING, cast_ray, cut_disc

Floats = NDArray[np.float64]


@entry
def sweep(
    places: ObjectMap,
    x_mm: float,
    y_mm: float,
    heading_rad: float,
    bearings_rad: Floats,
    discs_mm: Floats,
    reach_mm: float,
    distance_mm: Floats,
    hit: NDArray[np.int64],
) -> None:
    """Cast one ray per bearing from a point of the floor.

    Args:
        places: The map.
        x_mm: Start of all rays.
        y_mm: Start of all rays.
        heading_rad: Direction from which the bearings count.
        bearings_rad: [N] counter-clockwise.
        discs_mm: [D, 3] x, y and radius of all round things that can be seen.
        reach_mm: How far to look.
        distance_mm: [N] out: how far the nearest thing is, ``reach_mm`` when there is none.
        hit: [N] out: number of the edge, ``-2 - d`` for disc d, ``NOTHING`` for none.

    Cost: 64 rays and 10 discs some 10 us.
    """
    for ray in range(bearings_rad.size):
        dx = math.cos(heading_rad + bearings_rad[ray])
        dy = math.sin(heading_rad + bearings_rad[ray])
        nearest, edge = cast_ray(places, x_mm, y_mm, dx, dy, reach_mm)
        thing = edge if edge >= 0 else NOTHING
        for disc in range(discs_mm.shape[0]):
            along = cut_disc(
                discs_mm[disc, 0], discs_mm[disc, 1], discs_mm[disc, 2], x_mm, y_mm, dx, dy
            )
            if along < nearest:
                nearest = along
                thing = -2 - disc
        distance_mm[ray] = nearest
        hit[ray] = thing

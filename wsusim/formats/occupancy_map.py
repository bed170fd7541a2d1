"""A maze from a map of cells that are occupied or not, as robots draw it: walls, to scale."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from wsusim.errors import MazeError
from wsusim.formats.entries import MM_PER_PX_MAX
from wsusim.formats.importers.importer import Option
from wsusim.model.limits import SIDE_MAX_MM
from wsusim.model.text import plain

if TYPE_CHECKING:
    from wsusim.formats.picture_arena import PictureArena
    from wsusim.model.world import World

SCALE = Option(
    "scale",
    float,
    "Size of a map in metres (ROS, Stage, ARGoS): 0.1 makes a metre 100 mm. Default: 1.",
)
MOST_CELLS = 20_000_000
"""Of the object-ID matrix; a larger arena gets larger cells (guess: 40 MB)."""


def arena_of_map(is_occupied: NDArray[np.bool_], cell_mm: float, name: str) -> PictureArena:
    """Return the maze of a map, its lower-left corner at the origin.

    Args:
        is_occupied: [row, column], row 0 at the top.
        cell_mm: Side of a cell, ``scale`` applied.
        name: Of the maze.

    Raises:
        MazeError: It is too large or too small for an arena, or can't be one.
    """
    from wsusim.formats import picture_arena  # slow to load

    rows, columns = is_occupied.shape
    longest_mm = max(rows, columns) * cell_mm
    if not longest_mm <= SIDE_MAX_MM:
        fit = math.floor(1000.0 * SIDE_MAX_MM / longest_mm) / 1000.0
        raise MazeError(
            f"The map is {columns * cell_mm / 1000:.1f} x {rows * cell_mm / 1000:.1f} m, but an "
            f"arena has sides of at most {plain(SIDE_MAX_MM / 1000)} m. Make it smaller: "
            f"--scale {plain(max(fit, 0.001))}"
        )
    times = math.ceil(cell_mm / MM_PER_PX_MAX)  # larger cells are several points
    grey = np.where(is_occupied, 0, 255).astype(np.uint8)
    grey = grey.repeat(times, axis=0).repeat(times, axis=1)
    px_mm = cell_mm / times
    settings = picture_arena.PictureSettings(
        mm_per_px=px_mm,  # what robots draw is rough by a cell
        tolerance_mm=max(2.0, picture_arena.LEAST_TOLERANCE_PX * px_mm),
    )
    arena = picture_arena.arena_of_picture(grey, name, settings)
    return replace(arena, world=with_fitting_cells(arena.world))


def with_fitting_cells(world: World) -> World:
    """Return a world whose matrix is not too large: a large arena gets larger cells."""
    size_mm2 = world.arena.width_mm * world.arena.height_mm
    finest_mm = math.ceil(10.0 * math.sqrt(size_mm2 / MOST_CELLS)) / 10.0
    return world if finest_mm <= world.cell_mm else replace(world, cell_mm=finest_mm)


def checked_scale(scale: float) -> float:
    """Return a given scale; raises ``MazeError`` for one that makes no map."""
    if not 0.001 <= scale <= 100.0:
        raise MazeError(f"The scale is {plain(scale)}, but it must be 0.001 to 100.")
    return scale

"""Where robots of many worlds may stand: checked, or chosen at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.start import OVERLAP_MM
from wsusim.errors import BadInput
from wsusim.model.clearance import Clearance
from wsusim.model.fixed_order import lengths
from wsusim.model.world import World

Floats = NDArray[np.float64]

Generators = np.random.Generator | Sequence[np.random.Generator]

TRIES = 1000
"""So often another place is tried for a robot."""


def spare_mm(
    maze: World, robots: NDArray[Any], discs: NDArray[Any], poses: Floats
) -> NDArray[np.float64]:
    """Return how far each robot is from the nearest thing; negative where it has no room.

    Args:
        maze: The world's maze.
        robots: [R] of the robots' table, for their sizes.
        discs: [n, D] lamps, caps and balls of n worlds.
        poses: [n, R, 3] x and y (mm) and heading of the robots.

    Returns:
        [n, R] in mm.
    """
    n, count = poses.shape[:2]
    radius = robots["radius_mm"]
    points = np.ascontiguousarray(poses[:, :, :2])
    spare = Clearance(maze.arena, maze.walls).fixed_mm(points.reshape(-1, 2)).reshape(n, count)
    spare -= radius
    if discs.shape[1]:
        gaps = lengths(
            points[:, :, None, 0] - discs["x_mm"][:, None],
            points[:, :, None, 1] - discs["y_mm"][:, None],
        )
        spare = np.minimum(spare, (gaps - discs["radius_mm"][:, None]).min(axis=2) - radius)
    for robot in range(count):
        apart = lengths(*np.moveaxis(points - points[:, robot, None], 2, 0))
        apart[:, robot] = np.inf
        spare[:, robot] = np.minimum(spare[:, robot], (apart - radius - radius[robot]).min(axis=1))
    return spare


def check_poses(
    maze: World, robots: NDArray[Any], discs: NDArray[Any], poses: Floats, worlds: NDArray[np.int64]
) -> None:
    """Raise ``BadInput`` when a robot has no room; ``worlds`` [n] are their numbers."""
    spare = spare_mm(maze, robots, discs, poses)
    bad = np.argwhere(~(spare >= -OVERLAP_MM))
    if len(bad):
        row, robot = bad[0]
        x, y = poses[row, robot, :2]
        raise BadInput(
            f"Robot {robot} of world {worlds[row]} has no room at ({x:.0f}, {y:.0f}) mm. Choose a "
            "place clear of walls, lamps, caps and other robots; `random_poses` finds some."
        )


def random_poses(
    maze: World,
    robots: NDArray[Any],
    discs: NDArray[Any],
    rngs: Generators,
    margin_mm: float,
) -> Floats:
    """Return [n, R, 3] poses at which robots have room, evenly spread over the free floor.

    Arguments as in ``spare_mm``; ``rngs``: one for all worlds, or [n] one for each, whose places
    then don't depend on the others'; so much room is left around each robot.

    Raises:
        BadInput: There is hardly any such place.
    """
    n, count = discs.shape[0], len(robots)
    poses = np.full((n, count, 3), np.inf)
    poses[:, :, 2] = _drawn(rngs, np.arange(n), -np.pi, np.full(count, np.pi))
    size = maze.arena.width_mm, maze.arena.height_mm
    for robot in range(count):
        left = np.arange(n)
        for _ in range(TRIES):
            poses[left, robot, :2] = _drawn(rngs, left, 0.0, np.array(size))
            placed = poses[left, : robot + 1]
            spare = spare_mm(maze, robots[: robot + 1], discs[left], placed)[:, robot]
            left = left[~(spare >= margin_mm)]
            if not len(left):
                break
        else:
            raise BadInput(
                "There is hardly a place in this maze where a robot has "
                f"{margin_mm:.0f} mm of free floor around it. Choose a smaller margin_mm."
            )
    return poses


def _drawn(rngs: Generators, worlds: NDArray[np.int64], low: float, high: Floats) -> Floats:
    """Return a row of random numbers for each of some worlds, up to ``high`` [k]."""
    if isinstance(rngs, np.random.Generator):
        return rngs.uniform(low, high, (len(worlds), len(high)))
    return np.array([rngs[world].uniform(low, high) for world in worlds.tolist()])

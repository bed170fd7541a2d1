"""Where simulated robots drove: told while they drive, so that pages play it at any speed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wsusim.model.robot_table import HISTORY, HISTORY_WIDTH
from wsusim.model.world import World
from wsusim.runs.observer import RunObserver, RunStart

PERIOD_TICKS = 10
"""Between two places: at 5 times real time still fifty a second."""

PIECE = 100
"""So many places are told together."""

MOST_ROBOTS = 10
"""Of a maze that are told of; a page has to load all places of a run."""

Place = list[float]
"""x and y in mm, and heading in rad: of the first robot, then of the others."""


class Drive(RunObserver):
    """Tells what stands in the maze, and then where its robots are.

    Args:
        tell: Called with an event's name and its values.
    """

    def __init__(self, tell: Callable[..., None]) -> None:
        self._tell = tell
        self._places: list[Place] = []
        self._robots = 1

    def started(self, start: RunStart) -> None:
        """Tell of the maze."""
        self._tell("scene", **scene_of(start.world))
        robots = start.world.robots[:MOST_ROBOTS]
        self._robots = len(robots)
        poses = (robot.pose for robot in robots)
        self._places.append(_place((pose.x_mm, pose.y_mm, pose.heading_rad) for pose in poses))

    def spanned(self, first_tick: int, rows: NDArray[np.float64]) -> None:
        """Take every tenth tick."""
        first = -first_tick % PERIOD_TICKS
        robots = rows[first::PERIOD_TICKS, : self._robots * HISTORY_WIDTH].view(HISTORY)
        for row in robots:
            self._places.append(
                _place(zip(row["x_mm"], row["y_mm"], row["heading_rad"], strict=True))
            )
        if len(self._places) >= PIECE:
            self.flush()

    def flush(self) -> None:
        """Tell what is not told yet."""
        if self._places:
            self._tell("places", places=self._places)
            self._places = []


def scene_of(world: World) -> dict[str, Any]:
    """Return what a page needs to draw a maze and its robots, as plain values."""
    from wsusim.robots import robot_kind
    from wsusim.scene.shapes import Robot
    from wsusim.scene.svg import svg_of
    from wsusim.scene.walk import shapes_of

    radii_mm = [robot_kind(robot.kind).radius_mm for robot in world.robots[:MOST_ROBOTS]]
    return {
        "radius_mm": radii_mm[0],
        "others_mm": radii_mm[1:],
        "size_mm": [world.arena.width_mm, world.arena.height_mm],
        "drawing": svg_of(
            (one for one in shapes_of(world) if not isinstance(one, Robot)), by_css=False
        ),
    }


def _place(poses: Iterable[tuple[float, float, float]]) -> Place:
    """Return a place of poses: x and y in mm, heading in rad."""
    return [
        one
        for x_mm, y_mm, heading_rad in poses
        for one in (round(float(x_mm), 1), round(float(y_mm), 1), round(float(heading_rad), 3))
    ]

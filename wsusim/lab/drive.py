"""Where a simulated robot drove: told while it drives, so that pages play it at any speed."""

from __future__ import annotations

from collections.abc import Callable
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

Place = tuple[float, float, float]
"""x and y in mm, and heading in rad."""


class Drive(RunObserver):
    """Tells what stands in the maze, and then where the first robot is.

    Args:
        tell: Called with an event's name and its values.
    """

    def __init__(self, tell: Callable[..., None]) -> None:
        self._tell = tell
        self._places: list[Place] = []

    def started(self, start: RunStart) -> None:
        """Tell of the maze."""
        self._tell("scene", **scene_of(start.world))
        pose = start.world.robots[0].pose
        self._places.append(_rounded(pose.x_mm, pose.y_mm, pose.heading_rad))

    def spanned(self, first_tick: int, rows: NDArray[np.float64]) -> None:
        """Take every tenth tick."""
        first = -first_tick % PERIOD_TICKS
        robot = rows[first::PERIOD_TICKS, :HISTORY_WIDTH].view(HISTORY)[:, 0]
        for x_mm, y_mm, heading_rad in zip(
            robot["x_mm"], robot["y_mm"], robot["heading_rad"], strict=True
        ):
            self._places.append(_rounded(x_mm, y_mm, heading_rad))
        if len(self._places) >= PIECE:
            self.flush()

    def flush(self) -> None:
        """Tell what is not told yet."""
        if self._places:
            self._tell("places", places=self._places)
            self._places = []


def scene_of(world: World) -> dict[str, Any]:
    """Return what a page needs to draw a maze and its first robot, as plain values."""
    from wsusim.robots import robot_kind
    from wsusim.scene.shapes import Robot
    from wsusim.scene.svg import svg_of
    from wsusim.scene.walk import shapes_of

    return {
        "radius_mm": robot_kind(world.robots[0].kind).radius_mm,
        "size_mm": [world.arena.width_mm, world.arena.height_mm],
        "drawing": svg_of(
            (one for one in shapes_of(world) if not isinstance(one, Robot)), by_css=False
        ),
    }


def _rounded(x_mm: float, y_mm: float, heading_rad: float) -> Place:
    return round(float(x_mm), 1), round(float(y_mm), 1), round(float(heading_rad), 3)

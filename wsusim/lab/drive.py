"""Where simulated robots drove, sent while they drive, so that pages play it at any speed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from wsusim.lab.shapes import ToldScenery
from wsusim.model.colours import robot_colour
from wsusim.model.geometry import Pose
from wsusim.model.robot_table import HISTORY, HISTORY_WIDTH, MISSION_WIDTH
from wsusim.model.snapshot import ObjectSnapshot, thing_at_start
from wsusim.model.world import Box, World
from wsusim.runs.observer import RunObserver, RunStart

PERIOD_TICKS = 10
"""Between two places: at 5 times real time still fifty a second."""

PIECE = 100
"""So many places are told together."""

MOST_ROBOTS, MOST_THINGS = 10, 30
"""Of a maze that are told of; a page has to load all places of a run."""

Place = list[float]
"""x and y in mm and heading in rad: of the first robot, of the others, and of loose things."""


class Drive(RunObserver):
    """Sends what stands in the maze, and then where robots and loose things are.

    Args:
        tell: Called with an event's name and its values.
    """

    def __init__(self, tell: Callable[..., None]) -> None:
        self._tell = tell
        self._places: list[Place] = []
        self._columns = np.empty(0, dtype=np.intp)
        """Of a row: where each number of a place is; -1: nowhere, it is 0."""

    def started(self, start: RunStart) -> None:
        """Tell of the maze."""
        world = start.world
        self._tell("scene", **scene_of(world))
        self._columns = _columns_of(world)
        things = world.movables[:MOST_THINGS]
        places: list[Pose | ObjectSnapshot] = [one.pose for one in world.robots[:MOST_ROBOTS]]
        places += map(thing_at_start, things)
        numbers = [one for place in places for one in (place.x_mm, place.y_mm, place.heading_rad)]
        self._places += _rounded(np.array([numbers]))

    def spanned(self, first_tick: int, rows: NDArray[np.float64]) -> None:
        """Take every tenth tick."""
        chosen = rows[-first_tick % PERIOD_TICKS :: PERIOD_TICKS]
        self._places += _rounded(np.where(self._columns < 0, 0.0, chosen[:, self._columns]))
        if len(self._places) >= PIECE:
            self.flush()

    def flush(self) -> None:
        """Send what has not been sent yet."""
        if self._places:
            self._tell("places", places=self._places)
            self._places = []


def scene_of(world: World) -> ToldScenery:
    """Return what a page needs to draw a maze and what moves in it, as plain values."""
    from wsusim.robots import robot_kind
    from wsusim.scene.svg import svg_of
    from wsusim.scene.walk import note_shape, still_shapes, thing_shape

    radii_mm = [robot_kind(robot.kind).radius_mm for robot in world.robots[:MOST_ROBOTS]]
    others = enumerate(world.robots[1:MOST_ROBOTS], start=1)
    notes = (note_shape(note) for note in world.notes)
    nowhere = Pose(0.0, 0.0, 0.0)
    return {
        "radius_mm": radii_mm[0],
        "others": [
            {"radius_mm": radii_mm[number], "fill": robot_colour(number, robot.colour)}
            for number, robot in others
        ],
        "things": [
            svg_of([thing_shape(thing, nowhere)], by_css=False)
            for thing in world.movables[:MOST_THINGS]
        ],
        "size_mm": [world.arena.width_mm, world.arena.height_mm],
        "drawing": svg_of([*still_shapes(world), *notes], by_css=False),
    }


def _columns_of(world: World) -> NDArray[np.intp]:
    """Return which numbers of a run's row (see ``row_width``) make up a place, in its order."""
    own = {name: HISTORY.fields[name][1] // 8 for name in ("x_mm", "y_mm", "heading_rad")}  # type: ignore[index]
    found = [
        robot * HISTORY_WIDTH + own[name]
        for robot in range(len(world.robots[:MOST_ROBOTS]))
        for name in own
    ]
    first = len(world.robots) * HISTORY_WIDTH
    heading = first + 2 * len(world.movables) + MISSION_WIDTH
    for number, thing in enumerate(world.movables[:MOST_THINGS]):
        found += [first + 2 * number, first + 2 * number + 1]
        found.append(heading if isinstance(thing, Box) else -1)
        heading += isinstance(thing, Box)
    return np.array(found, dtype=np.intp)


def _rounded(numbers: NDArray[np.float64]) -> list[Place]:
    """Return places: tenths of a mm and thousandths of a rad are all that a page shows."""
    places = numbers.round(1)
    places[:, 2::3] = numbers[:, 2::3].round(3)
    told: list[Place] = places.tolist()
    return told

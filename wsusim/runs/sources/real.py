"""A real robot on a serial line, before it was searched for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from wsusim.errors import BadInput
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, RobotStart, World
from wsusim.runs.observer import Abilities, Observers
from wsusim.runs.request import RunRequest

if TYPE_CHECKING:
    from wsusim.backends.serial_line.line_clock import WallClock
    from wsusim.backends.serial_line.port import Port
    from wsusim.backends.serial_line.robot_address import SerialAddress
    from wsusim.runs.sources.opened_robot import OpenedRobot

FLOOR_MM = 2000.0
"""Side of the floor for a robot whose place is unknown."""

FLOOR = World(
    "floor",
    Arena.rectangle(FLOOR_MM, FLOOR_MM),
    robots=(RobotStart(1, Pose(FLOOR_MM / 2.0, FLOOR_MM / 2.0)),),
    next_id=2,
)
"""A maze for a robot whose place is unknown."""

ROBOT_IS_AWAY = (
    "The robot can't be reached and may still be driving. wsusim keeps trying to stop it: plug the "
    "cable in again, or lift the robot up."
)
"""Told when a run has ended and its robot has not confirmed that it stands."""

ROBOT_IS_LOST = (
    "The robot could not be reached and MAY STILL BE DRIVING. Lift it up or switch it off."
)

ROBOT_IS_BACK = "The robot answered again and was stopped."

ABILITIES = Abilities(
    drag=True,
    no_pause="A real robot can't be paused, so it was stopped and the run has ended.",
    pause_stops=True,
)


class RealRobot:
    """The robot at the request's address; fulfils ``source.Source``.

    It is where its maze has the first robot's start. A drag means that it was carried elsewhere.

    Attributes:
        request: With an address and one controller.
        open_address: Replaces the opening of the port (tests).
        clock: Replaces the wall clock (tests).
    """

    abilities = ABILITIES
    is_pinned = False

    def __init__(
        self,
        request: RunRequest,
        open_address: Callable[[SerialAddress], Port] | None = None,
        clock: WallClock | None = None,
    ) -> None:
        self.request = request
        self.open_address = open_address
        self.clock = clock

    def open(self, observers: Observers) -> OpenedRobot:
        """Find the robot, which a guard stops whatever becomes of this program."""
        from wsusim.runs.sources.opened_robot import open_robot

        self._check(observers)
        return open_robot(self, observers)

    def close(self) -> None:
        """Do nothing: nothing is open yet."""

    def _check(self, observers: Observers) -> None:
        """Refuse what can't be done with a real robot; return remarks on what is left out."""
        driven = self.request.driven
        if 0 not in driven:
            raise BadInput(
                "A real robot uses the controller of the first robot in the maze, and that one "
                "has none. Give it a controller, or choose the simulated robot to drive by hand."
            )
        if len(driven) > 1:
            observers.noticed(
                0, "Only the first robot is real; the other robots' controllers won't run."
            )


def place_of(world: World, kind: str) -> World:
    """Return the world of a real robot: alone at the first robot's start, of the kind it reported.

    Raises:
        BadInput: The maze has no robot.
    """
    if not world.robots:
        raise BadInput(
            f"The maze {world.name!r} has no robot, so there is no way to tell where the real one "
            "starts. Place a robot in the maze where the real one stands."
        )
    return replace(world, robots=(replace(world.robots[0], kind=kind),))

"""The kind of a real robot, as far as its address tells, and the maze with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsusim.errors import BadInput
from wsusim.model.world import World
from wsusim.robots import robot_kind
from wsusim.runs.request import RunRequest

if TYPE_CHECKING:
    from wsusim.backends.serial_line.conversation import Language


def language_at(address: str) -> Language | None:
    """Return the family of the robot at an address; ``None``: it makes no sense."""
    from wsusim.backends.serial_line.languages import language_of
    from wsusim.backends.serial_line.robot_address import parse_address

    try:
        return language_of(parse_address(address).scheme)
    except BadInput:  # the run says so itself
        return None


def shown_world(request: RunRequest) -> World:
    """Return the maze as it is drawn during a run: a real robot of another family is its kind.

    The drawing of the maze's own robot would have another number of sensors.
    """
    language = None if request.real_robot is None else language_at(request.real_robot)
    if language is None or not request.world.robots:
        return request.world
    start = request.world.robots[0]
    if len(robot_kind(start.kind).sensors) == len(robot_kind(language.kind).sensors):
        return request.world
    from wsusim.runs.sources.real import place_of

    return place_of(request.world, language.kind)

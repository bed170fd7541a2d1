"""Checks that the mazes in a recording, for editor and other programs, are the one driven in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import orjson

from wsusim.errors import BadInput
from wsusim.formats.maze_file import world_from_bytes, world_to_text
from wsusim.model.world import World
from wsusim.recording.difference import Difference, shown
from wsusim.recording.file_layout import HEADER, MAZE
from wsusim.recording.foxglove_messages import scene_json
from wsusim.recording.header import names_of_kinds, with_names
from wsusim.recording.reader import Recording


def false_maze(recording: Recording) -> Iterator[Difference]:
    """Compare the mazes in the recording with the world that was driven in."""
    header = recording.header
    tick, world = header.first_tick, header.world
    name = recording.metadata[HEADER].get("maze")
    if name != world.name:
        yield Difference(tick, "name of the maze", shown(name), world.name)
    own = recording.attachments.get(MAZE)
    if own is None:
        yield Difference(tick, MAZE, "nothing", "the maze of the run")
    elif not _is_same_maze(own, world, recording.metadata[HEADER]):
        yield Difference(tick, MAZE, "another maze", "the maze of the run")


def _is_same_maze(content: bytes, world: World, header: Mapping[str, str]) -> bool:
    """Return whether a maze file is of a world, with the robots of the recording of this header."""
    try:
        own = with_names(world_from_bytes(content), names_of_kinds(header))
    except BadInput:
        return False
    if "sensor_model" not in header:  # from before sensor models and balls
        own, world = _without_what_came_later(own), _without_what_came_later(world)
    return world_to_text(own) == world_to_text(world)


def _without_what_came_later(world: World) -> World:
    robots = tuple(replace(robot, tuning=None) for robot in world.robots)
    balls = tuple(replace(ball, rolls=False) for ball in world.balls)
    return replace(world, robots=robots, balls=balls)


def is_scene_of(data: bytes, world: World, *, is_drawn_so: bool) -> bool:
    """Return whether a scene for other programs shows a world.

    Args:
        data: The scene.
        world: What it should show.
        is_drawn_so: It is drawn as scenes are today, to the last colour; an older version drew the
            same things differently.
    """
    was, now = orjson.loads(data), orjson.loads(scene_json(world))
    if is_drawn_so:
        return bool(was == now)
    return was == now or _shows_the_same(was, now, goals=len(world.goals))


def _shows_the_same(was: Any, now: Any, *, goals: int) -> bool:
    """Return whether two scenes show the same things; an older version drew them differently."""
    names = [sorted(entity["id"] for entity in scene["entities"]) for scene in (was, now)]
    old, new = (Counter(map(_block, scene["entities"][0]["cubes"])) for scene in (was, now))
    return names[0] == names[1] and new <= old and (old - new).total() <= goals


def _block(cube: Any) -> tuple[float, ...]:
    """Return the place and size of a block, however it is drawn."""
    place, turn, size = cube["pose"]["position"], cube["pose"]["orientation"], cube["size"]
    slope = 2 * turn["z"] * turn["w"], turn["w"] ** 2 - turn["z"] ** 2
    along = slope[0] * slope[1], slope[0] ** 2  # the same for both directions of a wall
    return tuple(
        round(value, 5) + 0.0 for value in (place["x"], place["y"], size["x"], size["y"], *along)
    )

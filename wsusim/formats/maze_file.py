"""The maze file: a world as JSON for people. See ``manual/reference/maze-file.md``."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from wsusim.errors import MazeError
from wsusim.formats.atomic import read_whole, write_whole
from wsusim.formats.entries import MazeEntry, with_ids
from wsusim.formats.json_text import decode_text, lay_out, parse_json
from wsusim.formats.migrations import CURRENT_VERSION, FORMAT, migrate
from wsusim.formats.problems import bad_maze, explain
from wsusim.formats.robot_file import with_kinds
from wsusim.formats.world_check import find_problems
from wsusim.formats.world_entries import fields_of_world, world_of_entry
from wsusim.model.world import World


def load_maze(path: Path | str) -> World:
    """Return the world in a maze file.

    Raises:
        MazeError: The file can't be read or is no valid maze; ``problems`` holds all that is wrong.
    """
    path = Path(path)
    return world_from_bytes(read_whole(path), source=path.name)


def save_maze(world: World, path: Path | str) -> None:
    """Write a world to a file in one step; on any failure the old file stays as it was.

    Raises:
        MazeError: The world would not load again, or the file can't be written.
    """
    text = world_to_text(world)
    world_from_text(text, source=world.name)
    write_whole(Path(path), text.encode("utf-8"))


def world_to_text(world: World) -> str:
    """Return the text of a world's maze file; fields that have their usual value are left out."""
    return lay_out({"format": FORMAT, "version": CURRENT_VERSION, **fields_of_world(world)})


def world_from_text(text: str, *, source: str = "maze") -> World:
    """Return the world described by the text of a maze file; ``source`` names it in errors.

    Raises:
        MazeError: With every problem found.
    """
    try:
        values = with_ids(with_kinds(migrate(parse_json(text))))
    except MazeError as error:
        raise bad_maze(source, [str(error)]) from None
    try:
        entry = MazeEntry.model_validate(values)
    except ValidationError as error:
        raise bad_maze(source, explain(error, MazeEntry), error.error_count()) from None
    world = world_of_entry(entry)
    problems = find_problems(world)
    if problems:
        raise bad_maze(source, problems)
    return world


def world_from_bytes(content: bytes, *, source: str = "maze") -> World:
    """Return the world in the bytes of a maze file; see ``world_from_text``."""
    try:
        text = decode_text(content)
    except MazeError as error:
        raise bad_maze(source, [str(error)]) from None
    return world_from_text(text, source=source)

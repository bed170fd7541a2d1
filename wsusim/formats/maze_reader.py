"""Any maze that wsusim can read, recognised by its content, whatever the file is called."""

from __future__ import annotations

from pathlib import Path

from wsusim.errors import MazeError
from wsusim.formats.atomic import read_whole
from wsusim.formats.cell_maze import (
    is_byte_maze,
    is_number_maze,
    read_byte_maze,
    read_number_maze,
)
from wsusim.formats.grey_pictures import SUFFIXES, is_picture, read_grey
from wsusim.formats.json_text import decode_text
from wsusim.formats.maze_file import world_from_text
from wsusim.formats.micromouse import import_micromouse
from wsusim.formats.problems import bad_maze
from wsusim.formats.text_maze import is_micromouse, read_text_maze
from wsusim.formats.world_check import find_problems
from wsusim.formats.wsu_map import import_wsu_map
from wsusim.formats.wsu_stream import is_wsu_map
from wsusim.model.world import World

NAME_MAX = 100

_NO_MAZE = (
    "this is not a maze that wsusim can read. Give a wsusim maze file (JSON), a map from the WSU "
    "simulator, a micromouse maze (drawn with o, --- and |, or .num or .maz), or a picture (PNG, "
    "BMP, GIF)."
)

_NO_PICTURE = (
    "it is not a picture that wsusim can read, though it has the name of one. Save it again as "
    "PNG, BMP, GIF, TIFF or JPEG."
)


def read_maze(
    path: Path | str, *, cell_mm: float | None = None, wall_mm: float | None = None
) -> World:
    """Return the world in a maze file of wsusim, a WSU map, a micromouse maze or a picture.

    Args:
        path: The file.
        cell_mm: Side of a micromouse maze's cell; ``None``: 180, or 90 above 16 cells a side.
        wall_mm: Thickness of its walls; ``None``: a fifteenth of the cell.

    Raises:
        MazeError: The file can't be read, is in none of these formats, or is no good maze.
    """
    path = Path(path)
    return world_from_content(read_whole(path), path, cell_mm=cell_mm, wall_mm=wall_mm)


def world_from_content(
    content: bytes, path: Path, *, cell_mm: float | None = None, wall_mm: float | None = None
) -> World:
    """Return the world in a file's bytes; ``path`` names it in errors and as a maze."""
    name = name_after(path)
    try:
        if is_picture(content):
            from wsusim.formats.picture_arena import world_of_picture  # seldom wanted, slow to load

            return _checked(world_of_picture(read_grey(content, "it"), name))
        if is_wsu_map(content):
            return _checked(import_wsu_map(content, name))
        maze = read_byte_maze(content) if is_byte_maze(content) else None
        text = "" if maze is not None else _text(content, path)
        if is_micromouse(text):
            maze = read_text_maze(text)
        elif is_number_maze(text):
            maze = read_number_maze(text)
        if maze is not None:
            return _checked(import_micromouse(maze, name, cell_mm=cell_mm, wall_mm=wall_mm))
    except MazeError as error:
        raise bad_maze(path.name, error.problems or [str(error)]) from None
    if text.lstrip().startswith(("{", "[")):
        return world_from_text(text, source=path.name)
    raise bad_maze(path.name, [_NO_PICTURE if path.suffix.lower() in SUFFIXES else _NO_MAZE])


def _text(content: bytes, path: Path) -> str:
    """Return a file's text; whoever drew a picture is not asked to save it as text."""
    try:
        return decode_text(content)
    except MazeError:
        if path.suffix.lower() in SUFFIXES:
            raise MazeError(_NO_PICTURE) from None
        raise


def _checked(world: World) -> World:
    problems = find_problems(world)
    if problems:
        raise MazeError("\n".join(problems), tuple(problems))
    return world


def name_after(path: Path) -> str:
    """Return the name of a maze that is called like its file."""
    return "".join(c if c.isprintable() else "?" for c in path.stem)[:NAME_MAX] or "maze"

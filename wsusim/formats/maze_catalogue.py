"""The mazes that come with the program, and how the command line names a maze."""

from __future__ import annotations

from pathlib import Path

from wsusim.errors import MazeError
from wsusim.formats.maze_reader import read_maze
from wsusim.model.text import did_you_mean, printable
from wsusim.model.world import World
from wsusim.shipped import shipped_folder


def built_in_mazes() -> dict[str, Path]:
    """Return the files of the built-in mazes by name, in alphabetical order."""
    folder = shipped_folder("templates") / "mazes"
    return {path.stem: path for path in sorted(folder.glob("*.json"))}


def find_maze(name_or_path: str) -> World:
    """Return a built-in maze by its name, or else the maze in a file of any known format.

    Raises:
        MazeError: There is neither, or the file is no valid maze.
    """
    known = built_in_mazes()
    if name_or_path in known:
        return read_maze(known[name_or_path])
    path = Path(name_or_path)
    is_name = path.name == name_or_path and not path.suffix
    try:
        is_missing = not path.exists()
    except (OSError, ValueError):
        is_missing = True
    if is_name and is_missing:
        hint = did_you_mean(name_or_path, known)
        raise MazeError(
            f"There is no built-in maze '{printable(name_or_path)}', and no file of that name."
            f"{hint} Built in are: {', '.join(known)}."
        )
    return read_maze(path)

"""Mazes that teachers bring to a lab: files in its folder, known by their names."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path, PurePath

from wsusim.errors import BadInput

_NAME = re.compile(r"[A-Za-z]\w{0,39}", re.ASCII)
MOST = 200


def own_mazes(folder: Path) -> list[str]:
    """Return the names of the mazes that were brought to the lab of a folder."""
    return sorted(file.stem for file in (folder / "mazes").glob("*.json"))


def maze_file(folder: Path, name: str) -> str:
    """Return what to load for a maze of a lab: its own file, or else the name itself."""
    own = folder / "mazes" / f"{name}.json"
    return str(own) if _NAME.fullmatch(name) and own.is_file() else name


def bring_maze(folder: Path, file_name: str, content: str, beside: str = "") -> str:
    """Keep a maze file, which may replace one of that name; return the maze's name.

    Args:
        folder: The lab's.
        file_name: Of the file; it names the maze.
        content: A maze of wsusim, a WSU map or a micromouse maze.
        beside: What is put behind the name if the lab has another maze of that name, which stays;
            empty: the new one takes its place.

    Raises:
        BadInput: The name can't be used, or the file is no good maze.
    """
    from wsusim.formats.maze_catalogue import built_in_mazes
    from wsusim.formats.maze_file import save_maze
    from wsusim.formats.maze_reader import world_from_content

    place = PurePath(file_name.replace("\\", "/"))
    name = re.sub(r"\W+", "_", place.stem, flags=re.ASCII)
    if not _NAME.fullmatch(name):
        raise BadInput(
            f"{place.name[:60]!r} can't name a maze. Take a letter, then letters and digits, 40 at "
            "most: my_maze.json"
        )
    if name in built_in_mazes():
        raise BadInput(f"{name!r} is a maze that comes with wsusim. Call yours something else.")
    known = own_mazes(folder)
    if len(known) >= MOST and name not in known:
        raise BadInput(f"There are {len(known)} mazes; {MOST} is the most.")
    world = world_from_content(content.encode(), Path(place.name))
    own = folder / "mazes"
    own.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=own) as trial:
        made = Path(trial) / f"{name}.json"
        save_maze(world, made)
        there = own / made.name
        if beside and there.is_file() and there.read_bytes() != made.read_bytes():
            name = "_".join((name, re.sub(r"\W+", "_", beside, flags=re.ASCII)))[:40]
        made.replace(own / f"{name}.json")
    return name

"""The manual's page on maze files tells the truth."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from wsusim.formats.entries import (
    ArenaEntry,
    FloorPictureEntry,
    GoalEntry,
    MazeEntry,
    RobotEntry,
    TuningEntry,
    WallEntry,
)
from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.formats.maze_file import world_from_text, world_to_text
from wsusim.formats.maze_reader import world_from_content
from wsusim.formats.text_maze import read_text_maze
from wsusim.model.radio import Radio
from wsusim.model.world import ArenaCamera, Ball, Light, Mission
from wsusim.shipped import shipped_folder


@pytest.fixture
def page() -> str:
    """Return the page's text."""
    return (shipped_folder("manual") / "reference" / "maze-file.md").read_text(encoding="utf-8")


def fenced(page: str, language: str) -> str:
    """Return the only block of a language."""
    (block,) = re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)
    return str(block)


def test_the_example_is_a_good_maze_as_the_program_writes_it(page: str) -> None:
    """The complete example loads, and saving it gives the same text."""
    example = fenced(page, "json")
    assert world_to_text(world_from_text(example)) == example


def test_the_example_has_the_counts_that_check_prints(page: str) -> None:
    """The console block above the example belongs to it."""
    counts = world_from_text(fenced(page, "json")).counts_in_words()
    assert f"ok: my-maze: {counts}" in page


def test_the_example_shows_every_list(page: str) -> None:
    """No kind of object is missing from the example; kinds of robots have a page of their own."""
    lists = {name for name, field in MazeEntry.model_fields.items() if "list" in str(field)}
    assert lists - {"robot_kinds"} <= set(json.loads(fenced(page, "json")))


@pytest.mark.parametrize(
    "entry",
    [
        MazeEntry,
        ArenaCamera,
        ArenaEntry,
        WallEntry,
        Light,
        Ball,
        RobotEntry,
        Radio,
        FloorPictureEntry,
        TuningEntry,
        GoalEntry,
        Mission,
    ],
)
def test_every_field_is_described(entry: type, page: str) -> None:
    """Each field of each kind of line is in the page's tables."""
    fields = getattr(entry, "model_fields", None) or entry.__dataclass_fields__
    assert [name for name in fields if f"`{name}`" not in page] == []


def test_the_micromouse_drawing_is_one(page: str) -> None:
    """The drawing in the page reads as a maze of 3 x 2 cells."""
    maze = read_text_maze(fenced(page, "text"))
    assert (maze.columns, maze.rows, len(maze.starts), len(maze.goals)) == (3, 2, 1, 1)


def test_the_drawing_with_blocks_is_a_maze(page: str) -> None:
    """It has a robot and a goal."""
    maze = world_from_content(fenced(page, "blocks").encode(), Path("drawing.txt"))
    assert (len(maze.robots), len(maze.goals)) == (1, 1)


def test_every_built_in_maze_is_listed(page: str) -> None:
    """The table of built-in mazes is complete."""
    assert [name for name in built_in_mazes() if f"| `{name}` |" not in page] == []

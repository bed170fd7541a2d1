"""Teachers bring mazes; each is known by its name, and leads nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.errors import BadInput
from wsusim.formats.maze_catalogue import built_in_mazes, find_maze
from wsusim.lab.mazes import bring_maze, maze_file, own_mazes

FIELD = built_in_mazes()["field"].read_text(encoding="utf-8")


def test_a_maze_is_known_by_its_files_name(tmp_path: Path) -> None:
    """And loaded by it."""
    name = bring_maze(tmp_path, "My field.json", FIELD)

    assert own_mazes(tmp_path) == ["My_field"] == [name]
    assert find_maze(maze_file(tmp_path, name)).walls == find_maze("field").walls


def test_a_newer_one_takes_the_place_of_the_older(tmp_path: Path) -> None:
    """The course goes on with it."""
    rooms = built_in_mazes()["rooms"].read_text(encoding="utf-8")
    bring_maze(tmp_path, "week2.json", FIELD)
    bring_maze(tmp_path, "week2.json", rooms)

    assert find_maze(maze_file(tmp_path, "week2")).walls == find_maze("rooms").walls


@pytest.mark.parametrize(
    "name", ["rooms.json", "", ".json", "1.json", "x" * 41 + ".json", "李.json"]
)
def test_a_name_that_cant_be_is_refused(tmp_path: Path, name: str) -> None:
    """Nothing is kept; the mazes that come with wsusim stay what they are."""
    with pytest.raises(BadInput):
        bring_maze(tmp_path, name, FIELD)

    assert own_mazes(tmp_path) == []


@pytest.mark.parametrize("content", ["", "{}", "not a maze", "[1, 2]", "{" * 5000])
def test_what_is_no_maze_is_refused(tmp_path: Path, content: str) -> None:
    """With a sentence, and nothing is kept."""
    with pytest.raises(BadInput):
        bring_maze(tmp_path, "mine.json", content)

    assert own_mazes(tmp_path) == []


@pytest.mark.parametrize("name", ["../lab", "/etc/passwd", "..", "nothing"])
def test_a_name_leads_nowhere_else(tmp_path: Path, name: str) -> None:
    """What is no maze of the lab is left as it was named."""
    (tmp_path / "lab.json").write_text("{}")

    assert maze_file(tmp_path, name) == name


def test_a_folder_in_the_name_is_dropped(tmp_path: Path) -> None:
    """Also one of another system."""
    assert bring_maze(tmp_path, "..\\..\\evil/mine.json", FIELD) == "mine"
    assert [file.name for file in tmp_path.iterdir()] == ["mazes"]

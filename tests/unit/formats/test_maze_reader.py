"""A maze is recognised by its content; a built-in one by its name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.unit.formats.java_map import wsu_map
from tests.unit.formats.mazes import text
from tests.unit.formats.test_micromouse import SMALL
from wsusim.errors import MazeError
from wsusim.formats.maze_catalogue import built_in_mazes, find_maze
from wsusim.formats.maze_reader import read_maze, world_from_content
from wsusim.shipped import shipped_folder


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (text().encode(), "test"),
        (b"\n  " + text().encode(), "test"),
        (wsu_map(), "maze"),
        (SMALL.encode(), "maze"),
        (b"\xef\xbb\xbf" + SMALL.encode(), "maze"),
    ],
)
def test_the_content_tells_the_format(content: bytes, name: str, tmp_path: Path) -> None:
    """JSON, WSU maps and micromouse mazes are read whatever their file is called."""
    path = tmp_path / "maze.png"
    path.write_bytes(content)
    assert read_maze(path).name == name


@pytest.mark.parametrize("content", [b"hello", b"\n\n", b"\x89PNG", b"#!/bin/sh\n", b"<xml/>"])
def test_other_files_are_refused_with_the_formats(content: bytes) -> None:
    """What is none of them gives one error that names them (or says that it is no text)."""
    with pytest.raises(MazeError, match=r"WSU simulator, .*a micromouse|not UTF-8|not a picture"):
        world_from_content(content, Path("x"))


def test_a_file_name_with_stray_bytes_becomes_a_printable_name() -> None:
    """A maze's name is printable whatever its file is called."""
    assert world_from_content(SMALL.encode(), Path("a\udcffb\n.txt")).name == "a?b?"


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    """The path is told."""
    with pytest.raises(MazeError, match=r"There is no file .*none\.json\. Check"):
        read_maze(tmp_path / "none.json")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    """A folder is no maze."""
    with pytest.raises(MazeError, match="is a folder"):
        read_maze(tmp_path)


def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    """A pipe is refused instead of waiting for a writer."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(MazeError, match="not an ordinary file"):
        read_maze(tmp_path / "pipe")


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    """An empty file is told to be empty."""
    (tmp_path / "empty").touch()
    with pytest.raises(MazeError, match="is empty"):
        read_maze(tmp_path / "empty")


def test_a_file_of_more_than_10_mb_is_refused(tmp_path: Path) -> None:
    """A huge file is not read into memory."""
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(10_000_001)
    with pytest.raises(MazeError, match="larger than 10 MB"):
        read_maze(tmp_path / "huge")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_refused(tmp_path: Path) -> None:
    """What can't be opened gives the system's reason."""
    (tmp_path / "secret").write_text(text())
    (tmp_path / "secret").chmod(0)
    with pytest.raises(MazeError, match="Permission denied"):
        read_maze(tmp_path / "secret")


@pytest.mark.parametrize("path", ["a\0b", "x" * 5000, "\udcff.json"])
def test_impossible_names_are_maze_errors(path: str) -> None:
    """Names that no system takes are refused like missing files."""
    with pytest.raises(MazeError):
        read_maze(path)
    with pytest.raises(MazeError):
        find_maze(path)


BUILT_IN = [
    *("beacons", "caps", "crowd", "field", "island"),
    *("line", "narrow", "overhead", "red", "rooms", "soccer"),
]


def test_the_built_in_mazes_are_there() -> None:
    """All mazes that the manual names are found."""
    assert list(built_in_mazes()) == BUILT_IN


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_mazes_are_good_and_carry_their_names(name: str) -> None:
    """Each passes all checks and is found by its name."""
    world = find_maze(name)
    assert world.name == name
    assert world.robots


def test_a_misspelt_maze_is_suggested() -> None:
    """A name near a built-in one is offered, with the list."""
    with pytest.raises(MazeError, match=r"'romos'.*Did you mean 'rooms'\? Built in are: beacons"):
        find_maze("romos")


def test_a_path_is_read_as_a_file(tmp_path: Path) -> None:
    """What is no built-in name is a file."""
    (tmp_path / "mine").write_text(text(name="mine"))
    assert find_maze(str(tmp_path / "mine")).name == "mine"


def test_what_is_shipped_lies_beside_the_package_in_a_checkout() -> None:
    """Templates, controllers and manual are folders."""
    assert (shipped_folder("templates") / "mazes" / "rooms.json").is_file()


@pytest.mark.parametrize("content", [b"\x89\x01\x02rubbish", b"plain text"])
def test_what_is_called_a_picture_and_is_none_is_told_so(tmp_path: Path, content: bytes) -> None:
    """A file named as a picture gets no advice to save it as text."""
    file = tmp_path / "maze.png"
    file.write_bytes(content)

    with pytest.raises(MazeError, match=r"the name of a picture .*, but its content is something"):
        read_maze(file)

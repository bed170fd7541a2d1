"""Whole files: what is read is an ordinary file, what is replaced is one of our own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from wsusim.errors import BadInput, MazeError
from wsusim.formats.atomic import check_replaceable, make_folder, read_whole, write_whole

OURS = {
    ".mcap": b"\x89MCAP0\r\n\x01\x1a\x00\x00\x00\x00\x00\x00\x00\x06\x00\x00\x00wsusim\x0c\x00",
    ".json": b'{\n  "format": "wsusim-maze",\n',
    ".csv": b"time_s,robot,x_mm\r\n",
    ".html": b'<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport"',
    ".png": b"\x89PNG\r\n\x1a\n",
    ".svg": b'<?xml version="1.0"?>\n<svg/>',
    ".gif": b"GIF89a",
    ".mp4": b"\x00\x00\x00\x20ftypisom",
}


@pytest.mark.parametrize("suffix", OURS)
def test_a_file_of_the_same_kind_is_replaced(tmp_path: Path, suffix: str) -> None:
    """The last recording, film or table gives way; so does an empty file, and there may be none."""
    old, empty = tmp_path / "old", tmp_path / "empty"
    old.write_bytes(OURS[suffix])
    empty.touch()

    check_replaceable(old, suffix)
    check_replaceable(empty, suffix)
    check_replaceable(tmp_path / "none", suffix)


@pytest.mark.parametrize("suffix", OURS)
@pytest.mark.parametrize("content", [b"from wsusim import Controller\n", b'{"a": 1}', b"\x89"])
def test_anything_else_is_left_as_it_is(tmp_path: Path, suffix: str, content: bytes) -> None:
    """A controller whose name stood in the wrong place is not lost."""
    file = tmp_path / "robot.py"
    file.write_bytes(content)

    with pytest.raises(BadInput, match="left as it is"):
        check_replaceable(file, suffix)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    """Nor is it replaced."""
    with pytest.raises(BadInput, match="left as it is"):
        check_replaceable(tmp_path, ".csv")


@pytest.mark.skipif(sys.platform == "win32", reason="There are no pipes with names")
def test_a_pipe_is_neither_read_nor_replaced(tmp_path: Path) -> None:
    """Opening it would wait for ever."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    with pytest.raises(MazeError, match=r"not an ordinary file\. Give a profile"):
        read_whole(pipe, "a profile")
    with pytest.raises(BadInput, match="left as it is"):
        check_replaceable(pipe, ".json")
    with pytest.raises(MazeError, match="not an ordinary file"):
        write_whole(pipe, b"x")


def test_a_file_is_replaced_in_one_step(tmp_path: Path) -> None:
    """Nothing is left beside it."""
    file = tmp_path / "maze.json"
    file.write_bytes(b"old")

    write_whole(file, b"new")

    assert [path.name for path in tmp_path.iterdir()] == ["maze.json"]
    assert file.read_bytes() == b"new"


def test_a_folder_for_results_is_tried_before_the_work(tmp_path: Path) -> None:
    """It is made with all above it; a file in its place is refused, and nothing is left in it."""
    (tmp_path / "file").write_text("mine")

    make_folder(tmp_path / "a" / "b")

    assert list((tmp_path / "a" / "b").iterdir()) == []
    with pytest.raises(BadInput, match=r"file is a file\. Give the name of a folder"):
        make_folder(tmp_path / "file")
    with pytest.raises(BadInput, match="Nothing can be written to the folder"):
        make_folder(tmp_path / "file" / "below")

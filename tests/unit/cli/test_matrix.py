"""``matrix`` writes the object-ID matrix of a maze or of a recording's moment."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.command_line import wsusim
from wsusim.scene.matrix_picture import colour_table

RECORDING = Path(__file__).parents[2] / "golden" / "recordings" / "v1-two-robots.mcap"


def test_a_maze_becomes_numbers_and_a_picture(tmp_path: Path) -> None:
    """The picture has a pixel a cell, with the greatest y on top."""
    numbers, picture = tmp_path / "caps.npy", tmp_path / "caps.png"

    outcome = wsusim(["matrix", "caps", "--npy", str(numbers), "--png", str(picture)])

    matrix = np.load(numbers)
    pixels = np.asarray(Image.open(picture))
    assert outcome.returncode == 0
    assert (matrix.shape, matrix.dtype) == ((500, 500), np.uint16)
    assert np.array_equal(pixels, colour_table(matrix.max() + 1)[matrix[::-1]])


def test_every_number_is_told_with_what_it_stands_for() -> None:
    """Kind, the id in the maze file, and how many cells hold it."""
    lines = wsusim(["matrix", "caps"]).stdout.splitlines()

    assert lines[0] == "500 rows x 500 columns; a cell is 2.4384 mm x 2.4384 mm."
    assert [line.split()[:-1] for line in lines[4:]] == [
        ["0", "floor"],
        ["1", "wall,", "or", "outside"],
        ["2", "light"],
        ["3", "cap", "with", "id", "4"],
        ["4", "cap", "with", "id", "5"],
        ["5", "cap", "with", "id", "6"],
        ["6", "cap", "with", "id", "7"],
        ["7", "robot", "with", "id", "8"],
    ]


def test_a_moment_of_a_recording_shows_lowered_grippers() -> None:
    """Both robots are of one kind; the one whose arm is down fills more cells."""
    first = wsusim(["matrix", "--from", f"{RECORDING}@0"]).stdout.splitlines()[-2:]
    later = wsusim(["matrix", "--from", f"{RECORDING}@3.5"]).stdout.splitlines()[-2:]

    assert int(later[0].split()[-1]) > int(first[0].split()[-1])


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ([], "Give either a maze, for example rooms, or a moment"),
        (["rooms", "--from", "run.mcap@1"], "Give either a maze"),
        (["--from", "run.mcap"], "is not a moment in a recording"),
        (["nosuchmaze"], "There is no built-in maze 'nosuchmaze'"),
        (["rooms", "--png", "/nowhere/at/all.png"], "can't be written"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(words: list[str], answer: str) -> None:
    """And nothing else is done."""
    outcome = wsusim(["matrix", *words])

    assert outcome.returncode == 2
    assert answer in outcome.stderr


@pytest.mark.parametrize("option", ["--png", "--npy"])
def test_a_file_of_another_kind_is_not_replaced(option: str, tmp_path: Path) -> None:
    """A controller whose name stands in the wrong place stays as it is."""
    controller = tmp_path / "robot.py"
    controller.write_text("mine", encoding="utf-8")

    outcome = wsusim(["matrix", "rooms", option, str(controller)])

    assert outcome.returncode == 2
    assert "may not replace it" in outcome.stderr
    assert controller.read_text(encoding="utf-8") == "mine"


def test_neighbouring_codes_differ_in_colour() -> None:
    """By far, however many there are."""
    table = colour_table(300).astype(int)

    steps = np.abs(np.diff(table, axis=0)).sum(axis=1)
    assert steps.min() > 60

"""``self.data``: a folder beside the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.control.loader import load_controller
from wsusim.errors import Misuse

PROGRAM = """
from wsusim import Controller

class Keeper(Controller):
    def run(self):
        pass
"""


def load(folder: Path) -> object:
    """Return the controller of ``keeper.py`` in a folder, without a robot."""
    file = folder / "keeper.py"
    file.write_text(PROGRAM, encoding="utf-8")
    return load_controller(str(file)).create()


def test_it_lies_beside_the_program_and_stays(tmp_path: Path) -> None:
    """What one run leaves there, the next one finds."""
    (load(tmp_path).data / "map.txt").write_text("wall", encoding="utf-8")

    assert (tmp_path / "keeper_data" / "map.txt").read_text(encoding="utf-8") == "wall"
    assert (load(tmp_path).data / "map.txt").exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    """The message names the folder and what to do."""
    (tmp_path / "keeper_data").write_text("a file is in the way", encoding="utf-8")

    with pytest.raises(
        Misuse, match=r"keeper_data.*Move your program into a folder where you may write"
    ):
        load(tmp_path).data  # noqa: B018


def test_a_program_may_have_a_variable_of_that_name(tmp_path: Path) -> None:
    """Programs called something ``self.data`` before there was this folder."""
    program = load(tmp_path)

    program.data = [1, 2]

    assert program.data == [1, 2]
    assert not (tmp_path / "keeper_data").exists()

"""``convert`` writes a maze file or nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from tests.pictures import drawn, enlarged, file_of
from tests.unit.formats.java_map import HORIZONTAL, WALL, wsu_map
from tests.unit.formats.test_micromouse import SMALL
from wsusim.cli.convert import convert
from wsusim.errors import BadInput, MazeError
from wsusim.formats.maze_file import load_maze


def run(*arguments: object) -> tuple[int, str]:
    """Run ``convert``; return its exit code and output, errors raised."""
    result = CliRunner().invoke(convert, [str(a) for a in arguments], catch_exceptions=True)
    if isinstance(result.exception, BadInput):
        raise result.exception
    return result.exit_code, result.output


def test_convert_writes_a_maze_file(tmp_path: Path) -> None:
    """A WSU map becomes a maze file that loads."""
    (tmp_path / "old").write_bytes(wsu_map((WALL, 100, 200, HORIZONTAL)))
    code, _ = run(tmp_path / "old", tmp_path / "new.json")
    assert code == 0
    assert len(load_maze(tmp_path / "new.json").walls) == 1


def test_convert_takes_the_sizes_of_a_micromouse_maze(tmp_path: Path) -> None:
    """Cell size and wall thickness are options."""
    (tmp_path / "m.txt").write_text(SMALL)
    run(tmp_path / "m.txt", tmp_path / "m.json", "--cell-mm", 100, "--wall-mm", 5)
    assert load_maze(tmp_path / "m.json").arena.width_mm == 305.0


def test_convert_does_not_overwrite(tmp_path: Path) -> None:
    """A file that exists stays, unless --overwrite is given."""
    (tmp_path / "m.txt").write_text(SMALL)
    (tmp_path / "m.json").write_text("precious")
    with pytest.raises(BadInput, match=r"already exists\. Add --overwrite"):
        run(tmp_path / "m.txt", tmp_path / "m.json")
    assert (tmp_path / "m.json").read_text() == "precious"


def test_convert_overwrites_by_force(tmp_path: Path) -> None:
    """With --overwrite the old maze is replaced."""
    (tmp_path / "m.txt").write_text(SMALL)
    run(tmp_path / "m.txt", tmp_path / "m.json")
    run(tmp_path / "m.txt", tmp_path / "m.json", "--overwrite", "--cell-mm", 100)
    assert load_maze(tmp_path / "m.json").arena.width_mm < 400.0


def test_convert_replaces_mazes_only(tmp_path: Path) -> None:
    """Not even by force another file."""
    (tmp_path / "m.txt").write_text(SMALL)
    (tmp_path / "robot.py").write_text("precious")
    with pytest.raises(BadInput, match="left as it is"):
        run(tmp_path / "m.txt", tmp_path / "robot.py", "--overwrite")
    assert (tmp_path / "robot.py").read_text() == "precious"


def test_convert_of_a_bad_file_writes_nothing(tmp_path: Path) -> None:
    """On an error no file appears."""
    (tmp_path / "bad").write_bytes(b"\xac\xed\x00\x05zzz")
    with pytest.raises(MazeError):
        run(tmp_path / "bad", tmp_path / "new.json")
    assert [path.name for path in tmp_path.iterdir()] == ["bad"]


def test_convert_takes_a_picture(tmp_path: Path) -> None:
    """What is dark becomes wall, at the scale that is asked for."""
    (tmp_path / "room.png").write_bytes(
        file_of(Image.fromarray(enlarged(drawn("...", ".#.", "..."), 50)))
    )
    code, output = run(tmp_path / "room.png", tmp_path / "room.json", "--mm-per-px", 4)
    assert code == 0
    assert "1 wall," in output
    assert load_maze(tmp_path / "room.json").arena.width_mm == 600.0


def test_convert_tells_what_is_wrong_with_a_picture(tmp_path: Path) -> None:
    """In one sentence with the file's name."""
    (tmp_path / "room.png").write_bytes(b"\x89PNG and no more")
    with pytest.raises(MazeError, match=r"^room.png: it is not a picture that wsusim can read"):
        run(tmp_path / "room.png", tmp_path / "room.json")

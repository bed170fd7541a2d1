"""``evolve`` leaves a champion, its picture and its recording; and overwrites nothing unasked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import wsusim
from tests.extras import needs

pytestmark = needs("cma", "requirements-learn.txt")

pytest.importorskip("gymnasium", reason="requirements-learn.txt is not installed")

QUICK = ("--generations", "2", "--population", "4", "--trials", "1", "--time", "2")


def test_a_champion_is_left(tmp_path: Path) -> None:
    """A controller, a picture and a recording."""
    done = wsusim(["evolve", str(tmp_path / "evolved"), *QUICK])

    files = sorted(file.name for file in (tmp_path / "evolved").iterdir())
    assert done.returncode == 0, done.stderr
    assert files == ["champion.mcap", "champion.py", "fitness.png"]
    assert "Generation   2" in done.stdout


def test_what_is_there_is_kept(tmp_path: Path) -> None:
    """Until --overwrite is given."""
    (tmp_path / "champion.py").write_text("mine", encoding="utf-8")

    done = wsusim(["evolve", str(tmp_path), *QUICK])

    assert done.returncode == 2
    assert "champion.py exists" in done.stderr
    assert (tmp_path / "champion.py").read_text(encoding="utf-8") == "mine"


def test_a_maze_that_is_not_there_leaves_no_folder(tmp_path: Path) -> None:
    """It is told before anything is made."""
    done = wsusim(["evolve", str(tmp_path / "evolved"), "--maze", "nowhere"])

    assert done.returncode == 2
    assert "nowhere" in done.stderr
    assert not (tmp_path / "evolved").exists()

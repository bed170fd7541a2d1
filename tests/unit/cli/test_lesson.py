"""The commands about lessons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import wsusim
from tests.jobs_here import JobsHere
from tests.lessons import DRIVES, TOML, lesson_at
from wsusim.lessons.lesson import load_lesson

ONE_SEED = TOML.replace("[1, 2]", "1")


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    """A lesson's folder."""
    return lesson_at(tmp_path / "one", ONE_SEED)


def test_a_packed_lesson_has_no_solution(lesson: Path, tmp_path: Path) -> None:
    """The teacher's has."""
    for name, more in (("s.lesson", []), ("t.lesson", ["--teacher"])):
        done = wsusim(["lesson", "pack", str(lesson), "--out", str(tmp_path / name), *more])
        assert done.returncode == 0

    assert [load_lesson(tmp_path / f"{one}.lesson").has_solution for one in "st"] == [False, True]


def test_nothing_is_replaced_unasked(lesson: Path, tmp_path: Path) -> None:
    """The message says how."""
    words = ["lesson", "pack", str(lesson), "--out", str(tmp_path / "s.lesson")]
    outcomes = [wsusim(words).returncode, wsusim(words).returncode]

    assert outcomes == [0, 2]


def test_folder_and_file_give_the_same_verdict_as_an_assignment(
    lesson: Path, tmp_path: Path
) -> None:
    """To the byte."""
    program = tmp_path / "to_the_wall.py"
    program.write_text(DRIVES)
    packed = tmp_path / "one.lesson"
    wsusim(["lesson", "pack", str(lesson), "--out", str(packed)])
    kept = ("title", "mazes", "seeds", "time_limit_s", "[[", "what", "name", "points", "full")
    plain = [line for line in ONE_SEED.splitlines() if line.startswith(kept)]
    (tmp_path / "a.toml").write_text("\n".join(plain))

    told = [
        wsusim(
            ["check", str(program), "--assignment", str(task), "--json", "--no-sandbox"], JobsHere()
        ).stdout
        for task in (lesson, packed, tmp_path / "a.toml")
    ]

    assert told[0] == told[1] == told[2]
    assert json.loads(told[0])["students"][0]["points"] == 2.0


def test_the_shipped_lessons_are_listed() -> None:
    """With their minutes."""
    assert "01-first-drive" in wsusim(["lesson", "list"]).stdout


def test_a_copy_without_the_window(lesson: Path, tmp_path: Path) -> None:
    """It says where the program is, and how it is checked."""
    done = wsusim(["lesson", "start", str(lesson), "--folder", str(tmp_path / "work")])

    assert (tmp_path / "work" / "one" / "to_the_wall.py").is_file()
    assert "--assignment" in done.stdout

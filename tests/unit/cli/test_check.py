"""``check`` tells what is in a maze or wrong with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.unit.formats.mazes import text, wall
from wsusim.cli.check import check
from wsusim.errors import BadInput, MazeError


def run(*arguments: object) -> tuple[int, str]:
    """Run ``check``; return its exit code and output, errors raised."""
    result = CliRunner().invoke(check, [str(a) for a in arguments], catch_exceptions=True)
    if isinstance(result.exception, BadInput):
        raise result.exception
    return result.exit_code, result.output


def test_check_counts_what_a_good_maze_holds() -> None:
    """A good maze is ok, with counts and the arena's size."""
    assert run("field") == (
        0,
        "ok: field: 0 walls, 0 lights, 0 caps, 1 balls, 2 robots, 2 goals; arena 1360 x 800 mm\n",
    )


def test_check_writes_one_json_object() -> None:
    """With --json the same as an object."""
    code, output = run("rooms", "--json")
    report = json.loads(output)
    assert code == 0
    assert report == {
        "ok": True,
        "maze": "rooms",
        "walls": 10,
        "lights": 0,
        "caps": 0,
        "balls": 0,
        "robots": 1,
        "goals": 1,
        "arena_mm": [1219.2, 1219.2],
        "problems": [],
    }


def test_check_of_a_bad_maze_raises_all_its_problems(tmp_path: Path) -> None:
    """Without --json the error carries every problem to the command line's handler."""
    (tmp_path / "bad.json").write_text(text(walls=[wall(thickness_mm=0), wall(length=3)]))
    with pytest.raises(MazeError, match=r"bad\.json has 2 problems:"):
        run(tmp_path / "bad.json")


def test_check_of_a_bad_maze_with_json_exits_with_2(tmp_path: Path) -> None:
    """With --json the problems are in the object, and the exit code is 2."""
    (tmp_path / "bad.json").write_text(text(walls=[wall(thickness_mm=0), wall(length=3)]))
    code, output = run(tmp_path / "bad.json", "--json")
    report = json.loads(output)
    assert (code, report["ok"], len(report["problems"])) == (2, False, 2)

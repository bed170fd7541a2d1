"""``check`` tells what is in a maze or wrong with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.jobs_here import JobsHere
from tests.unit.formats.mazes import text, wall
from wsusim.cli.check import check
from wsusim.errors import BadInput, MazeError


def run(*arguments: object) -> tuple[int, str]:
    """Run ``check``; return its exit code and output, errors raised."""
    result = CliRunner().invoke(check, [str(a) for a in arguments], obj=JobsHere())
    if isinstance(result.exception, BadInput):
        raise result.exception
    return result.exit_code, result.output


def test_check_counts_what_a_good_maze_holds() -> None:
    """A good maze is ok, with counts and the arena's size."""
    assert run("field") == (
        0,
        "ok: field: 0 walls, 0 lights, 0 caps, 1 ball, 0 cylinders, 0 boxes, 2 robots, 2 goals; "
        "arena 1360 x 800 mm\n",
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
        "cylinders": 0,
        "boxes": 0,
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


def test_options_of_an_assignment_need_one() -> None:
    """What only an assignment understands is refused without one."""
    with pytest.raises(BadInput, match="only work with --assignment"):
        run("rooms", "--seed", 3)


@pytest.fixture
def assignment(tmp_path: Path) -> Path:
    """An assignment of two short runs."""
    file = tmp_path / "a.toml"
    file.write_text(
        'title = "Far"\nmazes = ["rooms"]\nseeds = [1, 2]\ntime_limit_s = 2\n'
        '[[counts]]\nwhat = "distance"\npoints = 4\nfull_m = 0.01\n'
    )
    return file


@pytest.fixture
def robot(tmp_path: Path) -> Path:
    """A controller that drives a little."""
    file = tmp_path / "robot.py"
    file.write_text(
        "from wsusim import Controller\n\nclass R(Controller):\n    def run(self):\n"
        "        self.motors.set_speeds(5, 5)\n        self.sleep(1)\n"
    )
    return file


def test_a_report_never_takes_the_place_of_a_program(assignment: Path, robot: Path) -> None:
    """A file of another kind is never overwritten; an earlier report is."""
    before = robot.read_text()
    with pytest.raises(BadInput, match="left as it is"):
        run(robot, "--assignment", assignment, "--html", robot)

    assert robot.read_text() == before


def test_a_report_replaces_the_last_one(assignment: Path, robot: Path, tmp_path: Path) -> None:
    """As tables and pictures do."""
    page = tmp_path / "page.html"
    codes = [
        run(robot, "--assignment", assignment, "--seed", 1, "--html", page)[0] for _ in range(2)
    ]

    assert codes == [0, 0]


def test_a_report_without_a_folder_is_refused_before_the_runs(
    assignment: Path, robot: Path, tmp_path: Path
) -> None:
    """An unwritable result is refused before the check begins."""
    with pytest.raises(BadInput, match=r"^page.html .* folder .*nowhere\."):
        run(robot, "--assignment", assignment, "--html", tmp_path / "nowhere" / "page.html")


def test_a_controller_is_checked_against_an_assignment(assignment: Path, robot: Path) -> None:
    """With an assignment a controller gets its points, run by run."""
    code, output = run(robot, "--assignment", assignment, "--seed", 2)

    assert code == 0
    assert "rooms, seed 2: program ended after 1.00 s, 4 points" in output
    assert output.rstrip().endswith("4 of 4 points.")

"""``grade`` writes the reports of a class."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.jobs_here import JobsHere
from wsusim.cli.grade import grade
from wsusim.errors import BadInput

GOOD = (
    "from wsusim import Controller\n\nclass R(Controller):\n    def run(self):\n"
    "        self.motors.set_speeds(5, 5)\n        self.sleep(1)\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with an assignment, and the work of two students."""
    (tmp_path / "a.toml").write_text(
        'title = "Far"\nmazes = ["rooms"]\ntime_limit_s = 2\n'
        '[[counts]]\nwhat = "distance"\npoints = 4\nfull_m = 0.01\n'
    )
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "ann.py").write_text(GOOD)
    (tmp_path / "work" / "ben.py").write_text(GOOD.replace("self.sleep(1)", "1 / 0"))
    return tmp_path


def run(folder: Path, *more: str) -> Result:
    """Grade the work in a folder."""
    words = [str(folder / "work"), "--assignment", str(folder / "a.toml")]
    return CliRunner().invoke(grade, [*words, "--out", str(folder / "out"), *more], obj=JobsHere())


def test_the_table_and_three_reports(folder: Path) -> None:
    """Everybody's points are told, and written for people and for programs."""
    result = run(folder)

    assert result.exit_code == 0
    assert "ann          4.00      0       0" in result.output
    assert "ben.py, line 6: ZeroDivisionError: division by zero" in result.output
    report = json.loads((folder / "out" / "report.json").read_text(encoding="utf-8"))
    assert [one["points"] for one in report["students"]] == [4.0, 0.0]
    page = (folder / "out" / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg viewBox") == 1, "one robot has moved"
    assert (folder / "out" / "report.csv").read_text(encoding="utf-8-sig").startswith("student,")


def test_an_old_report_is_not_replaced_in_silence(folder: Path) -> None:
    """A folder with a report is refused unless it may be replaced."""
    run(folder)

    assert isinstance(run(folder).exception, BadInput)
    assert run(folder, "--overwrite").exit_code == 0


def test_what_is_left_out_is_told_everywhere(folder: Path) -> None:
    """In the terminal, on the page and in the JSON; the teacher's own files are not."""
    (folder / "work" / "cleo.txt").write_text(GOOD)
    (folder / "a.toml").rename(folder / "work" / "a.toml")

    words = [str(folder / "work"), "--assignment", str(folder / "work" / "a.toml")]
    result = CliRunner().invoke(grade, [*words, "--out", str(folder / "out")], obj=JobsHere())

    assert "Left out: cleo.txt: not a Python file." in result.output
    assert "a.toml:" not in result.output
    report = json.loads((folder / "out" / "report.json").read_text(encoding="utf-8"))
    assert report["left_out"] == [{"name": "cleo.txt", "why": "not a Python file"}]
    page = (folder / "out" / "report.html").read_text(encoding="utf-8")
    assert "<li>cleo.txt: not a Python file</li>" in page

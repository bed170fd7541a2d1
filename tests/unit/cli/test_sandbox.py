"""Programs of others are locked in, and where they can't be, that is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.jobs_here import JobsHere
from wsusim.cli.batch import batch
from wsusim.cli.check import check
from wsusim.cli.grade import grade
from wsusim.errors import BadInput
from wsusim.hosting import sandbox

TRIES_THE_NETWORK = """
import ctypes
from wsusim import Controller


class R(Controller):
    def run(self):
        if ctypes.CDLL(None).socket(1, 1, 0) == -1:
            raise ValueError("locked in")
        raise ValueError("free")
"""
"""Python's own fence is not asked by the C library."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with an assignment, a plan, and one student's work."""
    (tmp_path / "a.toml").write_text(
        'title = "Far"\nmazes = ["rooms"]\ntime_limit_s = 2\nrecordings = "none"\n'
        '[[counts]]\nwhat = "goal"\npoints = 4\n'
    )
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "ann.py").write_text(TRIES_THE_NETWORK)
    (tmp_path / "plan.toml").write_text(
        'controllers = ["work/ann.py"]\nmazes = ["rooms"]\nseeds = [1]\ntime_limit_s = 2\n'
    )
    return tmp_path


def run_command(command: str, folder: Path, *more: str) -> Result:
    """Run a command on the student's work."""
    words: dict[str, tuple[Any, list[str]]] = {
        "grade": (grade, [str(folder / "work"), "--assignment", str(folder / "a.toml"),
                          "--out", str(folder / "out")]),
        "check": (check, [str(folder / "work" / "ann.py"), "--assignment",
                          str(folder / "a.toml")]),
        "batch": (batch, [str(folder / "plan.toml")]),
    }  # fmt: skip
    what, arguments = words[command]
    return CliRunner().invoke(what, [*arguments, *more], obj=JobsHere())


@pytest.mark.skipif(bool(sandbox.trouble()), reason=sandbox.trouble())
@pytest.mark.parametrize("command", ["grade", "check", "batch"])
def test_they_are_locked_in_by_default(folder: Path, command: str) -> None:
    """And nothing is said of it."""
    result = run_command(command, folder)

    assert "ValueError: locked in" in result.output
    assert "There is no sandbox" not in result.output


@pytest.mark.parametrize("command", ["grade", "check", "batch"])
def test_without_a_sandbox_it_is_told_what_a_program_could_do(
    folder: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line, before the first run; and the run is done."""
    monkeypatch.setattr(sandbox, "trouble", lambda: "The sandbox needs Linux.")

    result = run_command(command, folder)

    (line,) = (line for line in result.output.splitlines() if "There is no sandbox" in line)
    assert "read, change and delete your files" in line
    assert "The sandbox needs Linux." in line
    assert result.output.index(line) < result.output.index("ValueError: free")


def test_the_sandbox_can_be_switched_off(folder: Path) -> None:
    """Then nothing is locked in, and nothing told."""
    result = run_command("check", folder, "--no-sandbox")

    assert "ValueError: free" in result.output
    assert "There is no sandbox" not in result.output


def test_a_sandbox_that_is_asked_for_must_be_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else nothing is run."""

    def refuse() -> None:
        raise BadInput("The sandbox needs Linux.")

    monkeypatch.setattr(sandbox, "require_sandbox", refuse)

    result = run_command("grade", folder, "--sandbox")

    assert isinstance(result.exception, BadInput)
    assert not (folder / "out" / "report.json").exists()

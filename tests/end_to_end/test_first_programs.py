"""What a beginner starts from: the templates, and the programs of the first pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.end_to_end.driven import drive
from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.shipped import shipped_folder

TEMPLATES = sorted((shipped_folder("templates") / "controllers").glob("*.py"))
FIRST_STEPS = shipped_folder("manual") / "tutorial" / "first-steps.md"
README = Path(__file__).parents[2] / "README.md"
MAZES = sorted(built_in_mazes())


def programs(page: Path) -> list[str]:
    """Return the Python programs of a page."""
    return re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.S | re.M)


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.stem)
def test_a_template_drives_in_the_rooms(file: Path) -> None:
    """It drives on and on, and touches nothing."""
    report = drive(str(file), "rooms", time_s=60.0).report

    assert (report.outcome, report.contacts) == ("time", 0)
    assert report.distance_mm > 1500.0


def test_the_first_steps_are_true(tmp_path: Path) -> None:
    """The tutorial's own program drives to the wall and says what the page shows."""
    page = FIRST_STEPS.read_text("utf-8")
    path = tmp_path / "cautious.py"
    path.write_text(programs(FIRST_STEPS)[0], "utf-8")

    ran = drive(str(path))

    assert ran.report.outcome == "finished"
    assert f"[{ran.report.sim_time_s:.2f} s] {ran.heard[0]}" in page


@pytest.mark.parametrize("maze", MAZES)
@pytest.mark.parametrize("page", [README, FIRST_STEPS], ids=["README", "first steps"])
def test_the_first_program_is_a_success(page: Path, maze: str, tmp_path: Path) -> None:
    """A copy of it lets a robot drive on and touch nothing, in every built-in maze."""
    path = tmp_path / "shy.py"
    path.write_text(programs(page)[-1], "utf-8")

    report = drive(str(path), maze, time_s=60.0).report

    assert report.contacts == 0
    assert report.distance_mm > 2000.0


def test_the_first_program_goes_as_far_as_the_page_says(tmp_path: Path) -> None:
    """A minute in the usual maze."""
    path = tmp_path / "shy.py"
    path.write_text(programs(FIRST_STEPS)[-1], "utf-8")

    report = drive(str(path), time_s=60.0).report

    assert f"drove {report.distance_mm / 1000:.2f} m, never touched" in FIRST_STEPS.read_text(
        "utf-8"
    )


def test_the_first_mistake_is_told_as_the_page_says(tmp_path: Path) -> None:
    """The misspelt call fails with the message that the tutorial shows."""
    page = FIRST_STEPS.read_text("utf-8")
    path = tmp_path / "cautious.py"
    path.write_text(programs(FIRST_STEPS)[0].replace("set_speeds", "set_sped"), "utf-8")

    error = drive(str(path)).report.error

    assert error is not None
    assert f"cautious.py, line {error.line}, in run" in page
    assert error.message in page

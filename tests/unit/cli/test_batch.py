"""``batch`` does all runs of a plan, once."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.jobs_here import JobsHere
from wsusim.cli.batch import batch
from wsusim.errors import BadInput
from wsusim.jobs.job import Workers
from wsusim.jobs.run_table import read_table

HERE = JobsHere()
ROBOT = (
    "from wsusim import Controller\n\nspeed = 3\n\nclass R(Controller):\n    def run(self):\n"
    "        self.motors.set_speeds(speed, speed)\n        self.sleep(1)\n"
)
PLAN = 'controllers = "robot.py"\nmazes = ["rooms"]\nseeds = "1-2"\ntable = "r.csv"\n'
SPEEDS = "[parameters]\nspeed = [2, 4]\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a plan of two seeds by two speeds."""
    (tmp_path / "robot.py").write_text(ROBOT)
    (tmp_path / "plan.toml").write_text(PLAN + SPEEDS)
    return tmp_path


def run(folder: Path, *more: str, workers: Workers | None = HERE) -> Result:
    """Do the plan."""
    return CliRunner().invoke(batch, [str(folder / "plan.toml"), *more], obj=workers)


def test_one_row_a_run_with_its_parameters(folder: Path) -> None:
    """Each run stands in the table once, and its parameters did something."""
    assert run(folder, "--workers", "1", workers=None).exit_code == 0

    rows = read_table(folder / "r.csv")
    assert [(row["speed"], row["seed"]) for row in rows] == [(2, 1), (2, 2), (4, 1), (4, 2)]
    assert rows[2]["distance_mm"] > 1.5 * rows[0]["distance_mm"]
    assert not (folder / "r.csv.part").exists()


def test_a_longer_plan_goes_on_from_its_table(folder: Path) -> None:
    """Runs that stand in the table are not done again when more are asked for."""
    run(folder)
    (folder / "plan.toml").write_text(PLAN.replace("1-2", "1-3") + SPEEDS)

    result = run(folder)

    assert "Runs: 6. Done before: 4." in result.output
    assert len(read_table(folder / "r.csv")) == 6


def test_a_complete_table_is_only_drawn(folder: Path) -> None:
    """When nothing is missing, nothing is run, and the picture is made of the table."""
    run(folder)

    result = run(folder, "--plot")

    assert "All 4 runs are in r.csv already." in result.output
    assert (folder / "r.png").read_bytes().startswith(b"\x89PNG")


def test_results_of_another_plan_are_not_dropped_in_silence(folder: Path) -> None:
    """When a controller has changed, its old results stay until the user says otherwise."""
    run(folder)
    (folder / "robot.py").write_text(ROBOT.replace("sleep(1)", "sleep(2)"))

    assert isinstance(run(folder).exception, BadInput)
    assert run(folder, "--overwrite").exit_code == 0


def test_a_parameter_that_is_not_there_is_told(folder: Path) -> None:
    """A word that is no figure of the program is told in the run, and stands in the table."""
    (folder / "plan.toml").write_text(f"{PLAN}[parameters]\nsleep = [2]\n")

    assert "robot.py has no parameter 'sleep'" in run(folder).output

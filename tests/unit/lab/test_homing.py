"""The controller that drives a robot home, tried before the lab opens."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.errors import BadInput
from wsusim.lab.homing import is_home, tried
from wsusim.lab.lab_plan import Plan
from wsusim.lab.work import Result


@pytest.mark.slow
def test_one_that_fails_is_refused_with_its_line(tmp_path: Path) -> None:
    """The robot must not be the first to find it out."""
    home = tmp_path / "home.py"
    home.write_text("from wsusim import Controller\n\nclass Home(Controller)\n    pass\n")

    with pytest.raises(BadInput, match=r"--homing .*home\.py: .*home\.py, line 3: SyntaxError"):
        tried(Plan(tmp_path, homing=str(home)))


@pytest.mark.slow
def test_one_that_never_ends_is_told(tmp_path: Path) -> None:
    """A person has to put the robot back after each run then."""
    note = tried(Plan(tmp_path, homing="wall_follower", time_limit_s=5.0))

    assert "it did not end within 5 s" in note


@pytest.mark.parametrize(
    ("result", "is_there"),
    [
        (Result(report={"outcome": "finished"}), True),
        (Result(report={"outcome": "goal"}), True),
        (Result(report={"outcome": "time"}), False),
        (Result(report={"outcome": "stopped"}, breakdown="stuck"), False),
        (Result(report={"outcome": "finished"}, why_stopped="By hand."), False),
        (Result(text="The port is gone."), False),
    ],
)
def test_a_robot_is_home_when_its_controller_has_ended_by_itself(
    result: Result, is_there: bool
) -> None:
    """Nothing else checks that."""
    assert is_home(result) == is_there

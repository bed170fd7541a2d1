"""What a lab asks of a run."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from wsusim.control.report import FailureReport
from wsusim.lab.job_process import Order, Teller
from wsusim.runs.request import PATIENCE_S, REAL_PATIENCE_S
from wsusim.runs.robot_labels import RobotLabels


@pytest.mark.parametrize(
    ("address", "patience_s"), [(None, PATIENCE_S), ("serial:/dev/ttyUSB0", REAL_PATIENCE_S)]
)
def test_a_robot_on_a_line_is_not_left_to_itself_for_long(
    tmp_path: Path, address: str | None, patience_s: float
) -> None:
    """It drives on while its program stays away; a simulated one does no harm."""
    order = Order(str(tmp_path / "robot.py"), "field")

    assert order.request(address).patience_s == patience_s


def test_a_lessons_robots_are_driven_as_at_home() -> None:
    """The first ones by the student's program, those after them by the lesson's."""
    order = Order("mine.py", "crossing", robots=2, others=("leader.py", "last.py:Last"))

    assert order.request(None).controllers == ("mine.py", "mine.py", "leader.py", "last.py:Last")


def test_it_is_said_whose_words_they_are() -> None:
    """Where several robots speak, and when a program fails that the student has not written."""
    out = io.BytesIO()
    teller = Teller(out, own=1, labels=RobotLabels())
    teller.printed(0, 0, "mine\n")
    teller.printed(0, 1, "theirs\n")
    teller.failed(1, "/lab/programs/7-robot-1/leader.py", FailureReport.at(ValueError("no"), ()))
    teller.finish()
    mine, theirs, failure = map(json.loads, out.getvalue().splitlines())

    assert (mine["text"], theirs["text"]) == ("robot 1: mine\n", "robot 2: theirs\n")
    assert failure["text"].startswith("Robot 2 has another program, leader.py, which failed: ")
    assert failure["line"] is None

"""How long a simulated robot pushes at what doesn't give way."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.lab.pushing import Pushing
from wsusim.runs.request import RunRequest
from wsusim.runs.run import execute

PROGRAM = """from wsusim import Controller

class Driver(Controller):
    def run(self):
        self.motors.set_speeds(10, 10)
        self.sleep(3.8)
        self.motors.set_speeds({left}, {right})
        self.sleep(2.0)
"""


@pytest.mark.parametrize(
    ("left", "right", "pushed_s"),
    [
        pytest.param(10, 10, 2.15, id="on"),
        pytest.param(1, 1, 2.15, id="slowly"),
        pytest.param(0, 0, 0.15, id="rests"),
        pytest.param(5, -5, 0.15, id="turns"),
        pytest.param(-5, -5, 0.15, id="backs away"),
    ],
)
def test_who_drives_against_a_wall_pushes(
    tmp_path: Path, left: int, right: int, pushed_s: float
) -> None:
    """It comes to the wall of ``rooms`` 3.66 s after its start; who rests there, does not push."""
    file = tmp_path / "driver.py"
    file.write_text(PROGRAM.format(left=left, right=right))
    pushing = Pushing()
    execute(RunRequest((str(file),), maze="rooms"), pushing)

    assert pushing.seconds == pytest.approx(pushed_s, abs=0.25)
    assert pushing.from_s == pytest.approx(3.66, abs=0.05)


def test_who_touches_nothing_pushes_at_nothing() -> None:
    """A ready controller."""
    pushing = Pushing()
    execute(RunRequest(("wall_follower",), maze="rooms", time_s=5.0), pushing)

    assert pushing.seconds == 0.0

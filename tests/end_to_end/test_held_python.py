"""Programs that keep the interpreter to themselves, in a thread of the command line's process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

MAIN = Path(__file__).parents[2] / "main.py"

CONTROLLER = """
import re
from wsusim import Controller

class Holder(Controller):
    def run(self):
        self.sleep(0.1)
        {line}
"""


@pytest.mark.parametrize(
    "line",
    [
        pytest.param('re.match(r"(a+)+$", "a" * 60 + "b")', id="search"),
        pytest.param("self.say(7**10**9)", id="power", marks=pytest.mark.slow),
    ],
)
def test_a_standstill_ends_the_program_with_the_line_named(tmp_path: Path, line: str) -> None:
    """No thread of ours runs any more, and still it ends, with exit code 3."""
    file = tmp_path / "robot.py"
    file.write_text(CONTROLLER.format(line=line))

    done = subprocess.run(
        [sys.executable, str(MAIN), "run", str(file), "--patience", "0.5"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert done.returncode == 3
    assert f"{file}, line 8, in run\n    {line}\n" in done.stderr
    assert "blocked Python for more than" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_run_that_goes_on_is_left_alone(tmp_path: Path) -> None:
    """A controller that computes in small steps for longer than that is no standstill."""
    file = tmp_path / "robot.py"
    file.write_text(CONTROLLER.format(line="[self.sleep(0.02) for _ in range(3000)]"))

    done = subprocess.run(
        [sys.executable, str(MAIN), "run", str(file), "--patience", "0.5", "--speed", "50"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert done.stderr == ""

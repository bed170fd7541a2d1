"""Files named like modules of Python's, beside main.py and in the working folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

REPO = Path(__file__).parents[2]

SPOILT = (
    *("random", "copy", "numbers", "numpy", "signal", "types", "logging", "json", "socket"),
    *("queue", "threading", "enum", "struct", "click", "orjson", "tempfile", "selectors", "re"),
)

CONTROLLER = """
import os

from wsusim import Controller

os.chdir("/")

class Student(Controller):
    def run(self):
        self.motors.set_speeds(3, 3)
        self.sleep(1.0)
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder as a student has it: main.py, and beside it files that hide Python's own."""
    (tmp_path / "main.py").write_bytes((REPO / "main.py").read_bytes())
    for name in SPOILT:
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the student was imported')\n")
    (tmp_path / "robot.py").write_text(CONTROLLER)
    return tmp_path


def wsusim(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in the student's folder."""
    return subprocess.run(
        [sys.executable, "main.py", *arguments],
        cwd=checkout,
        # The package stays where its kernels are compiled.
        env=dict(os.environ, PYTHONPATH=str(REPO)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("isolation", ["--no-isolate", "--isolate"])
def test_a_run_is_recorded_beside_them(checkout: Path, isolation: str) -> None:
    """Nothing of ours imports them, and the recording is where the shell was."""
    done = wsusim(checkout, "run", "robot.py", isolation, "--time", "2", "--record", "run.mcap")

    assert "imported" not in done.stdout + done.stderr
    assert done.returncode == 0, done.stderr
    assert (checkout / "run.mcap").is_file()


def test_doctor_works_beside_them(checkout: Path) -> None:
    """Its probe of Qt too."""
    done = wsusim(checkout, "doctor")

    assert "imported" not in done.stdout + done.stderr
    assert "Python" in done.stdout

"""Files named like modules of Python's, beside main.py and in the working folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import wsusim
from tests.seeds import few

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


def beside(
    checkout: Path, *arguments: str, python_path: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the command line in the student's folder."""
    # The package stays where its kernels are compiled.
    folders = os.pathsep.join([python_path, str(REPO)] if python_path else [str(REPO)])
    return subprocess.run(
        [sys.executable, "main.py", *arguments],
        cwd=checkout,
        env=dict(os.environ, PYTHONPATH=folders),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("isolation", few(["--no-isolate", "--isolate"], 1))
def test_a_run_is_recorded_beside_them(checkout: Path, isolation: str) -> None:
    """Nothing of ours imports them, and the recording is where the shell was."""
    done = beside(checkout, "run", "robot.py", isolation, "--time", "2", "--record", "run.mcap")

    assert "imported" not in done.stdout + done.stderr
    assert done.returncode == 0, done.stderr
    assert (checkout / "run.mcap").is_file()


@pytest.mark.parametrize("isolation", few(["--isolate", "--no-isolate"], 1))
def test_a_run_is_recorded_with_their_folder_in_pythonpath(checkout: Path, isolation: str) -> None:
    """``PYTHONPATH=.`` puts a student's files before Python's own; they come last all the same."""
    run = ("run", "robot.py", isolation, "--time", "2", "--record", "run.mcap")
    done = beside(checkout, *run, python_path=".")
    again = beside(checkout, "replay", "run.mcap", "--verify", python_path=str(checkout))

    assert "imported" not in done.stdout + done.stderr + again.stdout + again.stderr
    assert (done.returncode, again.returncode) == (0, 0), done.stderr + again.stderr


def test_doctor_works_beside_them(checkout: Path) -> None:
    """Its probe of Qt too."""
    done = beside(checkout, "doctor")

    assert "imported" not in done.stdout + done.stderr
    assert "Python" in done.stdout


@pytest.mark.parametrize("isolation", ["--no-isolate", "--isolate"])
def test_a_controller_named_from_another_folder_is_recorded_and_run_again(
    tmp_path: Path, isolation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It works in its own folder; the recording has its program, its neighbour and its seed."""
    folder = tmp_path / "students"
    folder.mkdir()
    (folder / "helper.py").write_text("SPEED = 4\n")
    (folder / "robot.py").write_text(
        "import random, helper\nfrom wsusim import Controller\nclass A(Controller):\n"
        "    def step(self):\n"
        "        self.motors.set_speeds(helper.SPEED, random.randint(-3, 9))\n"
    )
    monkeypatch.chdir(tmp_path)

    done = wsusim(["run", "students/robot.py", isolation, "--time", "2", "--record", "run.mcap"])
    again = wsusim(["replay", "run.mcap", "--verify"])

    assert (done.returncode, again.returncode) == (0, 0)
    assert again.stdout.startswith("identical")

"""The command line with outputs that are closed, full, narrow, or whose reader leaves."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

MAIN = Path(__file__).parents[2] / "main.py"
TALKER = """
from wsusim import Controller
class Talker(Controller):
    def run(self):
        print("grüße \\N{ROBOT FACE}")
        while self.active:
            print("x" * 200)
            self.sleep(0.01)
"""


def run_in_shell(
    folder: Path, command: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a shell line in which $RUN drives a talkative robot for two simulated seconds."""
    (folder / "talker.py").write_text(TALKER, encoding="utf-8")
    run = f"{sys.executable} {MAIN} run talker.py --time 2"
    return subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env={**os.environ, "RUN": run, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")


def test_a_reader_that_leaves_ends_nothing_badly(tmp_path: Path) -> None:
    """``| head -1`` shows one line; nothing hangs and no traceback appears."""
    result = run_in_shell(tmp_path, "$RUN | head -1")

    assert result.stdout.startswith("grüße")
    assert "Traceback" not in result.stderr


def test_a_terminal_without_the_characters_gets_others(tmp_path: Path) -> None:
    """What an ASCII terminal can't show is written as its code."""
    result = run_in_shell(tmp_path, "$RUN", PYTHONIOENCODING="ascii")

    assert r"gr\xfc\xdfe \U0001f916" in result.stdout
    assert result.returncode == 0


def test_a_closed_output_is_no_fault(tmp_path: Path) -> None:
    """With standard output closed the run goes its way."""
    assert run_in_shell(tmp_path, "$RUN >&-").returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    """A summary that can't be written is bad input: one line says why."""
    result = run_in_shell(tmp_path, "$RUN > /dev/full")

    assert result.returncode == 2
    assert "can't be written" in result.stderr

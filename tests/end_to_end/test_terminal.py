"""A controller in a process of its own, and the terminal that its run was started in."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from wsusim.hosting.sandbox import trouble

pytest.importorskip("pty", reason="needs a POSIX terminal")

ROOT = Path(__file__).parents[2]

PROGRAM = """import fcntl, os
from wsusim import Controller

class Typist(Controller):
    def run(self):
        for name, attack in {
            "opened": lambda: os.open("/dev/tty", os.O_RDWR),
            "typed": lambda: fcntl.ioctl(os.open("/dev/tty", os.O_RDWR), 0x5412, b"x"),
        }.items():
            try:
                print(name, attack())
            except OSError as error:
                print("not", name, error.errno)
"""

IN_A_TERMINAL = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))"


@pytest.mark.parametrize(
    "fence",
    [
        pytest.param("--isolate", marks=pytest.mark.slow),
        pytest.param("--sandbox", marks=pytest.mark.skipif(bool(trouble()), reason=trouble())),
    ],
)
def test_a_controller_has_no_terminal(tmp_path: Path, fence: str) -> None:
    """It can neither read what a person types, nor type, nor write there by itself."""
    file = tmp_path / "typist.py"
    file.write_text(PROGRAM)
    command = [sys.executable, "main.py", "run", "--maze", "field", str(file), fence]
    said = subprocess.run(
        [sys.executable, "-c", IN_A_TERMINAL, *command],
        cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60,
    ).stdout  # fmt: skip

    assert "not opened" in said
    assert "not typed" in said

"""The ways to start the program."""

from __future__ import annotations

import subprocess
import sys

import pytest

from wsusim.version import __version__


@pytest.mark.parametrize("start", [["-m", "wsusim"], ["main.py"]], ids=" ".join)
def test_a_start_reaches_the_command_line(start: list[str]) -> None:
    """Both are the same program."""
    result = subprocess.run(
        [sys.executable, *start, "--version"], capture_output=True, text=True, check=True
    )
    assert __version__ in result.stdout

"""The file that students start."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

MAIN = Path(__file__).parents[2] / "main.py"

AS_ANOTHER_PYTHON = """
import runpy, sys
sys.version_info = {version}
runpy.run_path({main!r}, run_name="__main__")
"""


@pytest.mark.parametrize("version", [(3, 10, 12), (3, 8, 0), (2, 7, 18)])
def test_an_old_python_is_told_what_is_needed(version: tuple[int, int, int]) -> None:
    """At once, before anything is imported that it may not know."""
    code = AS_ANOTHER_PYTHON.format(version=version, main=str(MAIN))
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert done.stderr.startswith(
        f"wsusim needs Python 3.11 or newer, and this is Python {version[0]}.{version[1]} ("
    )


def test_an_old_python_can_read_it() -> None:
    """It has nothing that Python 3.4 does not know."""
    ast.parse(MAIN.read_text(encoding="ascii"), feature_version=(3, 4))

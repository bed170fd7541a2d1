"""What importing wsusim costs a student's file."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("heavy", ["numpy", "numba", "PySide6", "serial", "pydantic", "shapely"])
def test_a_students_import_loads_nothing_heavy(heavy: str) -> None:
    """``from wsusim import Controller`` loads no big library, so a child process starts quickly."""
    code = f"import sys; from wsusim import Controller; sys.exit({heavy!r} in sys.modules)"

    result = subprocess.run([sys.executable, "-c", code], check=False)

    assert result.returncode == 0

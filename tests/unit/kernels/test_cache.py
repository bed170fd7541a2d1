"""Compiled kernels are kept apart for every state of the sources."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = "import numba, wsusim.kernels; print(numba.config.CACHE_DIR)"


def cache_folder(**environment: str) -> str:
    """Return the folder that a new process keeps its compiled kernels in."""
    clean = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    answer = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**clean, **environment},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    return answer.stdout.strip()


def test_the_folder_is_named_after_the_sources() -> None:
    """The same sources, the same folder: the second run finds what the first one compiled."""
    first, second = cache_folder(), cache_folder()

    assert first == second
    assert Path(first).name.startswith("kernels-")


def test_the_user_may_choose_another_folder(tmp_path: Path) -> None:
    """NUMBA_CACHE_DIR comes first."""
    assert cache_folder(NUMBA_CACHE_DIR=str(tmp_path)) == str(tmp_path)

"""Kernels mean what Python means: a run without the compiler is the same to the bit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

MAIN = Path(__file__).parents[2] / "main.py"

pytestmark = pytest.mark.slow


def trace_of(words: list[str], **environment: str) -> str:
    """Return the fingerprint of a short run."""
    command = [sys.executable, str(MAIN), "run", *words, "--seed", "3", "--json"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env=os.environ | environment
    )
    trace: str = json.loads(done.stdout)["trace_sha256"]
    return trace


@pytest.mark.parametrize(
    "words",
    [
        ["wall_follower", "--maze", "caps", "--time", "1"],
        ["striker", "goalkeeper", "--maze", "soccer", "--time", "1"],
    ],
    ids=["caps", "soccer"],
)
def test_a_run_without_the_compiler_is_the_same(words: list[str]) -> None:
    """Driving, contacts, sensors with their noise, lamps, balls: numba adds nothing of its own."""
    assert trace_of(words, NUMBA_DISABLE_JIT="1") == trace_of(words)

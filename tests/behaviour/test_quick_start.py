"""A program whose kernels are compiled loads nothing that only a compiler needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.worlds import empty_world
from wsusim.engine.simulation import Simulation
from wsusim.kernels.jit import PLAIN

FIRST_TICK = """
import sys
from numba.core.runtime.nrt import rtsys
from tests.worlds import empty_world
from wsusim.engine.simulation import Simulation
Simulation(empty_world()).advance(1)
print(*(name for name in sys.argv[1:] if name in sys.modules), *["references"] * rtsys._init)
"""


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_the_first_tick_needs_nothing_that_compiles() -> None:
    """Neither masked arrays, nor how numba compiles arrays, nor what counts their references."""
    Simulation(empty_world()).advance(1)  # its kernels are kept from now on

    loaded = subprocess.run(
        [sys.executable, "-c", FIRST_TICK, "numpy.ma", "numba.np.arrayobj"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert loaded.stdout.split() == []

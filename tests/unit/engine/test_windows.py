"""Random numbers and the fingerprint don't depend on the windows in which they are made."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drawn_blocks import drawn_block
from wsusim.engine.arguments import BLOCK_TICKS
from wsusim.engine.cores import Cores
from wsusim.engine.randomness import Noise
from wsusim.engine.trace import Trace
from wsusim.engine.windows import Windows
from wsusim.kernels.records import TRACE

SEED, IDS = 5, (3, 4, 9)
END = BLOCK_TICKS + 60
"""In the second block."""


class Run:
    """What passes through some windows, as a simulation would."""

    def __init__(self, window_ticks: int, cores: int) -> None:
        ring_ticks = window_ticks * min(2, cores)
        self.normals = np.zeros((ring_ticks, len(IDS), 2))
        self.uniforms = np.zeros((ring_ticks // 2, len(IDS), 16))
        self.rows = np.zeros((ring_ticks, len(IDS)), TRACE)
        noise = Noise(self.normals, self.uniforms, SEED, IDS, BLOCK_TICKS)
        noise.draw_first()
        self.first_readings = self.uniforms[-1].copy()
        self.windows = Windows(window_ticks, Trace(self.rows), noise, Cores(cores))
        self.tick = 0
        self.seen: list[bytes] = []

    def go(self, until: int) -> None:
        """Do ticks: look at the numbers of each, and write its row."""
        while self.tick < until:
            end = min(self.windows.open(self.tick), until)
            while self.tick < end:
                row = self.tick % len(self.normals)
                self.seen.append(self.normals[row].tobytes() + self.uniforms[row // 2].tobytes())
                self.rows["x_mm"][row] = self.tick
                self.tick += 1


def drawn_at_once(first: int) -> list[bytes]:
    """Return the numbers of all ticks, drawn a whole block at a time."""
    numbers = []
    for block in range(END // BLOCK_TICKS + 1):
        normals, uniforms = drawn_block(SEED, IDS, block)
        numbers += [normals[k].tobytes() + uniforms[k // 2].tobytes() for k in range(BLOCK_TICKS)]
    return numbers[first:END]


@pytest.mark.parametrize(
    ("window_ticks", "cores"), [(4, 1), (8, 1), (BLOCK_TICKS, 1), (4, 2), (8, 2), (64, 5)]
)
def test_each_tick_has_the_numbers_of_its_block(window_ticks: int, cores: int) -> None:
    """Whatever the windows, and whether they are drawn ahead."""
    run = Run(window_ticks, cores)
    run.go(END)
    assert run.seen == drawn_at_once(0)


@pytest.mark.parametrize("tick", [2, 100, BLOCK_TICKS, BLOCK_TICKS + 11])
@pytest.mark.parametrize("cores", [1, 2])
def test_a_run_that_goes_on_from_elsewhere_has_the_numbers_of_there(tick: int, cores: int) -> None:
    """Also from the middle of a window, and back."""
    run = Run(8, cores)
    run.go(300)
    run.windows.restart(tick)
    run.tick, run.seen = tick, []
    run.go(END)
    assert run.seen == drawn_at_once(tick)


@pytest.mark.parametrize("window_ticks", [2, 8, 64])
def test_the_first_readings_have_the_numbers_of_the_first_blocks_last_refresh(
    window_ticks: int,
) -> None:
    """They are taken before the first tick, and a row before the first one is the last one."""
    _, whole = drawn_block(SEED, IDS, 0)
    assert np.array_equal(Run(window_ticks, 2).first_readings, whole[-1])


@pytest.mark.parametrize("cores", [1, 2])
def test_the_fingerprint_covers_every_tick_once(cores: int) -> None:
    """Asked for at any time, it is that of a run in one window."""
    short, long = Run(8, cores), Run(BLOCK_TICKS, 1)
    for until in (0, 1, 8, 17, 40):
        short.go(until)
        long.go(until)
        assert short.windows.trace_sha256(until) == long.windows.trace_sha256(until)

"""The kernels' random numbers are those that numpy's generator draws from the same stream."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drawn_blocks import drawn_block
from tests.seeds import few
from wsusim.engine.randomness import Purpose, generator
from wsusim.kernels.numba_inside import ziggurat_nor_r

MANY = 40_000
"""Of so many normals a dozen lie in the tail of the ziggurat, and hundreds in its wedges."""


@pytest.mark.parametrize("seed", few([0, -7, 2**63 + 5, 1, 2**80 + 9, 12345], 2))
@pytest.mark.parametrize("block", [0, 3])
def test_normals_are_numpys(seed: int, block: int) -> None:
    """To the bit; in the tail to the last place: there numpy's are the C library's logarithms."""
    drawn, _ = drawn_block(seed, (7,), block, MANY)

    wanted = generator(seed, 7, Purpose.MOTORS, block).standard_normal((MANY, 2))
    is_tail = np.abs(wanted) > ziggurat_nor_r
    assert 10 < is_tail.sum() < 40
    assert drawn[:, 0][~is_tail].tobytes() == wanted[~is_tail].tobytes()
    assert np.all(np.abs(drawn[:, 0] - wanted)[is_tail] <= np.spacing(np.abs(wanted[is_tail])))


@pytest.mark.parametrize("columns", [16, 5])
def test_uniforms_are_numpys(columns: int) -> None:
    """To the bit, also where a refresh does not begin with Philox's first word of four."""
    _, drawn = drawn_block(4, (7, 8), 2, 600, columns)

    wanted = generator(4, 8, Purpose.SENSORS, 2).random((300, columns))
    assert drawn[:, 1].tobytes() == wanted.tobytes()

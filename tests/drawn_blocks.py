"""The random numbers of a whole block, drawn in one window."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.arguments import BLOCK_TICKS
from wsusim.engine.randomness import Noise

Numbers = NDArray[np.float64]


def drawn_block(
    seed: int, ids: Sequence[int], block: int, ticks: int = BLOCK_TICKS, columns: int = 16
) -> tuple[Numbers, Numbers]:
    """Return the normals [ticks, R, 2] and the uniform numbers [ticks / 2, R, columns]."""
    normals = np.full((ticks, len(ids), 2), np.nan)
    uniforms = np.full((ticks // 2, len(ids), columns), np.nan)
    Noise(normals, uniforms, seed, ids, ticks).draw(block * ticks, ticks)
    return normals, uniforms

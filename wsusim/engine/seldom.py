"""Random numbers one at a time, for what happens rarely, without a compiled kernel.

Like those of ``engine.randomness`` they are a pure function of seed, robot, purpose and place in
the run. Here a hash gives them, so that a recording's writer can work them out without a compiler.
"""

from __future__ import annotations

import hashlib
import struct
from enum import IntEnum

_SCALE = 2.0**-64


class Occasion(IntEnum):
    """What the numbers are for."""

    FLOOR = 1
    RADIO = 2


def shares(
    seed: int, robot_id: int, occasion: Occasion, moment: int, count: int
) -> tuple[float, ...]:
    """Return ``count`` (at most 8) numbers from 0 to below 1; ``moment`` is a tick or a number."""
    key = struct.pack("<QQQq", seed % 2**64, robot_id % 2**64, occasion, moment)
    digest = hashlib.blake2b(key, digest_size=8 * count).digest()
    return tuple(value * _SCALE for value in struct.unpack(f"<{count}Q", digest))

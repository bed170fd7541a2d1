"""The fingerprint of a run: a hash over every tick's poses, counters and readings.

The tick kernel writes its rows into a block; whole blocks are hashed at once, so the fingerprint
depends on the ticks done and not on how they were batched.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from wsusim.model.geometry import Pose


class Trace:
    """One block of rows ``[tick, robot]`` and the hash of all that came before."""

    def __init__(self, rows: Any) -> None:
        """Make the fingerprint of what the kernel writes into ``rows`` [ticks, R]."""
        self.rows = rows
        self._bytes = rows.view(np.uint8)
        self._hash = hashlib.sha256()
        self._first_row = 0

    def restart(self, row: int) -> None:
        """Forget everything; the next tick is written into ``row``."""
        self._hash = hashlib.sha256()
        self._first_row = row

    def close_block(self) -> None:
        """Hash the full block; the next tick is written into row 0."""
        self._hash.update(self._bytes[self._first_row :].data)
        self._first_row = 0

    def pose_at(self, tick: int, robot: int) -> Pose:
        """Return where a robot was at a tick that is still in the block."""
        row = self.rows[tick % len(self.rows), robot]
        return Pose(float(row["x_mm"]), float(row["y_mm"]), float(row["heading_rad"]))

    def sha256(self, row: int) -> str:
        """Return the fingerprint of everything before ``row`` of the current block, as hex."""
        so_far = self._hash.copy()
        so_far.update(self._bytes[self._first_row : row].data)
        return so_far.hexdigest()

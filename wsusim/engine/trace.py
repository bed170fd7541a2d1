"""The fingerprint of a run: a hash over every tick's poses, counters and readings.

The tick kernel writes its rows into a ring, and they are hashed later, many at once; so the
fingerprint depends on the ticks done and not on how they were batched.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from wsusim.model.geometry import Pose


class Trace:
    """The rows of the newest ticks, and the hash of those before them."""

    def __init__(self, rows: Any) -> None:
        """Make the fingerprint of what the kernel writes into ``rows`` [n, R], by tick % n."""
        self.rows = rows
        self._bytes = rows.view(np.uint8)
        self.restart(0)

    def restart(self, tick: int) -> None:
        """Forget everything; ``tick`` is the next one."""
        self._hash = hashlib.sha256()
        self._hashed_tick = tick

    def hash_until(self, tick: int) -> None:
        """Hash the ticks before ``tick`` that are not hashed yet; they lie in one piece."""
        if tick > self._hashed_tick:
            self._hash.update(self._rows_until(tick))
            self._hashed_tick = tick

    def _rows_until(self, tick: int) -> Any:
        first = self._hashed_tick % len(self.rows)
        return self._bytes[first : first + tick - self._hashed_tick].data

    def pose_at(self, tick: int, robot: int) -> Pose:
        """Return where a robot was at a tick that is still in the ring."""
        row = self.rows[tick % len(self.rows), robot]
        return Pose(float(row["x_mm"]), float(row["y_mm"]), float(row["heading_rad"]))

    def sha256(self, tick: int) -> str:
        """Return the fingerprint of all ticks before ``tick``, as hex."""
        so_far = self._hash.copy()
        so_far.update(self._rows_until(tick))
        return so_far.hexdigest()

"""What is on the floor of a lab, looked up place by place."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from wsusim.ciber.contest_lab import Lab
from wsusim.kernels.contest import gaps_to_edges, is_hidden, on_outlines

BORDER_EDGES = 4


class Floor:
    """The walls and lines of a lab, ready for look-ups; make it with ``floor_of``."""

    def __init__(self, lab: Lab) -> None:
        self._edges = lab.edges(solid_only=False)
        self._outlines = np.ascontiguousarray(self._edges[BORDER_EDGES:])
        self._first = np.cumsum([0, *(len(wall.corners) for wall in lab.walls)])
        self._solid = lab.edges()

    def is_drawn(self, x: float, y: float) -> bool:
        """Return whether a place lies on a line or in a wall; the border has no inside."""
        is_on = np.empty(1, dtype=np.bool_)
        on_outlines(np.array([[x, y]]), self._outlines, self._first, is_on)
        return bool(is_on[0])

    def gap_to_edge(self, x: float, y: float) -> float:
        """Return how far the nearest edge of a line, of a wall or of the border is (um)."""
        gap = np.empty(1)
        gaps_to_edges(np.array([[x, y]]), self._edges, gap)
        return float(gap[0])

    def is_open(self, x: float, y: float, to_x: float, to_y: float) -> bool:
        """Return whether nothing solid is between two places."""
        return not is_hidden(x, y, to_x, to_y, 0.0, self._solid)


@lru_cache(maxsize=8)
def floor_of(lab: Lab) -> Floor:
    """Return the floor of a lab."""
    return Floor(lab)

"""The shortest way for a robot round the walls: a visibility graph for a disc of radius 0.5."""

from __future__ import annotations

import itertools

import networkx
import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon, box

from wsusim.ciber.contest_lab import Lab
from wsusim.ciber.motion import RADIUS, Bools
from wsusim.kernels.contest import Floats

Lines = NDArray[np.object_]

_QUARTER_STEPS = 4
"""Straight pieces of a quarter turn round a corner; the way is at most 0.5 % too short."""

_SLACK = 1e-6


class Paths:
    """Lengths of shortest ways from one place of a lab."""

    def __init__(self, lab: Lab, x: float, y: float) -> None:
        solid = [
            Polygon(wall.corners).buffer(RADIUS - _SLACK, quad_segs=_QUARTER_STEPS)
            for wall in lab.walls
            if wall.is_solid
        ]
        room = box(0.0, 0.0, lab.width, lab.height).buffer(-RADIUS + _SLACK)
        self._blocked = shapely.union_all(solid) if solid else Polygon()
        # Ways may run along the outlines, so the test for a free line is a hair inside them.
        self._inside = self._blocked.buffer(-_SLACK)
        shapely.prepare(self._inside)
        corners = shapely.get_coordinates(self._blocked)
        inside = shapely.intersects_xy(room, corners[:, 0], corners[:, 1])
        self._nodes: Floats = np.unique(np.vstack([[[x, y]], corners[inside]]), axis=0)
        start = int(np.argmin(np.hypot(*(self._nodes - (x, y)).T)))
        self._lengths = np.full(len(self._nodes), np.inf)
        graph = self._graph()
        for node, length in networkx.single_source_dijkstra_path_length(graph, start).items():
            self._lengths[node] = length

    def length(self, x: float, y: float) -> float:
        """Return how long the way from there to the place is; straight when nothing leads round."""
        here = np.array([x, y])
        away = np.hypot(*(self._nodes - here).T)
        lines = _lines(np.broadcast_to(here, self._nodes.shape), self._nodes)
        whole = np.where(self._is_free(lines), away + self._lengths, np.inf)
        best = float(whole.min())
        return best if np.isfinite(best) else float(away.min())

    def _graph(self) -> networkx.Graph:
        n = len(self._nodes)
        graph = networkx.Graph()
        graph.add_nodes_from(range(n))
        pairs = np.array(list(itertools.combinations(range(n), 2)), dtype=np.int64).reshape(-1, 2)
        a, b = self._nodes[pairs[:, 0]], self._nodes[pairs[:, 1]]
        free = self._is_free(_lines(a, b))
        lengths = np.hypot(*(a - b).T)
        graph.add_weighted_edges_from(
            (int(i), int(j), float(d)) for (i, j), d in zip(pairs[free], lengths[free], strict=True)
        )
        return graph

    def _is_free(self, lines: Lines) -> Bools:
        is_free: Bools = ~shapely.intersects(self._inside, lines)
        return is_free


def _lines(a: Floats, b: Floats) -> Lines:
    made: Lines = shapely.linestrings(np.stack([a, b], axis=1))
    return made

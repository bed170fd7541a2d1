"""The shortest way for a robot round the walls: a visibility graph for a disc of radius 0.5."""

from __future__ import annotations

import itertools
from functools import lru_cache

import networkx
import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon, box

from wsusim.ciber.contest_lab import Lab
from wsusim.ciber.motion import RADIUS, Bools
from wsusim.kernels.contest import Floats
from wsusim.model.elementary import hypot
from wsusim.model.fixed_order import lengths

Lines = NDArray[np.object_]

_QUARTER_STEPS = 4
"""Straight pieces of a quarter turn round a corner; the way is at most 0.5 % too short."""

_SLACK = 1e-6
_DECIMALS = 9


class Ways:
    """The visibility graph of a lab, which is the same for every place."""

    def __init__(self, lab: Lab) -> None:
        solid = [
            Polygon(wall.corners).buffer(RADIUS - _SLACK, quad_segs=_QUARTER_STEPS)
            for wall in lab.walls
            if wall.is_solid
        ]
        room = box(0.0, 0.0, lab.width, lab.height).buffer(-RADIUS + _SLACK)
        blocked = shapely.union_all(solid) if solid else Polygon()
        # Ways may run along the outlines, so the test for a free line is a hair inside them.
        self._inside = blocked.buffer(-_SLACK)
        shapely.prepare(self._inside)
        # The arcs are made with the C library's sines; so many digits are the same everywhere.
        corners = np.round(shapely.get_coordinates(blocked), _DECIMALS)
        inside = shapely.intersects_xy(room, corners[:, 0], corners[:, 1])
        self.nodes: Floats = np.unique(corners[inside], axis=0).reshape(-1, 2)
        self._graph = self._joined()

    def away(self, x: float, y: float) -> Floats:
        """Return [n] how far each node is in a straight line; infinite where a wall is between."""
        here = np.array([x, y])
        far = lengths(*(self.nodes - here).T)
        lines = _lines(np.broadcast_to(here, self.nodes.shape), self.nodes)
        clear: Floats = np.where(self._is_free(lines), far, np.inf)
        return clear

    def straight(self, x: float, y: float, to_x: float, to_y: float) -> float:
        """Return how far two places are apart; infinite where a wall is between."""
        line = _lines(np.array([[x, y]]), np.array([[to_x, to_y]]))
        return hypot(to_x - x, to_y - y) if self._is_free(line)[0] else np.inf

    def lengths_from(self, x: float, y: float) -> Floats:
        """Return [n] the shortest way from a place to each node."""
        lengths_um = np.full(len(self.nodes), np.inf)
        away = self.away(x, y)
        graph = self._graph.copy()
        graph.add_node(-1)
        graph.add_weighted_edges_from(
            (-1, int(node), float(away[node])) for node in np.flatnonzero(np.isfinite(away))
        )
        for node, length in networkx.single_source_dijkstra_path_length(graph, -1).items():
            if node >= 0:
                lengths_um[node] = length
        return lengths_um

    def _joined(self) -> networkx.Graph:
        n = len(self.nodes)
        graph = networkx.Graph()
        graph.add_nodes_from(range(n))
        pairs = np.array(list(itertools.combinations(range(n), 2)), dtype=np.int64).reshape(-1, 2)
        a, b = self.nodes[pairs[:, 0]], self.nodes[pairs[:, 1]]
        free = self._is_free(_lines(a, b))
        lengths_um = lengths(*(a - b).T)
        graph.add_weighted_edges_from(
            (int(i), int(j), float(d))
            for (i, j), d in zip(pairs[free], lengths_um[free], strict=True)
        )
        return graph

    def _is_free(self, lines: Lines) -> Bools:
        is_free: Bools = ~shapely.intersects(self._inside, lines)
        return is_free


class Paths:
    """Lengths of shortest ways from one place of a lab."""

    def __init__(self, ways: Ways, x: float, y: float) -> None:
        self._ways = ways
        self._place = (x, y)
        self._lengths = ways.lengths_from(x, y)

    def length(self, x: float, y: float) -> float:
        """Return the length of the way from there to the place; straight if nothing leads round."""
        to_x, to_y = self._place
        round_walls = self._ways.away(x, y) + self._lengths
        best = min(
            self._ways.straight(x, y, to_x, to_y), float(np.min(round_walls, initial=np.inf))
        )
        return best if np.isfinite(best) else hypot(to_x - x, to_y - y)


@lru_cache(maxsize=4)
def ways_of(lab: Lab) -> Ways:
    """Return the visibility graph of a lab: half a second of work for a large one."""
    return Ways(lab)


@lru_cache(maxsize=32)
def ways_to(lab: Lab, x: float, y: float) -> Paths:
    """Return the ways from a place of a lab, or to it."""
    return Paths(ways_of(lab), x, y)


def _lines(a: Floats, b: Floats) -> Lines:
    made: Lines = shapely.linestrings(np.stack([a, b], axis=1))
    return made

"""Looking in eight directions at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from wsusim.engine.sensing import gauss_nodes
from wsusim.kernels.cone import look_around
from wsusim.kernels.jit import loop
from wsusim.kernels.rays import NOTHING
from wsusim.kernels.records import Rows
from wsusim.kernels.sensor_records import NODES, RESPONSE, VIEW, Response, View
from wsusim.kernels.views import look


@loop
def look_twice(
    views: Rows[View], responses: Rows[Response], begin: float, width: float, told: Any
) -> None:
    """Write distances and cosines, all at once and one by one, into ``told`` [2, 2, NODES]."""
    response = responses[0]
    look_around(views[0], begin, width, response)
    for node in range(NODES):
        told[0, 0, node], told[0, 1, node] = response.node_mm[node], response.node_cos[node]
        at = begin + width * response.node_places[node]
        told[1, 0, node], told[1, 1, node] = look(views[0], at)


@pytest.mark.parametrize(
    ("edge", "x", "y", "size_mm"),
    [
        (NOTHING, 40.3, -7.1, 27.5),
        (NOTHING, 5.0, 3.0, 27.5),
        (3, 0.8, 0.6, 21.7),
        (3, -0.28, 0.96, 0.0),
    ],
    ids=["disc", "inside", "edge", "touching"],
)
def test_it_is_what_one_direction_after_the_other_tells(
    edge: int, x: float, y: float, size_mm: float
) -> None:
    """To the bit."""
    views, responses = np.zeros(1, VIEW), np.zeros(1, RESPONSE)
    views["edge"], views["x"], views["y"], views["size_mm"] = edge, x, y, size_mm
    responses["node_places"] = gauss_nodes()[0]
    told = np.zeros((2, 2, NODES))

    look_twice(views, responses, -0.31, 0.57, told)

    assert told[0].tobytes() == told[1].tobytes()

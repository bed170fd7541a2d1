"""Random things to draw, for the tests of pictures."""

from __future__ import annotations

import math

import numpy as np

from wsusim.kernels.solids import BALL, CYLINDER, FACE, PRISM, SOLID, Ground

SIZE_MM = 800.0
CORNERS = ((0.0, 0.0), (SIZE_MM, 0.0), (SIZE_MM, SIZE_MM), (0.0, SIZE_MM))


def random_scene(seed: int):
    """Return a square arena with six walls, five round things and a coloured floor.

    As the kernels take it: solids, corners and ground. Nothing stands near (100, 100).
    """
    rng = np.random.default_rng(seed)
    solids = np.zeros(4 + 6 + 5 + 2, SOLID)
    corners = []
    solids["colour"] = rng.integers(0, 1 << 24, len(solids))
    solids["high_mm"] = rng.uniform(10, 60, len(solids))
    for number, (start, end) in enumerate(zip(CORNERS, (*CORNERS[1:], CORNERS[0]), strict=True)):
        solids[number]["shape"] = FACE
        solids[number]["first"], solids[number]["corners"] = len(corners), 2
        corners += [start, end]
    for number in range(4, 10):
        x, y = rng.uniform(200, 700, 2)
        turn, length = rng.uniform(0, math.pi), rng.uniform(40, 200)
        solids[number]["shape"] = PRISM
        solids[number]["first"], solids[number]["corners"] = len(corners), 4
        cos, sin = math.cos(turn), math.sin(turn)
        corners += [
            (x + cos * u - sin * v, y + sin * u + cos * v)
            for u, v in ((0, -10), (length, -10), (length, 10), (0, 10))
        ]
    for number in range(10, 15):
        _put_round(solids[number], CYLINDER, rng)
        solids[number]["low_mm"] = rng.choice([0.0, 45.0])
        solids[number]["high_mm"] += solids[number]["low_mm"]
        solids[number]["shines"] = number % 2
    for number in range(15, 17):
        _put_round(solids[number], BALL, rng)
        solids[number]["high_mm"] = 2 * solids[number]["radius_mm"]
    floor = rng.integers(0, 1 << 24, (20, 20)).astype(np.uint32)
    ground = Ground(floor, 0.0, 0.0, SIZE_MM / 20, 0x808080, 0xCFE3F2)
    return solids, np.array(corners, np.float64), ground


def _put_round(solid, shape, rng):
    solid["shape"] = shape
    solid["x_mm"], solid["y_mm"] = rng.uniform(200, 700, 2)
    solid["radius_mm"] = rng.uniform(8, 30)

"""A lowered gripper has room when shapely says so."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from shapely import LineString, Point, Polygon
from shapely.ops import nearest_points

from tests.oracles import outline as oracle
from tests.oracles.outline import Outline
from tests.oracles.plane import Figure
from tests.seeds import few
from tests.unit.kernels.from_python import gripper_meetings
from tests.unit.kernels.scenes import make_scene, random_outline
from wsusim.kernels import records as r
from wsusim.kernels.records import SKIN_MM


def lowered(rng: np.random.Generator) -> Outline:
    """Return a robot near (500, 500) with its arm down."""
    return replace(random_outline(rng, 480.0, 520.0), arm_is_down=True)


def shapely_of(figure: Figure) -> Point | Polygon:
    """Return a figure of the twin as one of shapely's, which tells nearest points."""
    return Polygon(figure.points) if figure.is_solid else Point(figure.points[0])


def nearly_touching(robot: Outline, edge: np.ndarray, gap_mm: float) -> np.ndarray:
    """Return the edge, moved straight to or from the gripper until this gap is left."""
    line = LineString(edge.reshape(2, 2))
    parts = [(shapely_of(shape), radius) for shape, radius in robot.gripper()]
    shape, radius = min(parts, key=lambda part: part[0].distance(line) - part[1])
    near, far = (np.array(p.coords[0]) for p in nearest_points(shape, line))
    apart = float(np.hypot(*(far - near)))
    if apart == 0.0:
        return edge
    return edge + np.tile((near - far) / apart * (apart - radius - gap_mm), 2)


@pytest.mark.parametrize("seed", few(range(8)))
def test_a_gripper_meets_the_edges_that_shapely_says(seed: int) -> None:
    """Edges anywhere, and edges just within and just out of half a skin."""
    rng = np.random.default_rng(seed)
    robot = lowered(rng)
    somewhere = rng.uniform(400.0, 600.0, (12, 4))
    at_skin = [nearly_touching(robot, edge, SKIN_MM) for edge in somewhere]
    too_near = [nearly_touching(robot, edge, 0.2 * SKIN_MM) for edge in somewhere]
    edges = np.concatenate([somewhere, at_skin, too_near])

    found, _, _ = gripper_meetings(make_scene([robot], [], edges))

    expected = [oracle.are_too_near(robot.gripper(), oracle.edge(*e)) for e in edges.tolist()]
    assert found.tolist() == expected
    assert all(expected[24:])


@pytest.mark.parametrize("seed", few(range(8)))
def test_a_gripper_meets_the_discs_that_shapely_says(seed: int) -> None:
    """Discs anywhere, and discs that leave just more and just less than half a skin."""
    rng = np.random.default_rng(seed)
    robot = lowered(rng)
    centres = rng.uniform(400.0, 600.0, (15, 2)).tolist()
    gaps = [oracle.gap_mm(robot.gripper(), oracle.disc(x, y, 0.0)) for x, y in centres]
    radii = [gap - rng.choice([0.2, 1.0, 9e3, -9e3]) * SKIN_MM for gap in gaps]
    discs = [
        (x, y, radius, r.FREE)
        for (x, y), radius in zip(centres, radii, strict=True)
        if radius > 0.0
    ]

    _, found, _ = gripper_meetings(make_scene([replace(robot, held=None)], discs))

    bare = replace(robot, held=None).gripper()
    assert found.tolist() == [oracle.are_too_near(bare, oracle.disc(*disc[:3])) for disc in discs]


@pytest.mark.parametrize("seed", few(range(30), 6))
def test_a_gripper_is_clear_when_shapely_says(seed: int) -> None:
    """Of an edge, a lamp and two robots with their grippers and what those hold; not of caps."""
    rng = np.random.default_rng(seed)
    robot = lowered(rng)
    others = [random_outline(rng, 400.0, 600.0) for _ in range(2)]
    edges = rng.uniform(350.0, 650.0, (1, 4))
    lamp = (*rng.uniform(420.0, 580.0, 2).tolist(), 15.0)
    cap = (*rng.uniform(460.0, 540.0, 2).tolist(), 14.5)
    scene = make_scene([robot, *others], [(*lamp, r.FIXED), (*cap, r.FREE)], edges)

    _, _, is_clear = gripper_meetings(scene)

    fixed = [*oracle.edge(*edges[0].tolist()), *oracle.disc(*lamp), *others[0].all()]
    assert is_clear != oracle.are_too_near(robot.gripper(), fixed + others[1].all())

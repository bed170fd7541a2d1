"""The robot's outline, gripper included, against shapely."""

from __future__ import annotations

import numpy as np
import pytest

from tests.oracles import outline as oracle
from tests.seeds import few
from tests.unit.kernels.from_python import gaps_to_robot
from tests.unit.kernels.scenes import make_scene, random_outline


@pytest.mark.parametrize("seed", few(range(8)))
def test_the_gap_to_a_point_is_shapelys(seed: int) -> None:
    """Arm up or down, holding or not: gap, sign and the way out are those of the shapes."""
    rng = np.random.default_rng(seed)
    robot = random_outline(rng, 480.0, 520.0)
    points = rng.uniform(400.0, 600.0, (30, 2))

    _, found = gaps_to_robot(make_scene([robot], []), points)

    gaps, directions = found[:, 0], found[:, 1:]
    expected = [oracle.depth_or_gap_mm(robot.all(), x, y) for x, y in points.tolist()]
    assert gaps == pytest.approx(expected, abs=1e-9)
    assert np.hypot(*directions.T) == pytest.approx(1.0)
    outside = gaps > 0.0
    feet = (points - gaps[:, None] * directions)[outside].tolist()
    feet_gaps = [oracle.depth_or_gap_mm(robot.all(), x, y) for x, y in feet]
    assert feet_gaps == pytest.approx([0.0] * len(feet), abs=1e-9)


@pytest.mark.parametrize("seed", few(range(8)))
def test_nothing_of_a_robot_is_farther_out_than_its_reach(seed: int) -> None:
    """The reach is that of the farthest corner or rim, or a little more, never less."""
    robot = random_outline(np.random.default_rng(seed), 480.0, 520.0)

    reach, _ = gaps_to_robot(make_scene([robot], []), np.empty((0, 2)))

    centre = robot.body()[0][0].points
    farthest = max(
        np.hypot(*(shape.points - centre).T).max() + radius for shape, radius in robot.all()
    )
    assert farthest - 1e-9 <= reach <= farthest + 10.0

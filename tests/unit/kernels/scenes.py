"""Scenes for the kernels of contacts, made from what the plain twins know."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tests.oracles.outline import Outline
from wsusim.engine.tables import equip_robot, views
from wsusim.kernels import records as r
from wsusim.kernels.nearby import Scene, index_edges
from wsusim.model.geometry import Pose
from wsusim.model.robot_table import ROBOT
from wsusim.model.tuning import RobotTuning

SIDE_MM = 1000.0
"""The map is a square from (0, 0) on."""

BIN_MM = 50.0
MARGIN_MM = 120.0
"""Farther than any gripper reaches with what it holds."""

NO_EDGES = np.empty((0, 4))


def make_scene(
    robots: list[Outline],
    discs: list[tuple[float, float, float, int]],
    edges_mm: NDArray[np.float64] = NO_EDGES,
) -> Scene:
    """Return a scene of robots, discs ``(x, y, radius, state)`` and edges [E, 4].

    What robots hold comes behind the other discs, in the robots' order.
    """
    table = np.zeros(len(robots), ROBOT)
    things = list(discs)
    for me, robot in zip(views(table), robots, strict=True):
        equip_robot(me, robot.kind, RobotTuning.ideal())
        me.x_mm, me.y_mm, me.heading_rad = robot.pose.x_mm, robot.pose.y_mm, robot.pose.heading_rad
        me.jaw_gap_mm = robot.jaw_gap_mm
        me.arm_is_down = robot.arm_is_down
        if robot.held is not None:
            me.held_x_mm, radius = robot.held
            me.held = len(things)
            state = r.HELD_ON_FLOOR if robot.arm_is_down else r.ABSENT
            things.append((*robot.pose.place((me.held_x_mm, 0.0)), radius, state))
    disc_table = np.zeros(len(things), r.DISC)
    for disc, (x, y, radius, state) in zip(views(disc_table), things, strict=True):
        disc.x_mm, disc.y_mm, disc.radius_mm, disc.state = x, y, radius, state
    bins = int(SIDE_MM / BIN_MM)
    grids = np.zeros(1, r.GRID)
    grids["bin_mm"], grids["bin_columns"] = BIN_MM, bins
    return Scene(
        table,
        disc_table,
        grids,
        edges_mm,
        np.zeros(0, np.uint8),
        *index_edges(edges_mm, 0.0, 0.0, BIN_MM, bins, bins, MARGIN_MM),
        np.zeros(len(things), r.PUSH),
    )


def random_outline(rng: np.random.Generator, low_mm: float, high_mm: float) -> Outline:
    """Return a robot somewhere in a square; half of them with the arm down, a third holding."""
    x, y, heading = rng.uniform([low_mm, low_mm, -np.pi], [high_mm, high_mm, np.pi]).tolist()
    radius = float(rng.uniform(7.0, 22.0))
    holds = rng.random() < 0.33
    return Outline(
        Pose(x, y, heading),
        arm_is_down=bool(rng.random() < 0.5),
        jaw_gap_mm=2.0 * radius + 0.002 if holds else float(rng.uniform(2.0, 50.0)),
        held=(float(rng.uniform(35.0, 62.0)), radius) if holds else None,
    )

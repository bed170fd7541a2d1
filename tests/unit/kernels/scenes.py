"""Scenes for the kernels of contacts, made from what the plain twins know."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tests.oracles.outline import Outline
from wsusim.engine.tables import robot_row
from wsusim.kernels import columns as c
from wsusim.kernels.nearby import Scene, index_edges
from wsusim.model.geometry import Pose
from wsusim.model.tuning import RobotTuning
from wsusim.model.world import RobotStart

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
    real = np.array(
        [robot_row(RobotStart(1, r.pose), r.kind, RobotTuning.ideal()) for r in robots]
    ).reshape(-1, c.REAL_COLUMNS)
    whole = np.zeros((len(robots), c.WHOLE_COLUMNS), np.int64)
    whole[:, c.HELD] = -1
    discs = list(discs)
    for k, robot in enumerate(robots):
        real[k, c.JAW_GAP] = robot.jaw_gap_mm
        whole[k, c.ARM_IS_DOWN] = robot.arm_is_down
        if robot.held is not None:
            along, radius = robot.held
            real[k, c.HELD_X] = along
            whole[k, c.HELD] = len(discs)
            state = c.HELD_ON_FLOOR if robot.arm_is_down else c.ABSENT
            discs.append((*robot.pose.place((along, 0.0)), radius, state))
    table = np.zeros((4, len(discs)))
    table[:3] = np.array([d[:3] for d in discs]).reshape(-1, 3).T
    figures = np.zeros(c.WORLD_FIGURES)
    figures[c.BIN], figures[c.BIN_COLUMNS] = BIN_MM, SIDE_MM / BIN_MM
    bins = int(SIDE_MM / BIN_MM)
    return Scene(
        real,
        whole,
        table,
        np.array([d[3] for d in discs], np.uint8),
        figures,
        edges_mm,
        np.zeros(0, np.uint8),
        *index_edges(edges_mm, 0.0, 0.0, BIN_MM, bins, bins, MARGIN_MM),
        np.zeros((4, len(discs))),
        np.zeros((2, len(discs)), np.int64),
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

"""Scenes for the kernels of contacts, made from what the plain twins know."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tests.oracles.outline import Outline
from wsusim.engine.occupancy import new_map
from wsusim.engine.static_map import StaticMap
from wsusim.engine.world_tables import equip_robot, hands_of, views
from wsusim.kernels import records as r
from wsusim.kernels.object_map import PARTS
from wsusim.kernels.scene import Scene
from wsusim.kernels.stamps import update_map
from wsusim.model.geometry import Pose
from wsusim.model.robot_table import ROBOT
from wsusim.model.tuning import RobotTuning

SIDE_MM = 1000.0
"""The map is a square from (0, 0) on."""

SIDE_CELLS = 400
MARGIN_MM = 120.0
"""Farther than any gripper reaches with what it holds."""

NO_EDGES = np.empty((0, 4))


def make_scene(
    robots: list[Outline],
    discs: list[tuple[float, float, float, int]],
    edges_mm: NDArray[np.float64] = NO_EDGES,
) -> Scene:
    """Return a scene of robots, discs ``(x, y, radius, state)`` and edges [E, 4].

    What robots hold comes behind the other discs, in the robots' order. Everything counts as near.
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
    kinds = [robot.kind for robot in robots]
    places = new_map(
        bare_map(edges_mm), 0, [max(thing[2], 0.1) for thing in things], kinds, MARGIN_MM
    )
    update_map(
        places,
        np.array([(t[0], t[1]) for t in things] + [(o.pose.x_mm, o.pose.y_mm) for o in robots]),
        np.array([t[3] != r.ABSENT for t in things] + [True] * len(robots), np.uint8),
        np.zeros((len(robots), PARTS, 1, 2)),
        np.zeros((len(robots), PARTS), np.int64),
    )
    hands = hands_of(kinds)
    count = len(things) + len(robots)
    return Scene(
        robots=table,
        discs=disc_table,
        places=places,
        hands=hands,
        stride_mm=0.5,
        asks=np.zeros(1, r.ASK),
        pushes=np.zeros(len(things), r.PUSH),
        near=np.array([[count, *range(count)]] * 2, np.int64),
        corners_mm=np.zeros((max(4, hands.outlines_mm.shape[2]), 2)),
        movers=0,
        bodies=np.zeros(len(things), r.BODY),
        bounce=np.ones((len(edges_mm), 2)),
        before=np.zeros((len(robots), 3)),
    )


def bare_map(edges_mm: NDArray[np.float64]) -> StaticMap:
    """Return a map of edges on a floor without end: only these tell what is solid."""
    cells = SIDE_CELLS * SIDE_CELLS
    return StaticMap(
        cell_mm=SIDE_MM / SIDE_CELLS,
        origin_x_mm=0.0,
        origin_y_mm=0.0,
        rows=SIDE_CELLS,
        columns=SIDE_CELLS,
        edges_mm=edges_mm,
        edge_reflectivity=np.ones(len(edges_mm)),
        edge_wall=np.zeros(len(edges_mm), np.int32),
        still=np.zeros(cells, np.uint16),
        jump_cells=np.zeros(cells, np.uint8),
        clear_cells=np.zeros(cells, np.uint8),
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

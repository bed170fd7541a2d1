"""From a world to the arguments of the tick kernel: the arrays that it changes or reads.

``engine.simulation`` steps one world with them, ``wsusim.batch`` many.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wsusim.engine import world_tables
from wsusim.engine.occupancy import keep_cells, map_of
from wsusim.engine.sensing import pack_sensing, scratch_of
from wsusim.engine.static_map import StaticMap
from wsusim.kernels.history import History
from wsusim.kernels.rays import Bodies
from wsusim.kernels.records import ASK, PUSH, TRACE
from wsusim.kernels.scene import Scene
from wsusim.kernels.sensor_records import NOISE_COLUMNS
from wsusim.kernels.tick import Arguments, Block, Senses
from wsusim.model.robot_kind import RobotKind
from wsusim.model.tuning import RobotTuning
from wsusim.model.units import SENSOR_REFRESH_TICKS
from wsusim.model.world import World
from wsusim.robots import robot_kind

BLOCK_TICKS = 512
"""A new block of each random stream begins after so many ticks."""


def equipment(world: World, ideal: bool) -> tuple[list[RobotKind], list[RobotTuning]]:
    """Return the kind and tuning of each robot; ``ideal`` ones have no noise and are all alike."""
    tunings = [start.tuning or RobotTuning() for start in world.robots]
    if ideal:
        tunings = [tuning.idealised for tuning in tunings]
    return [robot_kind(start.kind) for start in world.robots], tunings


def run_arguments(
    world: World,
    static: StaticMap,
    kinds: Sequence[RobotKind],
    tunings: Sequence[RobotTuning],
    state: world_tables.State,
    block_ticks: int = BLOCK_TICKS,
) -> Arguments:
    """Return the kernel's arguments for a world; the tables of ``state`` are among them.

    The map's cells are not kept up to date yet, see ``occupancy.keep_cells``.
    """
    discs, robots = state.tables["discs"], len(kinds)
    sensing = pack_sensing(kinds, tunings)
    movers = world_tables.movers(world)
    reach_mm = max(
        world_tables.contact_reach_mm(kinds, discs, movers),
        float(sensing.eyes["reach_mm"].max(initial=0.0)),
    )
    hands = world_tables.hands_of(kinds)
    things = len(discs) + robots
    places = map_of(world, static, kinds, reach_mm)
    keep_cells(places, kept=False)
    scene = Scene(
        robots=state.tables["robots"],
        discs=discs,
        places=places,
        hands=hands,
        stride_mm=world_tables.stride_mm(discs),
        asks=np.zeros(1, ASK),
        pushes=np.zeros(len(discs), PUSH),
        near=np.zeros((2, things + 1), np.int64),
        corners_mm=np.zeros((max(4, hands.outlines_mm.shape[2]), 2)),
        movers=movers,
        bodies=state.tables["bodies"],
        bounce=world_tables.bounce_table(world, static),
        before=np.zeros((robots, 3)),
    )
    senses = Senses(
        bodies=Bodies(
            discs=discs,
            made=state.tables["bodies"],
            robots=state.tables["robots"],
            eyes=sensing.eyes,
            eye_of=sensing.eye_of,
            found=scratch_of(things, len(static.edges_mm), len(world.boxes)),
        ),
        responses=sensing.responses,
        lamp_power=np.array([light.power for light in world.lights], np.float64),
        elsewhere=0,
    )
    block = Block(
        motor_normals=np.zeros((block_ticks, robots, 2)),
        sensor_uniforms=np.zeros((block_ticks // SENSOR_REFRESH_TICKS, robots, NOISE_COLUMNS)),
        trace=np.zeros((block_ticks, robots), TRACE),
    )
    goals = world_tables.goal_table(world)
    return Arguments(state.tables["clocks"], scene, senses, block, goals, kept_rows(state))


def kept_rows(state: world_tables.State, rows: NDArray[np.float64] | None = None) -> History:
    """Return where the kernel writes the history of a run; without ``rows`` it writes none."""
    robots: Any = state.tables["robots"]
    numbers = robots.view(np.float64).reshape(len(robots), robots.itemsize // 8)
    kept = np.zeros((0, 0)) if rows is None else rows
    return History(kept, numbers, numbers.view(np.int64))

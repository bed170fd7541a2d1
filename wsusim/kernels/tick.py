"""The engine's loop: whole ticks for all robots, in one call from Python.

Phases of a tick, robot after robot in the world's order: arm and jaws, wheels, the way with its
contacts; then, on every second tick, the sensors of all; then the mission and the trace.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.bodies import move_robot
from wsusim.kernels.drive import count_pulses, slip, wheel_step
from wsusim.kernels.eyes import SENSORS, Eyes, Response
from wsusim.kernels.gripper import barrier_is_broken, gripper_rests, move_arm, move_jaws
from wsusim.kernels.history import History, write_history
from wsusim.kernels.jit import inline, loop
from wsusim.kernels.mission import check_mission
from wsusim.kernels.nearby import Scene
from wsusim.kernels.push import NOBODY, make_room
from wsusim.kernels.rays import FAR_MM, Bodies, EdgeIndex, Walls
from wsusim.kernels.records import Clock, Goal, Rows, Trace
from wsusim.kernels.sense import sense_robot
from wsusim.model.units import PULSE_MM, SENSOR_REFRESH_TICKS


class Senses(NamedTuple):
    """What the sensors need beside the ``Scene``."""

    edge_reflectivity: NDArray[np.float64]
    cell_start: NDArray[np.int32]
    cell_edges: NDArray[np.int32]
    square_cells: NDArray[np.uint8]
    eyes: Rows[Eyes]
    responses: Rows[Response]
    lamp_power: NDArray[np.float64]
    near: NDArray[np.int64]


class Block(NamedTuple):
    """A block of ticks: the random numbers for them, and the trace that they leave."""

    motor_normals: NDArray[np.float64]
    """[ticks, R, 2] standard normals."""
    sensor_uniforms: NDArray[np.float64]
    """[refreshes, R, NOISE_COLUMNS]."""
    trace: Rows[Rows[Trace]]
    """[ticks, R]."""


@inline
def drive_robot(scene: Scene, robot: int, left_normal: float, right_normal: float) -> None:
    """Turn the wheels for one tick and move the robot, up to what stands in its way.

    The counters follow the wheels. Wheels that push the robot against something slip: what they
    could not drive is counted at ``blocked_ratio``. While a robot turns more than it drives, it
    turns freely and its wheels don't slip, unless the turn itself is blocked.
    """
    me = scene.robots[robot]
    left = wheel_step(me, me.left, left_normal)
    right = wheel_step(me, me.right, right_normal)
    if left == 0.0 and right == 0.0:
        arc_mm = 0.0
        turn_rad = 0.0
    else:
        arc_mm = 0.5 * (left + right) * PULSE_MM
        turn_rad = (right - left) * PULSE_MM / me.wheel_base_mm
    driven, turned = move_robot(scene, robot, arc_mm, turn_rad)
    me.distance_mm += abs(arc_mm) * driven
    grip = driven if left * right > 0.0 or (turned == 1.0 and left * right == 0.0) else turned
    if grip < 1.0:
        grip += (1.0 - grip) * me.blocked_ratio
        left = slip(me, me.left, left, grip)
        right = slip(me, me.right, right, grip)
    count_pulses(me.left, left)
    count_pulses(me.right, right)


@inline
def move_robots(scene: Scene, normals: NDArray[np.float64]) -> bool:
    """Let all robots go on for one tick; tell whether a cap or ball was moved.

    ``normals`` is [R, 2].
    """
    for robot in range(scene.robots.size):
        if not gripper_rests(scene, robot):
            move_arm(scene, robot)
            move_jaws(scene, robot)
        drive_robot(scene, robot, normals[robot, 0], normals[robot, 1])
    things_moved = False
    for robot in range(scene.robots.size):
        if scene.robots[robot].moved_things:
            scene.robots[robot].moved_things = False
            things_moved = True
    return things_moved


@inline
def sense_robots(scene: Scene, senses: Senses, uniforms: NDArray[np.float64]) -> None:
    """Refresh the sensors and the light barriers of all robots; ``uniforms`` is [R, 16]."""
    grid = scene.grids[0]
    index = EdgeIndex(
        grid.bin_mm, grid.bin_columns, scene.bin_start, scene.bin_edges, scene.bin_gap_mm
    )
    walls = Walls(
        grid.cell_mm,
        grid.x_mm,
        grid.y_mm,
        grid.columns,
        scene.edges_mm,
        senses.edge_reflectivity,
        senses.cell_start,
        senses.cell_edges,
        senses.square_cells,
        scene.clear_cells,
    )
    bodies = Bodies(scene.discs, scene.robots, senses.eyes, senses.near)
    for robot in range(scene.robots.size):
        sense_robot(
            robot, index, walls, bodies, senses.lamp_power, senses.responses, uniforms[robot]
        )
        me = scene.robots[robot]
        is_in_use = me.arm_is_down or me.held >= 0
        me.object_present = is_in_use and barrier_is_broken(scene, robot)


@inline
def write_trace(scene: Scene, trace: Rows[Trace]) -> None:
    """Write where all robots are, and what they read, into the tick's row of the trace."""
    for robot in range(scene.robots.size):
        me = scene.robots[robot]
        to = trace[robot]
        to.x_mm = me.x_mm
        to.y_mm = me.y_mm
        to.heading_rad = me.heading_rad
        to.counts[0] = me.left.position
        to.counts[1] = me.right.position
        for k in range(SENSORS):
            to.counts[2 + k] = me.proximity[k]
            to.counts[2 + SENSORS + k] = me.ambient[k]


@loop
def run_ticks(
    until: int,
    clocks: Rows[Clock],
    scene: Scene,
    senses: Senses,
    block: Block,
    goals: Rows[Goal],
    history: History,
) -> int:
    """Do ticks until the clock says ``until`` or the mission is achieved; return the tick reached.

    The very first call, at tick 0, also sorts out what lies in each other and gives the sensors
    their first values. The caller sees to it that ``until`` does not lead beyond the block.

    Args:
        until: Tick to stop at.
        clocks: [1].
        scene: All that moves and all it can run into.
        senses: What the sensors need beside that.
        block: Random numbers and trace.
        goals: [G].
        history: Where the recorder's rows go.

    Mutates:
        Clock, robots, discs, the trace, the history.

    Cost: about 0.5 us a tick and robot.
    """
    clock = clocks[0]
    while clock.is_new or (clock.tick < until and clock.mission_tick < 0):
        row = clock.tick % block.motor_normals.shape[0]
        is_tick = not clock.is_new
        if is_tick:
            things_moved = move_robots(scene, block.motor_normals[row])
            clock.tick += 1
            clock.objects_moved += things_moved
            refresh = row // SENSOR_REFRESH_TICKS
        else:
            clock.is_new = False
            clock.can_start = make_room(scene, int(NOBODY), FAR_MM)
            things_moved = True
            refresh = block.sensor_uniforms.shape[0] - 1  # a row that comes last in its own turn
        if clock.tick % SENSOR_REFRESH_TICKS == 0:
            sense_robots(scene, senses, block.sensor_uniforms[refresh])
        check_mission(scene, clock, goals, things_moved)
        if is_tick:
            write_trace(scene, block.trace[row])
            write_history(scene, clock, history)
    return clock.tick

"""The engine's loop: whole ticks for all robots, in one call from Python.

Phases of a tick, robot after robot in the world's order: arm and jaws, wheels, the way with its
contacts; then, on every second tick, the sensors of all; then the mission and the trace.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.bodies import move_robot
from wsusim.kernels.columns import (
    ARM_IS_DOWN,
    BIN,
    BIN_COLUMNS,
    BLOCKED_RATIO,
    CAN_START,
    CELL,
    DISC_RADIUS,
    DISC_REFLECTIVITY,
    DISC_X,
    DISC_Y,
    DISTANCE,
    HEADING,
    HELD,
    IS_NEW,
    LEFT_COUNTER,
    LEFT_TRAVEL,
    LEFT_TURNED,
    MAP_COLUMNS,
    MAP_X,
    MAP_Y,
    MISSION_TICK,
    MODE,
    MOVED_THINGS,
    OBJECT_PRESENT,
    OBJECTS_MOVED,
    READINGS,
    TICK,
    WHEEL_BASE,
    X,
    Y,
)
from wsusim.kernels.drive import counter_of, wheel_step, wrap_counter
from wsusim.kernels.gripper import barrier_is_broken, gripper_rests, move_arm, move_jaws
from wsusim.kernels.history import write_history
from wsusim.kernels.jit import inline, loop
from wsusim.kernels.mission import check_mission
from wsusim.kernels.nearby import Scene
from wsusim.kernels.push import NOBODY, make_room
from wsusim.kernels.rays import FAR_MM, Bodies, EdgeIndex, Walls
from wsusim.kernels.sense import sense_robot
from wsusim.model.units import PULSE_MM, SENSOR_REFRESH_TICKS

READINGS_OF_A_ROBOT = 16
"""Eight of proximity, eight of light."""

TRACE_COUNTS = 2 + READINGS_OF_A_ROBOT
"""Whole numbers of a trace row: the two counters and the readings, neighbours in ``whole``."""

TRACE_BYTES = 3 * 8 + TRACE_COUNTS * 4
"""Of a tick and robot: x, y and heading as float64, then the counts as int32."""

TRACE_COUNTS_FROM = 6
"""First of the counts when the row is looked at as int32."""


@inline
def drive_robot(scene: Scene, robot: int, left_normal: float, right_normal: float) -> None:
    """Turn the wheels for one tick and move the robot, up to what stands in its way.

    The counters follow the wheels. Wheels that push the robot against something slip: what they
    could not drive is counted at ``BLOCKED_RATIO``. While a robot turns more than it drives, it
    turns freely and its wheels don't slip, unless the turn itself is blocked.
    """
    real = scene.real
    mode = scene.whole[robot, MODE]
    left = wheel_step(real, mode, robot, 0, left_normal)
    right = wheel_step(real, mode, robot, 1, right_normal)
    if left == 0.0 and right == 0.0:
        arc_mm = 0.0
        turn_rad = 0.0
    else:
        arc_mm = 0.5 * (left + right) * PULSE_MM
        turn_rad = (right - left) * PULSE_MM / real[robot, WHEEL_BASE]
    driven, turned = move_robot(scene, robot, arc_mm, turn_rad)
    real[robot, DISTANCE] += abs(arc_mm) * driven
    grip = driven if left * right > 0.0 or (turned == 1.0 and left * right == 0.0) else turned
    if grip < 1.0:
        grip += (1.0 - grip) * real[robot, BLOCKED_RATIO]
        left *= grip
        right *= grip
    real[robot, LEFT_TURNED] = left
    real[robot, LEFT_TURNED + 1] = right
    for wheel in range(2):
        travel = wrap_counter(real[robot, LEFT_TRAVEL + wheel] + real[robot, LEFT_TURNED + wheel])
        real[robot, LEFT_TRAVEL + wheel] = travel
        scene.whole[robot, LEFT_COUNTER + wheel] = counter_of(travel)


@inline
def sense_robots(
    scene: Scene,
    index: EdgeIndex,
    walls: Walls,
    bodies: Bodies,
    lamp_power: NDArray[np.float64],
    curves: NDArray[np.float64],
    uniforms: NDArray[np.float64],
    refresh: int,
) -> None:
    """Refresh the sensors and the light barriers of all robots."""
    whole = scene.whole
    for robot in range(whole.shape[0]):
        sense_robot(
            robot,
            index,
            walls,
            bodies,
            lamp_power,
            curves,
            uniforms[refresh, robot],
            whole[robot, ARM_IS_DOWN],
            whole[robot, READINGS : READINGS + READINGS_OF_A_ROBOT],
        )
        is_in_use = whole[robot, ARM_IS_DOWN] or whole[robot, HELD] >= 0
        whole[robot, OBJECT_PRESENT] = is_in_use and barrier_is_broken(scene, robot)


@inline
def write_trace(
    scene: Scene, row: int, trace_real: NDArray[np.float64], trace_whole: NDArray[np.int32]
) -> None:
    """Write where all robots are, and what they read, into a row of the trace."""
    for robot in range(scene.real.shape[0]):
        trace_real[row, robot, 0] = scene.real[robot, X]
        trace_real[row, robot, 1] = scene.real[robot, Y]
        trace_real[row, robot, 2] = scene.real[robot, HEADING]
        for k in range(TRACE_COUNTS):
            trace_whole[row, robot, TRACE_COUNTS_FROM + k] = scene.whole[robot, LEFT_COUNTER + k]


@loop
def run_ticks(
    until: int,
    clock: NDArray[np.int64],
    real: NDArray[np.float64],
    whole: NDArray[np.int64],
    discs: NDArray[np.float64],
    disc_state: NDArray[np.uint8],
    figures: NDArray[np.float64],
    edges_mm: NDArray[np.float64],
    edge_reflectivity: NDArray[np.float64],
    cell_start: NDArray[np.int32],
    cell_edges: NDArray[np.int32],
    square_cells: NDArray[np.uint8],
    clear_cells: NDArray[np.uint8],
    bin_start: NDArray[np.int32],
    bin_edges: NDArray[np.int32],
    bin_gap_mm: NDArray[np.float64],
    eyes: NDArray[np.float64],
    curves: NDArray[np.float64],
    lamp_power: NDArray[np.float64],
    near: NDArray[np.int64],
    before: NDArray[np.float64],
    pushed: NDArray[np.int64],
    motor_normals: NDArray[np.float64],
    sensor_uniforms: NDArray[np.float64],
    trace_real: NDArray[np.float64],
    trace_whole: NDArray[np.int32],
    goals: NDArray[np.float64],
    history: NDArray[np.float64],
) -> int:
    """Do ticks until the clock says ``until`` or the mission is achieved; return the tick reached.

    The random numbers and the trace are blocks of ticks; the caller sees to it that ``until`` does
    not lead beyond the block.

    Args:
        until: Tick to stop at.
        clock: [CLOCK_FIGURES].
        real: [R, REAL_COLUMNS].
        whole: [R, WHOLE_COLUMNS].
        discs: [4, D].
        disc_state: [D].
        figures: [WORLD_FIGURES].
        edges_mm: This and the next five: fields of ``engine.static_map.StaticMap``.
        edge_reflectivity: [E].
        cell_start: [cells + 1].
        cell_edges: [...].
        square_cells: [cells].
        clear_cells: [cells].
        bin_start: This and the next two: see ``nearby.Scene``.
        bin_edges: [...].
        bin_gap_mm: [...].
        eyes: This and the next three: see ``kernels.sense``.
        curves: [kinds, CURVE_COLUMNS].
        lamp_power: [L].
        near: [D + R + 2 E] scratch.
        before: [4, D] scratch.
        pushed: [2, D] scratch.
        motor_normals: [ticks of a block, R, 2] standard normals.
        sensor_uniforms: [refreshes of a block, R, NOISE_COLUMNS].
        trace_real: [ticks of a block, R, TRACE_BYTES / 8]; the bytes of ``trace_whole``.
        trace_whole: [ticks of a block, R, TRACE_BYTES / 4].
        goals: [G, GOAL_COLUMNS].
        history: [ticks of a span, row_width] or [0, 0]: see ``kernels.history``.

    Mutates:
        ``clock``, ``real``, ``whole``, ``discs``, ``disc_state``, the trace, ``history``.

    Cost: about 0.5 us a tick and robot.
    """
    scene = Scene(
        real,
        whole,
        discs,
        disc_state,
        figures,
        edges_mm,
        clear_cells,
        bin_start,
        bin_edges,
        bin_gap_mm,
        before,
        pushed,
    )
    index = EdgeIndex(figures[BIN], int(figures[BIN_COLUMNS]), bin_start, bin_edges, bin_gap_mm)
    walls = Walls(
        figures[CELL],
        figures[MAP_X],
        figures[MAP_Y],
        int(figures[MAP_COLUMNS]),
        edges_mm,
        edge_reflectivity,
        cell_start,
        cell_edges,
        square_cells,
        clear_cells,
    )
    bodies = Bodies(
        discs[DISC_X],
        discs[DISC_Y],
        discs[DISC_RADIUS],
        discs[DISC_REFLECTIVITY],
        disc_state,
        real,
        eyes,
        near,
    )
    robots = real.shape[0]
    block = motor_normals.shape[0]
    if clock[IS_NEW]:
        clock[IS_NEW] = 0
        clock[CAN_START] = make_room(scene, NOBODY, FAR_MM)
        sense_robots(scene, index, walls, bodies, lamp_power, curves, sensor_uniforms, -1)
        check_mission(scene, clock, goals, True)
    while clock[TICK] < until and clock[MISSION_TICK] < 0:
        row = clock[TICK] % block
        for robot in range(robots):
            if not gripper_rests(scene, robot):
                move_arm(scene, robot)
                move_jaws(scene, robot)
            left = motor_normals[row, robot, 0]
            right = motor_normals[row, robot, 1]
            drive_robot(scene, robot, left, right)
        clock[TICK] += 1
        if clock[TICK] % SENSOR_REFRESH_TICKS == 0:
            refresh = row // SENSOR_REFRESH_TICKS
            sense_robots(scene, index, walls, bodies, lamp_power, curves, sensor_uniforms, refresh)
        things_moved = False
        for robot in range(robots):
            if whole[robot, MOVED_THINGS]:
                whole[robot, MOVED_THINGS] = 0
                things_moved = True
        clock[OBJECTS_MOVED] += things_moved
        check_mission(scene, clock, goals, things_moved)
        write_trace(scene, row, trace_real, trace_whole)
        write_history(scene, clock, history)
    return int(clock[TICK])

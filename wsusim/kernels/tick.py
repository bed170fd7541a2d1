"""The engine's loop: whole ticks for all robots, in one call from Python.

Phases of a tick, robot after robot in the world's order: arm and jaws, wheels, the way with its
contacts, its place on the map; then, on every second tick, the sensors of all, and their light
barriers; then the mission and the trace. A tick stops in its middle when a gripper's question is to
be answered by the real outlines, see ``records.Ask``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.bodies import move_robot
from wsusim.kernels.drive import count_pulses, slip, wheel_step
from wsusim.kernels.gripper import gripper_rests, move_gripper, watch_barrier
from wsusim.kernels.history import History, write_history
from wsusim.kernels.jit import inline, loop
from wsusim.kernels.map_entries import place_everything
from wsusim.kernels.mission import check_mission
from wsusim.kernels.push import NOBODY, make_room
from wsusim.kernels.rays import FAR_MM, Bodies
from wsusim.kernels.records import Clock, Goal, Rows, Trace
from wsusim.kernels.rolling import begin_rolling, move_by_themselves
from wsusim.kernels.scene import Scene
from wsusim.kernels.sense import sense_robot
from wsusim.kernels.sensor_records import SENSORS, Response
from wsusim.model.units import SENSOR_REFRESH_TICKS

WAITS = -1
"""Returned by ``run_ticks`` when a gripper's question must be answered before it goes on."""

SENSES = -2
"""Returned when the caller must refresh all robots' sensors before it goes on."""


class Senses(NamedTuple):
    """What the sensors need beside the ``Scene``."""

    bodies: Bodies
    responses: Rows[Response]
    lamp_power: NDArray[np.float64]
    elsewhere: int
    """1: the caller refreshes the sensors, on several cores; 0: the tick kernel does."""


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
        arc_mm = 0.5 * (left + right) * me.pulse_mm
        turn_rad = (right - left) * me.pulse_mm / me.wheel_base_mm
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
    """Let all robots go on for one tick, from the one whose turn it is; ``normals`` is [R, 2].

    Returns:
        False when a gripper's question must be answered first.
    """
    ask = scene.asks[0]
    while ask.turn < scene.robots.size:
        robot = ask.turn
        if not gripper_rests(scene, robot) and not move_gripper(scene, robot):
            return False
        drive_robot(scene, robot, normals[robot, 0], normals[robot, 1])
        ask.turn += 1
    ask.turn = 0
    return True


@inline
def sense_robots(scene: Scene, senses: Senses, uniforms: NDArray[np.float64]) -> None:
    """Refresh the sensors of all robots; ``uniforms`` is [R, 16]."""
    for robot in range(scene.robots.size):
        sense_robot(
            robot, scene.places, senses.bodies, senses.lamp_power, senses.responses, uniforms[robot]
        )


@inline
def watch_barriers(scene: Scene) -> bool:
    """Refresh the light barriers of all robots, from the one whose turn it is.

    Returns:
        False when a question must be answered first.
    """
    ask = scene.asks[0]
    while ask.turn < scene.robots.size:
        me = scene.robots[ask.turn]
        if not me.arm_is_down and me.held < 0:
            me.object_present = False
        elif not watch_barrier(scene, ask.turn):
            return False
        ask.turn += 1
    ask.turn = 0
    return True


@inline
def collect_moves(scene: Scene, clock: Clock) -> bool:
    """Return whether something loose was moved in this tick."""
    things_moved = clock.has_rolled
    clock.has_rolled = False
    for robot in range(scene.robots.size):
        if scene.robots[robot].moved_things:
            scene.robots[robot].moved_things = False
            things_moved = True
    return things_moved


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


class Arguments(NamedTuple):
    """All of a world that ``run_ticks`` works on."""

    clocks: Rows[Clock]
    """[1]."""
    scene: Scene
    """All that moves and all it can run into."""
    senses: Senses
    """What the sensors need beside that."""
    block: Block
    """Random numbers and trace."""
    goals: Rows[Goal]
    """[G]."""
    history: History
    """Where the recorder's rows go."""


@loop
def run_ticks(until: int, world: Arguments) -> int:
    """Do ticks until the clock says ``until`` or the mission is achieved; return the tick reached.

    Or return ``WAITS``: then ``Scene.asks`` has a question; or ``SENSES``. It is called again with
    the answer, or when the sensors are refreshed, and goes on where it has stopped.

    The very first call, at tick 0, also sorts out what lies in each other and gives the sensors
    their first values. The caller makes sure that ``until`` does not lead beyond the block.

    Args:
        until: Tick to stop at.
        world: Python hands over an ``argument_words.Placed`` one.

    Mutates:
        Clock, robots, discs, the trace, the history.

    Cost: about 0.5 us a tick and robot.
    """
    scene, senses, block = world.scene, world.senses, world.block
    clock = world.clocks[0]
    ask = scene.asks[0]
    if clock.places_are_old:
        clock.places_are_old = False
        place_everything(scene)
        if scene.movers > 0:
            begin_rolling(scene)
    ticks = block.motor_normals.shape[0]
    while clock.is_new or ask.is_sensing or (clock.tick < until and clock.mission_tick < 0):
        is_tick = not clock.is_new
        if not ask.is_sensing:
            if not is_tick:
                clock.can_start = make_room(scene, int(NOBODY), FAR_MM)
            elif move_robots(scene, block.motor_normals[clock.tick % ticks]):
                clock.tick += 1
                if scene.movers > 0:
                    move_by_themselves(scene, clock)
            else:
                return WAITS
        row = (clock.tick - 1) % ticks  # before the first tick: the block's last one
        if clock.tick % SENSOR_REFRESH_TICKS == 0:
            if not ask.is_sensing:
                ask.is_sensing = True
                if senses.elsewhere:
                    return SENSES
                sense_robots(scene, senses, block.sensor_uniforms[row // SENSOR_REFRESH_TICKS])
            if not watch_barriers(scene):
                return WAITS
            ask.is_sensing = False
        clock.is_new = False
        things_moved = collect_moves(scene, clock)
        clock.objects_moved += things_moved
        check_mission(scene, clock, world.goals, things_moved or not is_tick)
        if is_tick:
            write_trace(scene, block.trace[row])
            write_history(scene, clock, world.history)
    return clock.tick

"""Many worlds, one after the other, in one call: the same tick kernel with each world's arguments.

A world's arguments are words (``kernels.argument_words``): those of its maze, in which some are
replaced by the addresses of the world's own arrays. What a tick leaves nothing in (random numbers,
scratch) is shared by all worlds that one call steps, so several calls may go on at once, each with
worlds and with scratch of its own. Random numbers are drawn tick by tick, see ``kernels.chance``.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.argument_words import at, call_at
from wsusim.kernels.chance import draw_normals, draw_uniforms
from wsusim.kernels.jit import inline, inner, loop
from wsusim.kernels.policy import Policy, give_orders
from wsusim.kernels.records import Rows
from wsusim.kernels.scene import Scene
from wsusim.kernels.sensor_records import SENSORS
from wsusim.kernels.tick import WAITS, Block
from wsusim.model.robot_table import Reals, Wholes, structured
from wsusim.model.units import SENSOR_REFRESH_TICKS


class Course(NamedTuple):
    """How far each world has come, [N]."""

    maze: NDArray[np.int64]
    """Row of ``Fleet.words``."""
    until: NDArray[np.int64]
    """Tick that is wanted next."""
    rounds_left: NDArray[np.int64]
    """Decisions still to be made in this call."""
    time_limit: NDArray[np.int64]
    """No tick is done beyond it."""
    reached: NDArray[np.int64]
    """Tick reached, or ``WAITS``."""


class Slow:
    """A motor that turns too slowly for a while."""

    maze: int
    robot: int
    is_right: bool
    begin: int
    """Tick from which on."""
    end: int
    factor: float


SLOW = structured(Slow)


class Fleet(NamedTuple):
    """All worlds of a batch."""

    words: NDArray[np.int64]
    """[mazes, W] arguments of a world in each maze."""
    columns: NDArray[np.int64]
    """[P] which words are addresses of arrays that a world does not share with all of its maze."""
    addresses: NDArray[np.int64]
    """[N, P] these addresses."""
    streams: NDArray[np.uint64]
    """[N, R, 2, 2] keys of the random numbers of motors and sensors."""
    drawn: NDArray[np.int64]
    """[N, R] word of the motors' stream that comes next."""
    run_ticks: int
    """Address of ``tick.run_ticks``, compiled for ``like``."""
    has_noise: bool
    block_ticks: int
    """A new block of a random stream begins after so many ticks."""
    slow: Rows[Slow]


class Moment:
    """What is kept of a robot when its network decides."""

    x_mm: float
    y_mm: float
    heading_rad: float
    orders: Annotated[Reals, 2]
    """Speeds (pulses a tick) that it gave the wheels, left and right."""
    proximity: Annotated[Wholes, SENSORS]
    ambient: Annotated[Wholes, SENSORS]


MOMENT = structured(Moment)


class Scratch(NamedTuple):
    """What a call needs for itself."""

    row: NDArray[np.int64]
    """[W] arguments of the world whose turn it is."""
    drawn: NDArray[np.uint64]
    """[chance.DRAWN]."""
    values: NDArray[np.float64]
    """[2, widest layer] of a network."""


@inline
def next_stop(fleet: Fleet, maze: int, scene: Scene, tick: int, until: int) -> int:
    """Return how far to go in one piece, and make motors slow that are slow there."""
    stop = min(until, (tick // fleet.block_ticks + 1) * fleet.block_ticks)
    for k in range(fleet.slow.size):
        slow = fleet.slow[k]
        if slow.maze == maze:
            me = scene.robots[slow.robot]
            wheel = me.right if slow.is_right else me.left
            wheel.slowness = slow.factor if slow.begin <= tick < slow.end else 1.0
            if tick < slow.begin:
                stop = min(stop, slow.begin)
            elif tick < slow.end:
                stop = min(stop, slow.end)
    return stop


@inner
def draw(
    fleet: Fleet, world: int, block: Block, first: int, ticks: int, drawn: NDArray[np.uint64]
) -> None:
    """Draw the random numbers of some ticks of one block, ``first`` not yet done.

    Mutates:
        The block; ``fleet.drawn``.
    """
    number, begin = first // fleet.block_ticks, first % fleet.block_ticks
    refresh = begin // SENSOR_REFRESH_TICKS
    refreshes = (begin + ticks) // SENSOR_REFRESH_TICKS - refresh
    for robot in range(block.motor_normals.shape[1]):
        motors, sensors = fleet.streams[world, robot, 0], fleet.streams[world, robot, 1]
        k = 0 if begin == 0 else fleet.drawn[world, robot]
        fleet.drawn[world, robot] = draw_normals(
            block.motor_normals, robot, begin, ticks, motors, number, k, drawn
        )
        draw_uniforms(block.sensor_uniforms, robot, refresh, refreshes, sensors, number, drawn)


@inner
def draw_first(fleet: Fleet, world: int, block: Block, drawn: NDArray[np.uint64]) -> None:
    """Draw the random numbers of the readings at tick 0: those of the first block's last row."""
    last = fleet.block_ticks // SENSOR_REFRESH_TICKS - 1
    for robot in range(block.motor_normals.shape[1]):
        sensors = fleet.streams[world, robot, 1]
        draw_uniforms(block.sensor_uniforms, robot, last, 1, sensors, 0, drawn)


@inline
def run_world(fleet: Fleet, world: int, maze: int, until: int, like: Any, scratch: Scratch) -> int:
    """Do ticks of one world until ``until``; return the tick reached, or ``WAITS``."""
    here = at(scratch.row, like)
    scene, block = here.scene, here.block
    clock, ask = here.clocks[0], scene.asks[0]
    window = block.motor_normals.shape[0]
    if clock.is_new and fleet.has_noise:
        draw_first(fleet, world, block, scratch.drawn)
    while clock.is_new or ask.is_sensing or (clock.tick < until and clock.mission_tick < 0):
        begin = clock.tick
        stop = begin
        if not clock.is_new:
            stop = next_stop(fleet, maze, scene, begin, min(until, begin + window))
            if fleet.has_noise:
                draw(fleet, world, block, begin, stop - begin, scratch.drawn)
        reached = call_at(fleet.run_ticks, stop, scratch.row, like)
        if fleet.has_noise and clock.tick < stop:  # numbers were drawn that are still to be used
            back = begin - begin % fleet.block_ticks
            while back < clock.tick:
                ticks = min(window, clock.tick - back)
                draw(fleet, world, block, back, ticks, scratch.drawn)
                back += ticks
        if reached == WAITS:
            return WAITS
    return int(clock.tick)


@inline
def decide(
    policy: Policy,
    world: int,
    scene: Scene,
    log: Rows[Rows[Rows[Moment]]],
    number: int,
    scratch: Scratch,
) -> None:
    """Let the world's network give orders to all its robots, and note what they were."""
    for robot in range(scene.robots.size):
        me = scene.robots[robot]
        give_orders(policy, world, me, SENSORS, scratch.values)
        if log.size > 0:
            to = log[number][world][robot]
            to.x_mm = me.x_mm
            to.y_mm = me.y_mm
            to.heading_rad = me.heading_rad
            to.orders[0] = me.left.order
            to.orders[1] = me.right.order
            for k in range(SENSORS):
                to.proximity[k] = me.proximity[k]
                to.ambient[k] = me.ambient[k]


@loop
def step_worlds(
    first: int,
    last: int,
    rounds: int,
    period: int,
    fleet: Fleet,
    course: Course,
    policy: Policy,
    log: Rows[Rows[Rows[Moment]]],
    scratch: Scratch,
    like: Any,
) -> int:
    """Step the worlds from ``first`` to ``last`` - 1; return how many wait for an answer.

    Each is brought to its ``until``; then, as long as it has rounds left, its network decides and
    ``until`` becomes ``period`` ticks more. A world whose gripper asks waits, see ``records.Ask``:
    it is called again with the answer and goes on where it has stopped.

    Args:
        first: First world.
        last: The world after the last one.
        rounds: Decisions of this call.
        period: Ticks from one decision to the next.
        fleet: The worlds.
        course: How far they have come.
        policy: The networks.
        log: [rounds, N, R] of ``MOMENT``; no rows: nothing is kept.
        scratch: Of this call.
        like: Arguments of any world, ``Placed``, for their types.

    Mutates:
        The worlds' arrays, ``course``, ``log``.

    Cost: some 50 ns a world beside its ticks.
    """
    waiting = 0
    filled = -1
    for world in range(first, last):
        maze = course.maze[world]
        if maze != filled:
            filled = maze
            for k in range(scratch.row.size):
                scratch.row[k] = fleet.words[maze, k]
        for k in range(fleet.columns.size):
            scratch.row[fleet.columns[k]] = fleet.addresses[world, k]
        while True:
            until = min(course.until[world], course.time_limit[world])
            reached = run_world(fleet, world, maze, until, like, scratch)
            course.reached[world] = reached
            waiting += reached == WAITS
            if reached == WAITS or course.rounds_left[world] == 0:
                break
            here = at(scratch.row, like)
            if here.clocks[0].mission_tick >= 0 or reached == course.time_limit[world]:
                break
            decide(policy, world, here.scene, log, rounds - course.rounds_left[world], scratch)
            course.rounds_left[world] -= 1
            course.until[world] = reached + period
    return waiting

"""From a world to the tables that the tick kernel works on; their rows are ``kernels.records``.

Discs are in one order everywhere: lights, caps, balls, each as in the world.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import product
from struct import Struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.orders import set_profile
from wsusim.engine.static_map import BORDER, StaticMap
from wsusim.kernels import records as r
from wsusim.kernels.bounce import FASTEST_MM_S
from wsusim.kernels.drive import OVERSPEED
from wsusim.kernels.scene import Hands
from wsusim.model.elementary import cos, hypot, sin
from wsusim.model.geometry import wrap_rad
from wsusim.model.robot_kind import RobotKind
from wsusim.model.robot_table import NOTHING, ROBOT, Robot
from wsusim.model.tuning import RobotTuning
from wsusim.model.units import TICK_S
from wsusim.model.world import Ball, Box, Light, Movable, World

Table = NDArray[np.void]


class State:
    """The tables that change; together with the world and the seed they are everything.

    Attributes:
        tables: The structured arrays of the kernels.
        clock: The clock's record; like the next ones, a view that reads from and writes into the
            table.
        robots: The robots' records, in the world's order.
        discs: The discs' records.
        bodies: What the discs are made of, and how they move by themselves.
    """

    def __init__(self, clocks: Table, robots: Table, discs: Table, bodies: Table) -> None:
        self.tables = {"clocks": clocks, "robots": robots, "discs": discs, "bodies": bodies}
        self.clock: r.Clock = views(clocks)[0]
        self.robots: tuple[Robot, ...] = views(robots)
        self.discs: tuple[r.Disc, ...] = views(discs)
        self.bodies: tuple[r.Body, ...] = views(bodies)

    def copies(self) -> dict[str, NDArray[Any]]:
        """Return a copy of every table under its name."""
        return {name: table.copy() for name, table in self.tables.items()}

    def overwrite(self, copies: Mapping[str, NDArray[Any]]) -> None:
        """Take over the values of tables that ``copies`` returned, in place."""
        for name, table in self.tables.items():
            table[...] = copies[name]


def views(table: Table) -> tuple[Any, ...]:
    """Return each row of a structured array as an object that has its fields as attributes.

    They are ctypes structures over the array's memory: several times as fast from Python as the
    rows that numpy gives.
    """
    if not len(table):
        return ()
    return tuple((_structure(table.dtype) * len(table)).from_buffer(table))


def readers(
    table: Table, field: str, counts: Sequence[int]
) -> tuple[Callable[[], tuple[int, ...]], ...]:
    """Return for each row a function that quickly returns the first whole numbers of a field.

    A view's field would make an object of each number, one after the other.
    """
    octets: Any = table.view(np.uint8)
    words = memoryview(octets) if len(table) else b""
    begin = table.dtype.fields[field][1] if table.dtype.fields else 0
    return tuple(
        partial(Struct(f"={count}q").unpack_from, words, row * table.itemsize + begin)
        for row, count in enumerate(counts)
    )


@cache
def _structure(dtype: Any) -> Any:
    return np.ctypeslib.as_ctypes_type(dtype)


GRAVITY_MM_S2 = 9810.0

TYRE_FRICTION = 0.6
"""Rubber tyres on a wooden floor, a ratio to the weight (guess): no wheel pushes harder."""

USUAL_MASS_G = 80.0
"""Of a robot whose kind does not say it (Khepera manual: about 80 g)."""

LEAST_MASS_G = 0.01
"""Nothing is lighter, whatever a maze says."""

BOX_ARM = 0.27
"""Torque of friction per force of friction on a turning box, a ratio to its diagonal (the mean
distance of its points from the middle; 0.27 for a square, 0.25 for a very long one)."""

LONGEST_STRIDE_MM = 0.5
"""A robot that pushes something goes no farther than this in one go."""


def new_state(world: World, kinds: Sequence[RobotKind], tunings: Sequence[RobotTuning]) -> State:
    """Return the state at tick 0: all robots at their starts, arm up, jaws open."""
    robots = np.zeros(len(world.robots), ROBOT)
    state = State(new_clock(world), robots, disc_table(world), body_table(world))
    for me, start, kind, tuning in zip(state.robots, world.robots, kinds, tunings, strict=True):
        me.x_mm, me.y_mm = start.pose.x_mm, start.pose.y_mm
        me.heading_rad = wrap_rad(start.pose.heading_rad)
        equip_robot(me, kind, tuning)
    return state


def equip_robot(me: Robot, kind: RobotKind, tuning: RobotTuning) -> None:
    """Give a robot the figures of its kind and tuning; it holds nothing and has not moved."""
    motors, gripper = kind.motors, kind.gripper
    me.pulse_mm = motors.pulse_mm
    me.unit_pulses = motors.unit_pulses
    me.max_speed = motors.max_speed * motors.unit_pulses
    me.left.slowness = me.right.slowness = 1.0
    set_profile(me, motors.usual_profile)
    me.left.gain, me.right.gain = tuning.left_motor_gain, tuning.right_motor_gain
    me.left.noise = motors.speed_noise * tuning.left_motor_noise
    me.right.noise = motors.speed_noise * tuning.right_motor_noise
    me.acceleration = motors.acceleration
    me.blocked_ratio = motors.blocked_counter_ratio
    me.push_n = TYRE_FRICTION * 1e-6 * (kind.mass_g or USUAL_MASS_G) * GRAVITY_MM_S2
    me.radius_mm = kind.radius_mm
    me.wheel_base_mm = kind.wheel_base_mm
    me.axle_mm = kind.axle_x_mm
    me.held = me.goal_tick = NOTHING
    me.arm_down_at = math.inf
    if gripper is None:
        return
    me.arm_position = me.arm_order = gripper.arm_up
    me.jaw_gap_mm = me.open_gap_mm = gripper.open_gap_mm
    me.arm_down_at = gripper.arm_down
    me.arm_speed = gripper.arm_speed_per_tick
    me.jaw_speed_mm = gripper.jaw_speed_mm_per_tick
    me.closed_gap_mm = gripper.closed_gap_mm
    me.barrier_mm = gripper.barrier_x_mm


def disc_table(world: World) -> Table:
    """Return the discs."""
    things: tuple[Light | Movable, ...] = (*world.lights, *world.movables)
    discs = np.zeros(len(things), r.DISC)
    for disc, thing in zip(views(discs), things, strict=True):
        disc.x_mm, disc.y_mm = thing.x_mm, thing.y_mm
        disc.radius_mm = thing.diameter_mm / 2.0
        disc.reflectivity = thing.reflectivity
        disc.state = r.FIXED if isinstance(thing, Light) else r.FREE
    return discs


def body_table(world: World) -> Table:
    """Return what the discs are made of; all lie still."""
    things: tuple[Light | Movable, ...] = (*world.lights, *world.movables)
    bodies = np.zeros(len(things), r.BODY)
    for body, thing in zip(views(bodies), things, strict=True):
        body.restitution = thing.restitution
        body.mass_g = 1.0
        if isinstance(thing, Light):
            continue
        body.mass_g = max(thing.mass_g, LEAST_MASS_G)
        body.drag_mm_s2 = thing.friction * GRAVITY_MM_S2
        body.rolls = isinstance(thing, Ball) and thing.rolls
        if isinstance(thing, Box):
            body.is_box = True
            body.heading_rad = wrap_rad(thing.pose.heading_rad)
            body.half_x_mm, body.half_y_mm = thing.width_mm / 2.0, thing.depth_mm / 2.0
            body.gyration_mm = thing.diameter_mm / math.sqrt(12.0)
            body.arm_mm = BOX_ARM * thing.diameter_mm
    return bodies


def movers(world: World) -> int:
    """Return how many things move by themselves, turn or are heavy; see ``Scene.movers``."""
    rolling = sum(ball.rolls for ball in world.balls)
    return rolling + len(world.cylinders) + len(world.boxes)


def bounce_table(world: World, static: StaticMap) -> NDArray[np.float64]:
    """Return restitution and friction [E, 2] of the edges."""
    traits = {wall.id: (wall.restitution, wall.friction) for wall in world.walls}
    traits[BORDER] = (world.arena.restitution, world.arena.friction)
    return np.array([traits[owner] for owner in static.edge_wall.tolist()], np.float64)


def goal_table(world: World) -> Table:
    """Return the goal regions."""
    rows = [
        (
            goal.pose.x_mm,
            goal.pose.y_mm,
            cos(goal.pose.heading_rad),
            sin(goal.pose.heading_rad),
            goal.width_mm / 2.0,
            goal.height_mm / 2.0,
            goal.shape == "ellipse",
        )
        for goal in world.goals
    ]
    return np.array(rows, r.GOAL)


def new_clock(world: World) -> Table:
    """Return the clock at tick 0, as a table of one row."""
    mission = world.mission
    kinds = {
        "free": r.FREE_MISSION,
        "reach_goal": r.REACH_ALL if mission.winner == "all" else r.REACH_FIRST,
        "deliver_caps": r.DELIVER,
        "soccer": r.FREE_MISSION,  # the engine's referee looks after it
    }
    wanted = mission.caps_to_deliver
    clocks = np.zeros(1, r.CLOCK)
    clock: r.Clock = views(clocks)[0]
    clock.mission_kind = kinds[mission.kind]
    clock.caps_wanted = len(world.caps) if wanted is None else wanted
    clock.mission_tick = NOTHING
    clock.first_cap = len(world.lights)
    clock.first_ball = len(world.lights) + len(world.caps)
    if mission.kind == "soccer":
        clock.half = 1
        clock.still_x_mm, clock.still_y_mm = world.balls[0].x_mm, world.balls[0].y_mm
    clock.is_new = clock.places_are_old = True
    return clocks


def stride_mm(discs: Table) -> float:
    """Return the longest distance over which a robot pushes something in one step."""
    smallest = float(discs["radius_mm"].min(initial=math.inf))
    return min(LONGEST_STRIDE_MM, 0.1 * smallest)


def hands_of(kinds: Sequence[RobotKind]) -> Hands:
    """Return the outlines of the robots' grippers; a robot without one has none."""
    grippers = [kind.gripper for kind in kinds]
    parts = [(g.jaw_outline_mm, g.arm_outline_mm) if g else () for g in grippers]
    most = max((len(outline) for pair in parts for outline in pair), default=1)
    outlines = np.zeros((len(kinds), 2, most, 2))
    counts = np.zeros((len(kinds), 2), np.int64)
    bounds = np.zeros((len(kinds), 2, 4))
    is_box = np.zeros((len(kinds), 2), np.bool_)
    for robot, pair in enumerate(parts):
        for part, outline in enumerate(pair):
            counts[robot, part] = len(outline)
            outlines[robot, part, : len(outline)] = outline
            bounds[robot, part] = [*np.min(outline, axis=0), *np.max(outline, axis=0)]
            corners = set(
                product(*zip(bounds[robot, part, :2], bounds[robot, part, 2:], strict=True))
            )
            is_box[robot, part] = set(outline) == corners
    return Hands(outlines, counts, bounds, is_box)


def contact_reach_mm(kinds: Sequence[RobotKind], discs: Table, movers: int) -> float:
    """Return how far from the middle of a robot or disc a contact may ever be looked for."""
    largest = float(discs["radius_mm"].max(initial=0.0))
    reaches = [largest + (FASTEST_MM_S * TICK_S if movers else 0.0)]
    for kind in kinds:
        reach, gripper = kind.radius_mm, kind.gripper
        if gripper is not None:
            tip = max(x for x, _ in (*gripper.jaw_outline_mm, *gripper.arm_outline_mm))
            reach = max(reach, hypot(tip, gripper.half_width_mm), tip + largest)
        way_mm = kind.motors.top_mm_s * TICK_S * OVERSPEED
        aside_mm = abs(kind.axle_x_mm) * 2.0 * way_mm / kind.wheel_base_mm
        reaches.append(reach + way_mm + aside_mm)
    return max(reaches) + 1.0

"""From the tables of the kernels to immutable snapshots for the rest of the program."""

from __future__ import annotations

from dataclasses import dataclass

from wsusim.engine.floor import FloorView
from wsusim.engine.orders import OPEN_CIRCUIT
from wsusim.engine.world_tables import State
from wsusim.model.geometry import Pose, wrap_rad
from wsusim.model.robot_table import Robot
from wsusim.model.snapshot import (
    MissionSnapshot,
    ObjectSnapshot,
    RobotSnapshot,
    Score,
    Snapshot,
)
from wsusim.model.units import ticks_to_seconds
from wsusim.model.world import Box, World, kind_of_movable
from wsusim.robots import robot_kind

SIDEWAYS_RAD = 1.5707963267948966
"""What touches the robot at a bearing below this is in front of it."""


@dataclass(frozen=True, slots=True)
class RobotStatistics:
    """What a robot has done so far."""

    distance_mm: float
    """Length of its way."""
    contacts: int
    """How often it came to touch something that did not give way."""
    contact_ticks: int
    """Ticks during which it touched."""


def statistics_of(me: Robot) -> RobotStatistics:
    """Return what a robot has driven and touched so far."""
    return RobotStatistics(me.distance_mm, me.contacts, me.contact_ticks)


def resistivity(world: World, state: State, robot: int) -> int:
    """Return what a robot's jaws measure: that of the held object, else ``OPEN_CIRCUIT``."""
    held = state.robots[robot].held
    if held < 0:
        return OPEN_CIRCUIT
    thing = world.movables[held - len(world.lights)]
    assert not isinstance(thing, Box)
    return thing.resistivity


def mission_snapshot(world: World, state: State) -> MissionSnapshot:
    """Return how far the mission has come; a robot counts once it has been in a goal region."""
    achieved_at = state.clock.mission_tick
    return MissionSnapshot(
        achieved=achieved_at >= 0,
        goal_time_s=ticks_to_seconds(achieved_at) if achieved_at >= 0 else None,
        caps_delivered=state.clock.caps_in_goal,
        robots_in_goal=tuple(
            start.id
            for start, me in zip(world.robots, state.robots, strict=True)
            if me.goal_tick >= 0
        ),
        score=score_of(state),
    )


def score_of(state: State) -> Score | None:
    """Return how a game of soccer stands, ``None`` where none is played."""
    clock = state.clock
    return Score(clock.goals_left, clock.goals_right, clock.half) if clock.half else None


def take_snapshot(world: World, state: State, floor: FloorView | None = None) -> Snapshot:
    """Return everything that can be seen at this tick; without ``floor``, no loose things."""
    return Snapshot(
        tick=state.clock.tick,
        robots=tuple(robot_snapshot(world, state, k, floor) for k in range(len(world.robots))),
        objects=object_snapshots(world, state),
        mission=mission_snapshot(world, state),
    )


def robot_snapshot(
    world: World, state: State, robot: int, floor: FloorView | None = None
) -> RobotSnapshot:
    """Return one robot at this tick."""
    start, me = world.robots[robot], state.robots[robot]
    heading, sensors = me.heading_rad, len(robot_kind(start.kind).sensors)
    bearings = tuple(
        wrap_rad(direction - heading) for direction in me.bearings_rad[: me.bearing_count]
    )
    pose = Pose(me.x_mm, me.y_mm, heading)
    floor_left = floor_right = 0
    if floor is not None:
        floor_left, floor_right = floor.recorded(robot, pose, state.clock.tick)
    return RobotSnapshot(
        id=start.id,
        kind=start.kind,
        pose=pose,
        left_speed=me.left.speed,
        right_speed=me.right.speed,
        left_position=me.left.position,
        right_position=me.right.position,
        proximity=tuple(me.proximity[:sensors]),
        ambient=tuple(me.ambient[:sensors]),
        arm_position=me.arm_position,
        jaw_gap_mm=me.jaw_gap_mm,
        held_object_id=None if me.held < 0 else movable_id(world, me.held),
        object_present=bool(me.object_present),
        resistivity=resistivity(world, state, robot),
        contact_front=any(abs(bearing) <= SIDEWAYS_RAD for bearing in bearings),
        contact_back=any(abs(bearing) > SIDEWAYS_RAD for bearing in bearings),
        contact_bearings_rad=bearings,
        leds=(bool(me.leds[0]), bool(me.leds[1])),
        floor_left=floor_left,
        floor_right=floor_right,
    )


def object_snapshots(world: World, state: State) -> tuple[ObjectSnapshot, ...]:
    """Return everything loose at this tick; what is carried is where its robot holds it."""
    holder = {me.held: k for k, me in enumerate(state.robots) if me.held >= 0}
    snapshots = []
    for k, thing in enumerate(world.movables):
        disc = k + len(world.lights)
        robot = holder.get(disc)
        x, y = state.discs[disc].x_mm, state.discs[disc].y_mm
        if robot is not None:
            me = state.robots[robot]
            x, y = Pose(me.x_mm, me.y_mm, me.heading_rad).place((me.held_x_mm, 0.0))
        held_by = None if robot is None else world.robots[robot].id
        heading = state.bodies[disc].heading_rad
        kind = kind_of_movable(thing)
        snapshots.append(ObjectSnapshot(thing.id, kind, x, y, held_by, heading))
    return tuple(snapshots)


def movable_id(world: World, disc: int) -> int:
    """Return the world's id of a cap or ball, given its number among the discs."""
    return world.movables[disc - len(world.lights)].id

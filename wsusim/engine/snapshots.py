"""From the tables of the kernels to immutable pictures for everybody else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from wsusim.engine.motors import OPEN_CIRCUIT
from wsusim.engine.tables import State, movables
from wsusim.kernels import columns as c
from wsusim.model.geometry import Pose, wrap_rad
from wsusim.model.snapshot import MissionSnapshot, ObjectSnapshot, RobotSnapshot, Snapshot
from wsusim.model.units import ticks_to_seconds
from wsusim.model.world import World

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


def resistivity(world: World, state: State, robot: int) -> int:
    """Return what a robot's jaws measure: that of the held object, else ``OPEN_CIRCUIT``."""
    held = int(state.whole[robot, c.HELD])
    if held < 0:
        return OPEN_CIRCUIT
    return movables(world)[held - len(world.lights)].resistivity


def mission_snapshot(world: World, state: State) -> MissionSnapshot:
    """Return how far the mission has come; a robot counts once it has been in a goal region."""
    achieved_at = int(state.clock[c.MISSION_TICK])
    return MissionSnapshot(
        achieved=achieved_at >= 0,
        goal_time_s=ticks_to_seconds(achieved_at) if achieved_at >= 0 else None,
        caps_delivered=int(state.clock[c.CAPS_IN_GOAL]),
        robots_in_goal=tuple(
            start.id
            for start, tick in zip(world.robots, state.whole[:, c.GOAL_TICK], strict=True)
            if tick >= 0
        ),
    )


def take_snapshot(world: World, state: State) -> Snapshot:
    """Return everything that can be seen at this tick."""
    return Snapshot(
        tick=int(state.clock[c.TICK]),
        robots=tuple(robot_snapshot(world, state, k) for k in range(len(world.robots))),
        objects=object_snapshots(world, state),
        mission=mission_snapshot(world, state),
    )


def robot_snapshot(world: World, state: State, robot: int) -> RobotSnapshot:
    """Return one robot at this tick."""
    start = world.robots[robot]
    real = state.real[robot].tolist()
    whole = state.whole[robot].tolist()
    heading = real[c.HEADING]
    bearings = tuple(
        wrap_rad(direction - heading)
        for direction in real[c.BEARING : c.BEARING + whole[c.BEARINGS]]
    )
    held = whole[c.HELD]
    return RobotSnapshot(
        id=start.id,
        kind=start.kind,
        pose=Pose(real[c.X], real[c.Y], heading),
        left_speed=real[c.LEFT_TURNED],
        right_speed=real[c.LEFT_TURNED + 1],
        left_position=whole[c.LEFT_COUNTER],
        right_position=whole[c.LEFT_COUNTER + 1],
        proximity=tuple(whole[c.READINGS : c.READINGS + 8]),
        ambient=tuple(whole[c.READINGS + 8 : c.READINGS + 16]),
        arm_position=real[c.ARM],
        jaw_gap_mm=real[c.JAW_GAP],
        held_object_id=None if held < 0 else movable_id(world, held),
        object_present=bool(whole[c.OBJECT_PRESENT]),
        resistivity=resistivity(world, state, robot),
        contact_front=any(abs(bearing) <= SIDEWAYS_RAD for bearing in bearings),
        contact_back=any(abs(bearing) > SIDEWAYS_RAD for bearing in bearings),
        contact_bearings_rad=bearings,
        leds=(bool(whole[c.LATERAL_LED]), bool(whole[c.FRONTAL_LED])),
    )


def object_snapshots(world: World, state: State) -> tuple[ObjectSnapshot, ...]:
    """Return all caps and balls at this tick; one that is carried is where its robot holds it."""
    holder = {int(held): k for k, held in enumerate(state.whole[:, c.HELD]) if held >= 0}
    kinds: list[Literal["cap", "ball"]] = ["cap"] * len(world.caps)
    kinds += ["ball"] * len(world.balls)
    snapshots = []
    for k, (kind, thing) in enumerate(zip(kinds, movables(world), strict=True)):
        disc = k + len(world.lights)
        robot = holder.get(disc)
        x, y = float(state.discs[c.DISC_X, disc]), float(state.discs[c.DISC_Y, disc])
        if robot is not None:
            row = state.real[robot].tolist()
            x, y = Pose(row[c.X], row[c.Y], row[c.HEADING]).place((row[c.HELD_X], 0.0))
        held_by = None if robot is None else world.robots[robot].id
        snapshots.append(ObjectSnapshot(thing.id, kind, x, y, held_by))
    return tuple(snapshots)


def movable_id(world: World, disc: int) -> int:
    """Return the world's id of a cap or ball, given its number among the discs."""
    return movables(world)[disc - len(world.lights)].id

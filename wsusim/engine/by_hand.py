"""What people move by hand during a simulation: a robot, a loose thing, or everything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from wsusim.engine.dragging import disc_of, object_has_room, robot_has_room
from wsusim.engine.world_tables import State
from wsusim.errors import BadInput
from wsusim.kernels.records import FREE
from wsusim.model.geometry import Pose, wrap_rad
from wsusim.model.world import World


def put_robot(world: World, state: State, robot: int, pose: Pose) -> None:
    """Put a robot elsewhere, with what it holds.

    Raises:
        BadInput: There is no room.
    """
    if not robot_has_room(world, state, robot, pose):
        raise BadInput(
            f"There's no room for the robot at ({pose.x_mm:.0f}, {pose.y_mm:.0f}) mm. Choose "
            "a place clear of walls, lamps, caps and other robots."
        )
    me = state.robots[robot]
    me.x_mm, me.y_mm, me.heading_rad = pose.x_mm, pose.y_mm, wrap_rad(pose.heading_rad)
    if me.held >= 0:
        held = state.discs[me.held]
        held.x_mm, held.y_mm = pose.place((me.held_x_mm, 0.0))
    me.is_touching, me.bearing_count = False, 0


def put_object(world: World, state: State, object_id: int, x_mm: float, y_mm: float) -> None:
    """Put a loose thing that no robot holds elsewhere.

    Raises:
        BadInput: There is no room, or no such thing on the floor.
    """
    number = disc_of(world, object_id)
    if number is None or state.discs[number].state != FREE:
        raise BadInput(
            f"There is no loose thing {object_id} on the floor. You can only move what no "
            "robot is holding."
        )
    if not object_has_room(world, state, number, (x_mm, y_mm)):
        raise BadInput(
            f"There is no room at ({x_mm:.0f}, {y_mm:.0f}) mm. "
            "Choose a place clear of walls, lamps, robots and other objects."
        )
    disc, body = state.discs[number], state.bodies[number]
    disc.x_mm, disc.y_mm = x_mm, y_mm
    body.vx_mm_s = body.vy_mm_s = body.spin_rad_s = 0.0
    for me in state.robots:
        me.moved_things = True  # the next tick counts the caps in goals again


def put_back(state: State, beginning: Mapping[str, NDArray[Any]]) -> None:
    """Put everything back to its start; time, and the distance driven so far, go on."""
    clock = state.clock
    tick, moved = clock.tick, clock.objects_moved
    driven = [(me.distance_mm, me.contacts, me.contact_ticks) for me in state.robots]
    state.overwrite(beginning)
    clock.tick, clock.objects_moved = tick, moved + 1
    for me, (distance_mm, contacts, contact_ticks) in zip(state.robots, driven, strict=True):
        me.distance_mm, me.contacts, me.contact_ticks = distance_mm, contacts, contact_ticks
        me.moved_things = True

"""Checks whether there is room for what a person drags by hand during a run.

shapely does the outlines here: a thing is a list of shapes, each fattened by a radius (a disc is a
fattened point, a gripper's finger a polygon). It is imported only when something is dragged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsusim.engine.gripping import floor_of
from wsusim.engine.world_tables import State
from wsusim.kernels.records import ABSENT, SKIN_MM
from wsusim.model.geometry import Point, Pose
from wsusim.model.world import World
from wsusim.robots import robot_kind

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    Shapes = list[tuple[BaseGeometry, float]]
    """Shapes and the radius (mm) by which each is fattened."""


def disc_of(world: World, object_id: int) -> int | None:
    """Return the number among the discs of the cap or ball with this id, if there is one."""
    for k, thing in enumerate(world.movables):
        if thing.id == object_id:
            return len(world.lights) + k
    return None


def robot_has_room(world: World, state: State, robot: int, pose: Pose) -> bool:
    """Return whether a robot, with its gripper if it is lowered, could stand at ``pose``."""
    held = state.robots[robot].held
    others = _discs(state, leave_out=held) + _robots(world, state, leave_out=robot)
    return _has_room(world, _robot(world, state, robot, pose), others)


def object_has_room(world: World, state: State, disc: int, place_mm: Point) -> bool:
    """Return whether a cap or ball could lie at a place."""
    from shapely import Point as Centre

    others = _discs(state, leave_out=disc) + _robots(world, state, leave_out=-1)
    return _has_room(world, [(Centre(place_mm), state.discs[disc].radius_mm)], others)


def _has_room(world: World, shapes: Shapes, others: Shapes) -> bool:
    floor = floor_of(world)
    return all(
        floor.contains(shape) and floor.boundary.distance(shape) >= radius + SKIN_MM
        for shape, radius in shapes
    ) and all(
        shape.distance(other) >= radius + other_radius + SKIN_MM
        for shape, radius in shapes
        for other, other_radius in others
    )


def _discs(state: State, leave_out: int) -> Shapes:
    from shapely import Point as Centre

    return [
        (Centre(disc.x_mm, disc.y_mm), disc.radius_mm)
        for k, disc in enumerate(state.discs)
        if disc.state != ABSENT and k != leave_out
    ]


def _robots(world: World, state: State, leave_out: int) -> Shapes:
    shapes: Shapes = []
    for robot, they in enumerate(state.robots):
        if robot != leave_out:
            pose = Pose(they.x_mm, they.y_mm, they.heading_rad)
            shapes += _robot(world, state, robot, pose)
    return shapes


def _robot(world: World, state: State, robot: int, pose: Pose) -> Shapes:
    """Return the outline of a robot; what it holds is among the discs unless it is left out."""
    from shapely import Point as Centre
    from shapely import Polygon

    me, kind = state.robots[robot], robot_kind(world.robots[robot].kind)
    shapes: Shapes = [(Centre(pose.x_mm, pose.y_mm), kind.radius_mm)]
    if not me.arm_is_down or kind.gripper is None:
        return shapes
    for outline in kind.gripper.outlines_mm(me.jaw_gap_mm):
        shapes.append((Polygon([pose.place(corner) for corner in outline]), 0.0))
    if me.held >= 0:
        place = pose.place((me.held_x_mm, 0.0))
        shapes.append((Centre(place), state.discs[me.held].radius_mm))
    return shapes

"""New objects: of each kind in its usual size, or drawn out from one point to another."""

from __future__ import annotations

import math

from wsusim.editor.changes import GOAL_SIDE_MIN_MM, WALL_LENGTH_MIN_MM
from wsusim.editor.objects import ObjectKind, WorldObject
from wsusim.editor.snapping import Snapping, snap_ends
from wsusim.model.geometry import Point, Pose
from wsusim.model.world import (
    GOLF_BALL_G,
    GOLF_BALL_MM,
    WSU_ARENA_MM,
    Arena,
    Ball,
    Box,
    Cap,
    Cylinder,
    GoalRegion,
    Light,
    Note,
    RobotStart,
    Wall,
    World,
)

WALL_LENGTH_MM = 120.0
"""A new wall that is not drawn out; the original's sections had 122 mm."""

GOAL_SIDE_MM = 150.0

NO_ID = 0
"""The id of an object that is not yet in a world."""


def empty_world(name: str) -> World:
    """Return a new maze: the WSU arena with one robot in its lower left part."""
    arena = Arena.rectangle(WSU_ARENA_MM, WSU_ARENA_MM)
    return World(name, arena, robots=(RobotStart(1, Pose(200.0, 200.0)),), next_id=2)


def new_object(kind: ObjectKind, at_mm: Point, world: World, text: str = "Note") -> WorldObject:
    """Return an object with its centre here; robots are of the kind the maze already has."""
    x_mm, y_mm = at_mm
    half_mm = WALL_LENGTH_MM / 2.0
    match kind:
        case ObjectKind.WALL:
            return Wall(NO_ID, x_mm - half_mm, y_mm, x_mm + half_mm, y_mm)
        case ObjectKind.LIGHT:
            return Light(NO_ID, x_mm, y_mm)
        case ObjectKind.CAP:
            return Cap(NO_ID, x_mm, y_mm)
        case ObjectKind.BALL:
            return Ball(NO_ID, x_mm, y_mm, GOLF_BALL_MM, mass_g=GOLF_BALL_G)
        case ObjectKind.CYLINDER:
            return Cylinder(NO_ID, x_mm, y_mm)
        case ObjectKind.BOX:
            return Box(NO_ID, Pose(x_mm, y_mm))
        case ObjectKind.ROBOT:
            like = world.robots[-1].kind if world.robots else "khepera1"
            return RobotStart(NO_ID, Pose(x_mm, y_mm), like)
        case ObjectKind.GOAL:
            return GoalRegion(NO_ID, Pose(x_mm, y_mm), GOAL_SIDE_MM, GOAL_SIDE_MM)
        case ObjectKind.NOTE:
            return Note(NO_ID, x_mm, y_mm, text)
        case ObjectKind.PICTURE:
            raise AssertionError("a picture comes from a file")


def drawn_object(
    kind: ObjectKind,
    from_mm: Point | None,
    to_mm: Point,
    snapping: Snapping,
    world: World,
    text: str = "Note",
) -> WorldObject:
    """Return what drawing from one point to another makes: a wall, or a goal region as a box.

    Other kinds, and a drag that is too short, make an object in its usual size.
    """
    point_mm = snapping.point(to_mm, snap_ends(world))
    if from_mm is not None and kind is ObjectKind.WALL:
        if math.dist(from_mm, point_mm) >= WALL_LENGTH_MIN_MM:
            return Wall(NO_ID, *from_mm, *point_mm)
    elif from_mm is not None and kind is ObjectKind.GOAL:
        width_mm, height_mm = abs(point_mm[0] - from_mm[0]), abs(point_mm[1] - from_mm[1])
        if min(width_mm, height_mm) >= GOAL_SIDE_MIN_MM:
            middle = Pose((from_mm[0] + point_mm[0]) / 2.0, (from_mm[1] + point_mm[1]) / 2.0)
            return GoalRegion(NO_ID, middle, width_mm, height_mm)
    at_mm = point_mm if kind is ObjectKind.WALL else snapping.grid_point(to_mm)
    return new_object(kind, at_mm, world, text)

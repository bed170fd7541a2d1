"""What the palette holds: an object of each kind in its usual size."""

from __future__ import annotations

from wsusim.editor.objects import ObjectKind, WorldObject
from wsusim.gui.widgets.phrases import translate
from wsusim.model.geometry import Point, Pose
from wsusim.model.world import Ball, Cap, GoalRegion, Light, Note, RobotStart, Wall, World

WALL_LENGTH_MM = 120.0
"""A new wall that is not drawn out; the original's sections had 122 mm."""

GOAL_SIDE_MM = 150.0

NO_ID = 0
"""The id of an object that is not yet in a world."""


def new_object(kind: ObjectKind, at_mm: Point, world: World) -> WorldObject:
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
            return Ball(NO_ID, x_mm, y_mm)
        case ObjectKind.ROBOT:
            like = world.robots[-1].kind if world.robots else "khepera1"
            return RobotStart(NO_ID, Pose(x_mm, y_mm), like)
        case ObjectKind.GOAL:
            return GoalRegion(NO_ID, Pose(x_mm, y_mm), GOAL_SIDE_MM, GOAL_SIDE_MM)
        case ObjectKind.NOTE:
            return Note(NO_ID, x_mm, y_mm, translate("Objects", "Note"))

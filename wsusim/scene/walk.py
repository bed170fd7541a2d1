"""A world, at its start or at a moment of a run, as shapes: those that lie lowest come first.

Floor, goal regions, pictures, walls, lamps, loose things, robots, what robots hold, notes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from wsusim.model import colours
from wsusim.model.floor_picture import FloorPicture
from wsusim.model.geometry import Point, Pose
from wsusim.model.robot_kind import RobotKind, is_arm_down
from wsusim.model.snapshot import ObjectSnapshot, RobotSnapshot, Snapshot, thing_at_start
from wsusim.model.world import (
    Arena,
    Ball,
    Box,
    Cap,
    GoalRegion,
    Light,
    Movable,
    Note,
    RobotStart,
    Wall,
    World,
    kind_of_movable,
)
from wsusim.robots import robot_kind
from wsusim.scene.heights import BORDER_MM, LAMP_MM, LIFTED_MM, WALL_MM, height_mm
from wsusim.scene.palette import LIGHT, Palette
from wsusim.scene.shapes import Area, Disc, Ink, Look, Robot, Shape, What, Words

ELLIPSE_CORNERS = 48


def shapes_of(
    world: World, moment: Snapshot | None = None, palette: Palette = LIGHT
) -> Iterator[Shape]:
    """Yield everything to draw.

    Args:
        world: The arena with its objects.
        moment: Where loose things and robots are; ``None``: at their starts.
        palette: The colours of what has none of its own.
    """
    yield from still_shapes(world, palette)
    yield from moving_shapes(world, moment, palette)
    yield from (note_shape(note, palette) for note in world.notes)


def still_shapes(world: World, palette: Palette = LIGHT) -> Iterator[Shape]:
    """Yield what never moves, except the notes."""
    yield border_shape(world.arena, palette)
    yield floor_shape(world.arena, palette)
    yield from (goal_shape(goal, palette) for goal in world.goals)
    yield from (picture_shape(picture) for picture in world.floor_pictures)
    yield from (wall_shape(wall, palette) for wall in world.walls)
    yield from (lamp_shape(light, palette) for light in world.lights)


def moving_shapes(
    world: World, moment: Snapshot | None = None, palette: Palette = LIGHT
) -> Iterator[Area | Disc | Robot]:
    """Yield loose things, robots, and then what robots hold."""
    places = places_of(world, moment)
    both = tuple(zip(world.movables, places, strict=True))
    yield from (thing_shape(a, b, palette) for a, b in both if b.held_by is None)
    yield from robot_shapes(world, moment)
    lifts = lifts_mm(world, moment)
    for thing, place in both:
        if place.held_by is not None:
            yield thing_shape(thing, place, palette, lifts[place.held_by])


def places_of(world: World, moment: Snapshot | None) -> Sequence[ObjectSnapshot]:
    """Return where each loose thing is, in the world's order."""
    if moment is None:
        return [thing_at_start(thing) for thing in world.movables]
    places = {place.id: place for place in moment.objects}
    return [places[thing.id] for thing in world.movables]


def lifts_mm(world: World, moment: Snapshot | None) -> dict[int, float]:
    """Return how high each robot, by its id, lifts what it holds."""
    if moment is None:
        return {}
    kinds = (robot_kind(start.kind) for start in world.robots)
    return {
        robot.id: 0.0 if is_arm_down(kind, robot.arm_position) else LIFTED_MM
        for robot, kind in zip(moment.robots, kinds, strict=True)
    }


def robot_shapes(world: World, moment: Snapshot | None) -> Iterator[Robot]:
    """Yield each robot."""
    robots = moment.robots if moment is not None else (None,) * len(world.robots)
    for number, (start, robot) in enumerate(zip(world.robots, robots, strict=True)):
        yield robot_shape(number, start, robot)


# One shape each


def border_shape(arena: Arena, palette: Palette = LIGHT) -> Area:
    """Return what surrounds a floor: all of the box around it, a little larger."""
    fill = colours.shown_colour(arena.colour, palette.wall, arena.reflectivity)
    left, right, top = -BORDER_MM, arena.width_mm + BORDER_MM, arena.height_mm + BORDER_MM
    corners = ((left, left), (right, left), (right, top), (left, top))
    return Area(What.BORDER, 0, Look(fill, palette.wall_edge, high_mm=WALL_MM), corners)


def floor_shape(arena: Arena, palette: Palette = LIGHT) -> Area:
    """Return the free floor."""
    return Area(What.FLOOR, 0, Look(palette.floor, palette.wall_edge), arena.outline_mm)


def goal_shape(goal: GoalRegion, palette: Palette = LIGHT) -> Area:
    """Return a goal region as an area; an ellipse has many corners."""
    if goal.shape == "ellipse":
        turns = (math.tau * k / ELLIPSE_CORNERS for k in range(ELLIPSE_CORNERS))
        unit: Sequence[Point] = [(math.cos(turn), math.sin(turn)) for turn in turns]
    else:
        unit = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
    half_width, half_height = goal.width_mm / 2.0, goal.height_mm / 2.0
    corners = tuple(goal.pose.place((x * half_width, y * half_height)) for x, y in unit)
    return Area(What.GOAL, goal.id, Look(palette.goal_floor, palette.goal), corners)


def picture_shape(picture: FloorPicture) -> Ink:
    """Return a picture that lies on the floor."""
    return Ink(picture.id, picture.x_mm, picture.y_mm, *picture.size_mm, picture.content)


def wall_shape(wall: Wall, palette: Palette = LIGHT) -> Area:
    """Return a wall; one that reflects less is darker, unless it has a colour of its own."""
    fill = colours.shown_colour(wall.colour, palette.wall, wall.reflectivity)
    look = Look(fill, palette.wall_edge, high_mm=WALL_MM)
    return Area(What.WALL, wall.id, look, wall.corners_mm())


def lamp_shape(light: Light, palette: Palette = LIGHT) -> Disc:
    """Return a lamp; one that is off has the colour of metal."""
    usual = palette.light_glow if light.power > 0.0 else palette.robot_part
    fill = colours.shown_colour(light.colour, usual)
    look = Look(fill, palette.light_foot, high_mm=LAMP_MM, shines=light.power > 0.0)
    return Disc(What.LAMP, light.id, look, light.x_mm, light.y_mm, light.diameter_mm / 2.0)


def thing_shape(
    thing: Movable,
    place: ObjectSnapshot | Pose,
    palette: Palette = LIGHT,
    lift_mm: float = 0.0,
) -> Area | Disc:
    """Return a loose thing where it is; one that reflects less is darker."""
    usual, edge = _usual_colours(thing, palette)
    fill = colours.shown_colour(thing.colour, usual, thing.reflectivity)
    look = Look(fill, edge, lift_mm, lift_mm + height_mm(thing))
    what = What(kind_of_movable(thing))
    if isinstance(thing, Box):
        pose = Pose(place.x_mm, place.y_mm, place.heading_rad)
        return Area(what, thing.id, look, thing.corners_mm(pose))
    return Disc(what, thing.id, look, place.x_mm, place.y_mm, thing.diameter_mm / 2.0)


def robot_shape(
    number: int,
    start: RobotStart,
    robot: RobotSnapshot | None = None,
    kind: RobotKind | None = None,
) -> Robot:
    """Return a robot at its start or at a moment.

    Args:
        number: In the world's list, from 0.
        start: Its own colour and its kind.
        robot: Where it is; ``None``: at its start, its arm up.
        kind: To draw it as another kind than the start's.
    """
    kind = kind or robot_kind(start.kind)
    fill = colours.robot_colour(number, start.colour)
    if robot is None:
        return Robot(start.id, number, fill, start.pose, kind)
    gripper: tuple[tuple[Point, ...], ...] = ()
    if kind.gripper is not None and is_arm_down(kind, robot.arm_position):
        gripper = tuple(
            tuple(robot.pose.place(point) for point in outline)
            for outline in kind.gripper.outlines_mm(robot.jaw_gap_mm)
        )
    return Robot(start.id, number, fill, robot.pose, kind, gripper)


def note_shape(note: Note, palette: Palette = LIGHT) -> Words:
    """Return a note."""
    look = Look(palette.note_paper, palette.note_text)
    return Words(note.id, look, note.x_mm, note.y_mm, note.text)


def _usual_colours(thing: Movable, palette: Palette) -> tuple[str, str]:
    """Return fill and edge of what has no colour of its own."""
    if isinstance(thing, Cap):
        return palette.cap, palette.cap_edge
    if isinstance(thing, Ball):
        return palette.ball, palette.ball_edge
    return palette.block, palette.block_edge

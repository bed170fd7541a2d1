"""Plain twin of what explanations say that hides a lamp: straight lines, discs and edges."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from wsusim.engine.sensor_reports import Hider
from wsusim.engine.static_map import wall_corners_mm
from wsusim.model.geometry import Point, Pose
from wsusim.model.robot_kind import is_arm_down
from wsusim.model.snapshot import Snapshot
from wsusim.model.world import Box, World, kind_of_movable
from wsusim.robots import robot_kind

Disc = tuple[Hider, Point, float]


def what_hides(
    world: World, snapshot: Snapshot, robot: int, sensor: int, light_id: int
) -> Hider | None:
    """Return the nearest thing on the straight line from a sensor to a lamp, ``None``: nothing."""
    eye = sensor_place(snapshot.robots[robot].pose, world.robots[robot].kind, sensor)
    lamp = next(light for light in world.lights if light.id == light_id)
    end = (lamp.x_mm, lamp.y_mm)
    distance = math.dist(eye, end)
    reach = distance - lamp.diameter_mm / 2.0
    if reach <= 0.0:
        return None
    way = ((end[0] - eye[0]) / distance, (end[1] - eye[1]) / distance)
    cuts = [
        (_disc_cut(eye, way, centre, radius), hider)
        for hider, centre, radius in _discs(world, snapshot, robot, light_id)
    ]
    lines = (*_edges(world), *_sides(world, snapshot))
    cuts += [(_edge_cut(eye, way, a, b), hider) for hider, a, b in lines]
    along, nearest = min(cuts, key=lambda cut: cut[0])
    return nearest if along < reach else None


def sensor_place(pose: Pose, kind: str, sensor: int) -> Point:
    """Return where a sensor of a robot is."""
    mount = robot_kind(kind).sensors[sensor]
    return pose.place((mount.x_mm, mount.y_mm))


def _discs(world: World, snapshot: Snapshot, robot: int, light_id: int) -> Iterator[Disc]:
    """Yield all that is round and stands on the floor, without that lamp and that robot."""
    for light in world.lights:
        if light.id != light_id:
            yield ("light", light.id), (light.x_mm, light.y_mm), light.diameter_mm / 2.0
    lifted = {
        state.id
        for state in snapshot.robots
        if not is_arm_down(robot_kind(state.kind), state.arm_position)
    }
    places = {thing.id: thing for thing in snapshot.objects}
    for thing in world.movables:
        place = places[thing.id]
        if place.held_by not in lifted and not isinstance(thing, Box):
            where = (place.x_mm, place.y_mm)
            yield (kind_of_movable(thing), thing.id), where, thing.diameter_mm / 2.0
    for number, other in enumerate(snapshot.robots):
        if number != robot:
            radius = robot_kind(other.kind).radius_mm
            yield ("robot", other.id), (other.pose.x_mm, other.pose.y_mm), radius


def _edges(world: World) -> Iterator[tuple[Hider, Point, Point]]:
    outline = world.arena.outline_mm
    for a, b in pairwise((*outline, outline[0])):
        yield ("border", None), a, b
    for wall in world.walls:
        corners: list[Point] = [(float(x), float(y)) for x, y in wall_corners_mm(wall)]
        for a, b in pairwise((*corners, corners[0])):
            yield ("wall", wall.id), a, b


def _sides(world: World, snapshot: Snapshot) -> Iterator[tuple[Hider, Point, Point]]:
    places = {thing.id: thing for thing in snapshot.objects}
    for box in world.boxes:
        place = places[box.id]
        corners = box.corners_mm(Pose(place.x_mm, place.y_mm, place.heading_rad))
        for a, b in pairwise((*corners, corners[0])):
            yield ("box", box.id), a, b


def _disc_cut(eye: Point, way: Point, centre: Point, radius_mm: float) -> float:
    """Return how far along a disc begins, infinite when it is not met."""
    wx, wy = centre[0] - eye[0], centre[1] - eye[1]
    ahead, aside = wx * way[0] + wy * way[1], wx * way[1] - wy * way[0]
    if ahead <= 0.0 or abs(aside) >= radius_mm:
        return math.inf
    return ahead - math.sqrt(radius_mm * radius_mm - aside * aside)


def _edge_cut(eye: Point, way: Point, a: Point, b: Point) -> float:
    """Return how far along a line from a to b is crossed, infinite when it is not."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    across = way[0] * ey - way[1] * ex
    if across == 0.0:
        return math.inf
    wx, wy = a[0] - eye[0], a[1] - eye[1]
    along = (wx * ey - wy * ex) / across
    place = (wx * way[1] - wy * way[0]) / across
    return along if along >= 0.0 and 0.0 <= place <= 1.0 else math.inf

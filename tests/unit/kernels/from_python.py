"""Kernels that only kernels can call, for tests to call.

They are compiled and kept as the simulator's own are: once for all that run the same sources, and
again when a kernel that is part of them has changed. So only kernels are imported here.
"""

from __future__ import annotations

import numpy as np

from wsusim.kernels import (
    contact,
    field_of_view,
    floor_around,
    gripper,
    gripper_room,
    mission,
    object_map,
    outline,
    push,
    sides,
)
from wsusim.kernels.elementary import sin_cos
from wsusim.kernels.jit import entry, loop
from wsusim.kernels.rays import eyes_of


@loop
def clearance(places, x_mm, y_mm):
    """Return how far it is to the next wall, or less."""
    return object_map.clearance_mm(places, x_mm, y_mm)


@loop
def near(places, x, y, reach, found):
    """Write what may be within reach into ``found``; return how many."""
    return object_map.find_near(places, x, y, reach, found)


@loop
def is_floor_around(places, robot, x, y, reach):
    """Return whether the matrix shows only floor around a robot."""
    return floor_around.is_floor_around(places, robot, floor_around.SENSORS, x, y, reach)


@loop
def look_round(robot, world):
    """Write what is in reach of a robot's sensors; return how many bodies and edges that is."""
    around = field_of_view.look_round(robot, world.places, world.bodies)
    return around.body_count, around.edge_count


@loop
def look_ahead(robot, number, world):
    """Write what one sensor may see; return how many bodies and edges, where it is and looks."""
    places, bodies = world.places, world.bodies
    around = field_of_view.look_round(robot, places, bodies)
    sensor = eyes_of(bodies, robot).sensors[number]
    eye = field_of_view.viewpoint(around, bodies, sensor, sensor.axis_cos, sensor.axis_sin)
    body_count = field_of_view.choose_bodies(around, eye, bodies)
    edge_count = field_of_view.choose_edges(around, eye, places, bodies)
    return body_count, edge_count, (eye.x_mm, eye.y_mm), (eye.axis_cos, eye.axis_sin)


@loop
def meet_segment(ax, ay, bx, by, x, y, vx, vy, reach):
    """Return when a moving disc meets a segment, and from where."""
    return contact.meet_segment(ax, ay, bx, by, x, y, vx, vy, reach)


@loop
def box_meets_segment(a, b, c, d, x0, y0, x1, y1):
    """Return whether a box and a segment meet."""
    return contact.box_meets_segment(a, b, c, d, x0, y0, x1, y1)


@loop
def from_box(a, b, c, d, x, y):
    """Return how far a point is from a box."""
    return contact.from_box(a, b, c, d, x, y)


@loop
def cut_box(x, y, heading, half_x, half_y, eye_x, eye_y, dx, dy):
    """Return how far a ray goes to a box, and which side it meets."""
    return sides.cut_box(x, y, heading, half_x, half_y, eye_x, eye_y, dx, dy)


@loop
def watch_barrier(scene):
    """Refresh robot 0's light barrier; return whether that was possible without a question."""
    return gripper.watch_barrier(scene, 0)


@loop
def make_room(scene, pusher, way_mm):
    """Push away what a robot has driven into; return whether all could be."""
    return push.make_room(scene, pusher, way_mm)


@loop
def check_mission(scene, clocks, goals, objects_moved):
    """Bring the clock's mission up to date."""
    mission.check_mission(scene, clocks[0], goals, objects_moved)


@entry
def are_in_goal(goals, points):
    """Return for each point whether it is in a goal."""
    found = np.empty(points.shape[0], np.bool_)
    for k in range(points.shape[0]):
        found[k] = mission.in_goal(goals, points[k, 0], points[k, 1])
    return found


@entry
def gaps_to_robot(scene, points):
    """Return robot 0's reach, and gap and direction to it for each point."""
    found = np.empty((points.shape[0], 3))
    for k in range(points.shape[0]):
        found[k] = outline.gap_to_robot(scene, 0, points[k, 0], points[k, 1])
    return outline.outline_reach(scene, 0), found


@entry
def gripper_meetings(scene):
    """Return whether robot 0's gripper meets each edge, each disc, and anything fixed at all."""
    edges = np.empty(scene.places.edges_mm.shape[0], np.bool_)
    for k in range(edges.size):
        x0, y0, x1, y1 = scene.places.edges_mm[k]
        held_mm = gripper_room.held_radius_mm(scene, 0)
        me = scene.robots[0]
        edges[k] = gripper_room.gripper_meets_segment(scene.hands, me, 0, held_mm, (x0, y0, x1, y1))
    discs = np.empty(scene.discs.size, np.bool_)
    for k in range(discs.size):
        discs[k] = gripper_room.gripper_meets_disc(scene, 0, k)
    return edges, discs, gripper_room.gripper_is_clear(scene, 0)


@loop
def product_and_sum(a, b, c):
    """Return a * b + c."""
    return a * b + c


@loop
def sines_and_cosines(angles_rad, sines, cosines):
    """Fill in both for each angle."""
    for k in range(angles_rad.size):
        sines[k], cosines[k] = sin_cos(angles_rad[k])

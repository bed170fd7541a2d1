"""Plain twins of ``kernels.rolling`` and ``kernels.boxes``: formulas, and outlines by shapely."""

from __future__ import annotations

import itertools

from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from wsusim.engine.gripping import floor_of
from wsusim.engine.simulation import Simulation
from wsusim.model.geometry import Pose
from wsusim.model.world import Box, World

GRAVITY_MM_S2 = 9810.0


def way_until_rest_mm(speed_mm_s: float, friction: float) -> float:
    """Return how far something goes that the floor alone slows down."""
    return speed_mm_s**2 / (2.0 * friction * GRAVITY_MM_S2)


def speeds_after_hit(
    mass_1: float, mass_2: float, speed_mm_s: float, restitution: float
) -> tuple[float, float]:
    """Return both speeds after a central hit on a thing at rest."""
    shared = mass_1 * speed_mm_s / (mass_1 + mass_2)
    parting = restitution * speed_mm_s / (mass_1 + mass_2)
    return shared - mass_2 * parting, shared + mass_1 * parting


def energy(simulation: Simulation) -> float:
    """Return the energy of all that moves by itself (g mm2/s2)."""
    return sum(
        0.5 * body.mass_g * (body.vx_mm_s**2 + body.vy_mm_s**2)
        + 0.5 * body.mass_g * (body.gyration_mm * body.spin_rad_s) ** 2
        for body in simulation.state.bodies
    )


def outlines(world: World, simulation: Simulation) -> list[tuple[BaseGeometry, float]]:
    """Return everything that stands on the floor as shapes, each fattened by a radius (mm)."""
    snapshot = simulation.snapshot()
    shapes: list[tuple[BaseGeometry, float]] = [
        (Point(robot.pose.x_mm, robot.pose.y_mm), me.radius_mm)
        for robot, me in zip(snapshot.robots, simulation.state.robots, strict=True)
    ]
    shapes += [(Point(lamp.x_mm, lamp.y_mm), lamp.diameter_mm / 2) for lamp in world.lights]
    for thing, state in zip(world.movables, snapshot.objects, strict=True):
        if isinstance(thing, Box):
            pose = Pose(state.x_mm, state.y_mm, state.heading_rad)
            shapes.append((Polygon(thing.corners_mm(pose)), 0.0))
        elif state.held_by is None:
            shapes.append((Point(state.x_mm, state.y_mm), thing.diameter_mm / 2))
    return shapes


def deepest_overlap_mm(world: World, simulation: Simulation) -> float:
    """Return how deep anything stands in anything else, or in a wall; at most 0 when nothing does.

    Of two boxes, or a box and a wall, it says 1 when they overlap at all.
    """
    floor = floor_of(world)
    shapes = outlines(world, simulation)
    lamps = {(lamp.x_mm, lamp.y_mm) for lamp in world.lights}  # these may lean into a wall
    free = [(shape, radius) for shape, radius in shapes if shape.centroid.coords[0] not in lamps]
    depths = [radius - shape.distance(floor.boundary) for shape, radius in free if radius]
    depths += [float(not floor.buffer(1e-6).covers(shape)) for shape, _ in free]
    depths += [
        one_radius + radius - one.distance(other)
        if one_radius + radius > 0.0
        else float(one.buffer(-1e-6).intersects(other))
        for (one, one_radius), (other, radius) in itertools.combinations(shapes, 2)
    ]
    return max(depths, default=0.0)

"""What a sensor has before it is compared with plain distances, in mazes made at random."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.seeds import few
from tests.unit.kernels.from_python import look_ahead, look_round
from tests.unit.kernels.random_mazes import populated_maze
from wsusim.engine.arguments import equipment, run_arguments
from wsusim.engine.static_map import build_static_map
from wsusim.engine.world_tables import new_state
from wsusim.kernels.argument_words import placed
from wsusim.kernels.field_of_view import SensedWorld
from wsusim.kernels.sense import place_bodies


def sensed(seed: int) -> SensedWorld:
    """Return what sensors see of a maze with things in it, two of them boxes."""
    world = populated_maze(seed, boxes=2)
    kinds, tunings = equipment(world, ideal=False)
    state = new_state(world, kinds, tunings)
    arguments = run_arguments(world, build_static_map(world), kinds, tunings, state)
    senses = arguments.senses
    seen = SensedWorld(arguments.scene.places, senses.bodies, senses.lamp_power, senses.responses)
    place_bodies(placed(seen))
    return seen


def outlines(seen: SensedWorld):
    """Return [D + R] of all bodies x, y and radius; of a box, those of the disc round it."""
    discs, robots = seen.bodies.discs, seen.bodies.robots
    radii = seen.bodies.eyes["body_radius_mm"][seen.bodies.eye_of]
    return (
        np.concatenate([discs["x_mm"], robots["x_mm"]]),
        np.concatenate([discs["y_mm"], robots["y_mm"]]),
        np.concatenate([discs["radius_mm"], radii]),
    )


def segment_mm(edge, x_mm: float, y_mm: float) -> float:
    """Return how far a point is from an edge, ``inf`` from behind it."""
    x0, y0, x1, y1 = edge
    ex, ey = x1 - x0, y1 - y0
    if ex * (y_mm - y0) - ey * (x_mm - x0) <= 0.0:
        return math.inf
    along = ((x_mm - x0) * ex + (y_mm - y0) * ey) / (ex * ex + ey * ey)
    along = min(max(along, 0.0), 1.0)
    return math.dist((x_mm, y_mm), (x0 + along * ex, y0 + along * ey))


@pytest.mark.parametrize("seed", few(range(40)))
def test_what_is_in_reach_is_found(seed):
    """Just the other bodies whose outlines are, in order; and no edge is missed."""
    seen = sensed(seed)
    found, eyes = seen.bodies.found, seen.bodies.eyes[seen.bodies.eye_of]
    x, y, radius = outlines(seen)
    for robot, me in enumerate(seen.bodies.robots):
        body_count, edge_count = look_round(robot, placed(seen))

        gaps = np.hypot(x - me["x_mm"], y - me["y_mm"]) - radius
        gaps[len(seen.bodies.discs) + robot] = math.inf
        reach_mm = eyes["reach_mm"][robot]
        in_reach = np.flatnonzero(gaps < reach_mm)
        edges = seen.places.edges_mm
        near = [segment_mm(edge, me["x_mm"], me["y_mm"]) < reach_mm for edge in edges]
        assert found.bodies_in_reach[:body_count].tolist() == in_reach.tolist()
        assert {*np.flatnonzero(near)} <= {*found.edges_in_reach[:edge_count].tolist()}


@pytest.mark.parametrize("seed", few(range(40)))
def test_a_sensor_chooses_what_is_not_behind_it(seed):
    """From what is in reach of its robot, which stays as it is for the next sensor."""
    seen = sensed(seed)
    found, eyes = seen.bodies.found, seen.bodies.eyes[seen.bodies.eye_of]
    x, y, radius = outlines(seen)
    for robot in range(len(seen.bodies.robots)):
        near_count, side_count = look_round(robot, placed(seen))
        bodies = found.bodies_in_reach[:near_count].copy()
        edges = found.edges_in_reach[:side_count].copy()
        for sensor in range(eyes["sensor_count"][robot]):
            body_count, edge_count, (eye_x, eye_y), (ax, ay) = look_ahead(
                robot, sensor, placed(seen)
            )

            wx, wy = x[bodies] - eye_x, y[bodies] - eye_y
            is_before = wx * ax + wy * ay > -radius[bodies]
            is_in_reach = np.hypot(wx, wy) < eyes["range_mm"][robot] + radius[bodies]
            in_view = bodies[is_before & is_in_reach]
            assert found.bodies_in_view[:body_count].tolist() == in_view.tolist()
            assert {*found.edges_in_view[:edge_count].tolist()} <= {*edges.tolist()}
            assert found.bodies_in_reach[:near_count].tolist() == bodies.tolist()
            assert found.edges_in_reach[:side_count].tolist() == edges.tolist()

"""What must never be: an independent look at a simulation's tables with shapely and numpy."""

from __future__ import annotations

import math

import numpy as np
from shapely import LineString, Point, Polygon

from wsusim.engine.simulation import Simulation
from wsusim.engine.static_map import build_static_map
from wsusim.kernels.records import ABSENT, FIXED
from wsusim.model.robot_table import Robot

TOLERANCE_MM = 1e-6


class Overlaps:
    """Finds overlaps in one simulation, tick after tick."""

    def __init__(self, simulation: Simulation) -> None:
        self._state = simulation.state
        self._edges = build_static_map(simulation.world).edges_mm

    def find(self) -> list[str]:
        """Return a line for each pair of things that lie in each other now."""
        bodies = self._bodies()
        found = [
            f"{name} is in a wall by {radius - gap:.9f} mm"
            for name, shape, radius, _ in bodies
            if (gap := self._wall_gap_mm(shape)) < radius - TOLERANCE_MM and "lamp" not in name
        ]
        for k, (name, shape, radius, owner) in enumerate(bodies):
            for other_name, other, other_radius, other_owner in bodies[:k]:
                gap = shape.distance(other) - radius - other_radius
                is_own = owner == other_owner is not None
                if (
                    gap < -TOLERANCE_MM
                    and not is_own
                    and not ("lamp" in name and "lamp" in other_name)
                ):
                    found.append(f"{name} is in {other_name} by {-gap:.9f} mm")
        return found

    def _wall_gap_mm(self, shape: Point | Polygon) -> float:
        low_x, low_y, high_x, high_y = shape.bounds
        margin = 60.0
        x, y = self._edges[:, 0::2], self._edges[:, 1::2]
        near = (
            (x.min(axis=1) < high_x + margin)
            & (x.max(axis=1) > low_x - margin)
            & (y.min(axis=1) < high_y + margin)
            & (y.max(axis=1) > low_y - margin)
        )
        edges = self._edges[near]
        if isinstance(shape, Point):
            start, along = edges[:, :2], edges[:, 2:] - edges[:, :2]
            to_point = np.array([shape.x, shape.y]) - start
            share = np.clip((to_point * along).sum(1) / (along * along).sum(1), 0.0, 1.0)
            apart = to_point - share[:, None] * along
            return float(np.sqrt((apart * apart).sum(1).min(initial=math.inf)))
        return min((shape.distance(LineString(e.reshape(2, 2))) for e in edges), default=math.inf)

    def _bodies(self) -> list[tuple[str, Point | Polygon, float, int | None]]:
        """Return name, shape, fattening radius and the robot that it belongs to, if any."""
        state = self._state
        bodies: list[tuple[str, Point | Polygon, float, int | None]] = []
        holders = {me.held: robot for robot, me in enumerate(state.robots)}
        for number, disc in enumerate(state.discs):
            kind = "lamp" if disc.state == FIXED else "disc"
            if disc.state != ABSENT:
                centre = Point(disc.x_mm, disc.y_mm)
                bodies.append((f"{kind} {number}", centre, disc.radius_mm, holders.get(number)))
        for robot, me in enumerate(state.robots):
            bodies.append((f"robot {robot}", Point(me.x_mm, me.y_mm), me.radius_mm, robot))
            if me.arm_is_down:
                bodies += [(f"gripper {robot}", part, 0.0, robot) for part in gripper(me)]
        return bodies


def gripper(me: Robot) -> list[Polygon]:
    """Return left jaw, right jaw and cross-beam of a robot, in the world."""
    root, thick, inner = me.jaw_root_mm, me.jaw_thickness_mm, me.jaw_gap_mm / 2
    tip, half = root + me.jaw_length_mm, me.beam_half_width_mm
    parts = [
        [(root, inner), (tip, inner), (tip, inner + thick), (root, inner + thick)],
        [(root, -inner), (tip, -inner), (tip, -inner - thick), (root, -inner - thick)],
        [(root - thick, -half), (root, -half), (root, half), (root - thick, half)],
    ]
    cos, sin = math.cos(me.heading_rad), math.sin(me.heading_rad)
    return [
        Polygon([(me.x_mm + cos * u - sin * v, me.y_mm + sin * u + cos * v) for u, v in part])
        for part in parts
    ]

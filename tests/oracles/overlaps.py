"""What must never be: an independent look at a simulation's tables with shapely and numpy."""

from __future__ import annotations

import math

import numpy as np
from shapely import LineString, Point, Polygon

from wsusim.engine.simulation import Simulation
from wsusim.engine.static_map import build_static_map
from wsusim.kernels import columns as c

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
        holders = {int(row[c.HELD]): robot for robot, row in enumerate(state.whole)}
        for disc, (x, y, radius) in enumerate(state.discs[:3].T):
            kind = "lamp" if state.disc_state[disc] == c.FIXED else "disc"
            if state.disc_state[disc] != c.ABSENT:
                bodies.append((f"{kind} {disc}", Point(x, y), radius, holders.get(disc)))
        for robot, row in enumerate(state.real):
            bodies.append((f"robot {robot}", Point(row[c.X], row[c.Y]), row[c.RADIUS], robot))
            if state.whole[robot, c.ARM_IS_DOWN]:
                bodies += [(f"gripper {robot}", part, 0.0, robot) for part in gripper(row)]
        return bodies


def gripper(row: np.ndarray) -> list[Polygon]:
    """Return left jaw, right jaw and cross-beam of a robot's row, in the world."""
    root, thick, inner = row[c.JAW_ROOT], row[c.JAW_THICKNESS], row[c.JAW_GAP] / 2
    tip, half = root + row[c.JAW_LENGTH], row[c.BEAM_HALF_WIDTH]
    parts = [
        [(root, inner), (tip, inner), (tip, inner + thick), (root, inner + thick)],
        [(root, -inner), (tip, -inner), (tip, -inner - thick), (root, -inner - thick)],
        [(root - thick, -half), (root, -half), (root, half), (root - thick, half)],
    ]
    cos, sin = math.cos(row[c.HEADING]), math.sin(row[c.HEADING])
    return [
        Polygon([(row[c.X] + cos * u - sin * v, row[c.Y] + sin * u + cos * v) for u, v in part])
        for part in parts
    ]

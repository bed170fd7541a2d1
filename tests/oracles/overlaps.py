"""What must never be: an independent look at a simulation's tables, by plain geometry."""

from __future__ import annotations

import math

from tests.oracles.plane import Figure, point, polygon, segment_gaps
from wsusim.engine.simulation import Simulation
from wsusim.engine.static_map import build_static_map
from wsusim.kernels.records import ABSENT, FIXED
from wsusim.model.geometry import Pose
from wsusim.model.robot_kind import RobotKind
from wsusim.model.robot_table import Robot
from wsusim.robots import robot_kind

TOLERANCE_MM = 1e-6
MARGIN_MM = 60.0
"""Walls that are farther from the box around a thing are not looked at."""


class Overlaps:
    """Finds overlaps in one simulation, tick after tick."""

    def __init__(self, simulation: Simulation) -> None:
        self._state = simulation.state
        self._kinds = [robot_kind(start.kind) for start in simulation.world.robots]
        self._edges = build_static_map(simulation.world).edges_mm
        ends = self._edges.reshape(-1, 2, 2)
        self._low, self._high = ends.min(axis=1) - MARGIN_MM, ends.max(axis=1) + MARGIN_MM

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
                if _are_apart(shape, other, radius + other_radius):
                    continue
                gap = shape.distance(other) - radius - other_radius
                is_own = owner == other_owner is not None
                if (
                    gap < -TOLERANCE_MM
                    and not is_own
                    and not ("lamp" in name and "lamp" in other_name)
                ):
                    found.append(f"{name} is in {other_name} by {-gap:.9f} mm")
        return found

    def _wall_gap_mm(self, shape: Figure) -> float:
        low_x, low_y, high_x, high_y = shape.bounds
        near = (self._low < (high_x, high_y)) & (self._high > (low_x, low_y))
        edges = self._edges[near[:, 0] & near[:, 1]]
        gaps = segment_gaps(shape.starts, shape.ends, edges[:, :2], edges[:, 2:])
        return float(gaps.min(initial=math.inf))

    def _bodies(self) -> list[tuple[str, Figure, float, int | None]]:
        """Return name, shape, fattening radius and the robot that it belongs to, if any."""
        state = self._state
        bodies: list[tuple[str, Figure, float, int | None]] = []
        holders = {me.held: robot for robot, me in enumerate(state.robots)}
        for number, disc in enumerate(state.discs):
            kind = "lamp" if disc.state == FIXED else "disc"
            if disc.state != ABSENT:
                centre = point(disc.x_mm, disc.y_mm)
                bodies.append((f"{kind} {number}", centre, disc.radius_mm, holders.get(number)))
        for robot, me in enumerate(state.robots):
            bodies.append((f"robot {robot}", point(me.x_mm, me.y_mm), me.radius_mm, robot))
            if me.arm_is_down:
                bodies += [
                    (f"gripper {robot}", part, 0.0, robot)
                    for part in gripper(me, self._kinds[robot])
                ]
        return bodies


def _are_apart(shape: Figure, other: Figure, reach_mm: float) -> bool:
    """Return whether the boxes around two figures are farther apart than that: most are."""
    low_x, low_y, high_x, high_y = shape.bounds
    other_low_x, other_low_y, other_high_x, other_high_y = other.bounds
    apart = max(
        low_x - other_high_x, other_low_x - high_x, low_y - other_high_y, other_low_y - high_y
    )
    return apart > reach_mm


def gripper(me: Robot, kind: RobotKind) -> list[Figure]:
    """Return left jaw, right jaw and arm of a robot, in the world."""
    pose = Pose(me.x_mm, me.y_mm, me.heading_rad)
    return [
        polygon(pose.place(corner) for corner in outline)
        for outline in kind.gripper.outlines_mm(me.jaw_gap_mm)
    ]

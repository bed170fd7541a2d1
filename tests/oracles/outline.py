"""Plain twin of ``kernels.outline``: a robot as a list of plain figures.

A shape comes with a radius by which it is fattened, so that circles are exact. What is nearer than
half of ``SKIN_MM`` is too near.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracles.plane import Figure, line, point, polygon
from wsusim.kernels.records import SKIN_MM
from wsusim.model.geometry import Pose
from wsusim.model.robot_kind import RobotKind
from wsusim.robots import robot_kind

KHEPERA_1 = robot_kind("khepera1")

Shape = tuple[Figure, float]


@dataclass(frozen=True)
class Outline:
    """Where a robot stands and what its gripper does; ``held`` is x in its frame and radius."""

    pose: Pose
    kind: RobotKind = KHEPERA_1
    arm_is_down: bool = False
    jaw_gap_mm: float = 50.0
    held: tuple[float, float] | None = None

    def body(self) -> list[Shape]:
        """Return the round body."""
        return [(point(self.pose.x_mm, self.pose.y_mm), self.kind.radius_mm)]

    def fingers(self) -> list[Shape]:
        """Return both jaws and the cross-beam, wherever the arm is."""
        return [
            (polygon(self.pose.place(corner) for corner in outline), 0.0)
            for outline in self.kind.gripper.outlines_mm(self.jaw_gap_mm)
        ]

    def gripper(self) -> list[Shape]:
        """Return what a lowered arm brings to the floor: fingers, beam, the held thing."""
        if self.held is None:
            return self.fingers()
        along, radius = self.held
        return [*self.fingers(), (point(*self.pose.place((along, 0.0))), radius)]

    def all(self) -> list[Shape]:
        """Return everything of the robot that is at the floor."""
        return self.body() + (self.gripper() if self.arm_is_down else [])


def gap_mm(shapes: list[Shape], others: list[Shape]) -> float:
    """Return the least distance of any of these to any of those; below 0 for round overlaps."""
    return min(a.distance(b) - ra - rb for a, ra in shapes for b, rb in others)


def depth_or_gap_mm(shapes: list[Shape], x_mm: float, y_mm: float) -> float:
    """Return the gap to a point; inside, minus the way out of the shape it is deepest in."""
    place = point(x_mm, y_mm)
    return min(
        (-s.exterior.distance(place) if s.contains(place) else s.distance(place)) - radius
        if s.is_solid
        else s.distance(place) - radius
        for s, radius in shapes
    )


def disc(x_mm: float, y_mm: float, radius_mm: float) -> list[Shape]:
    """Return a disc."""
    return [(point(x_mm, y_mm), radius_mm)]


def edge(x0_mm: float, y0_mm: float, x1_mm: float, y1_mm: float) -> list[Shape]:
    """Return a wall's edge."""
    return [(line([(x0_mm, y0_mm), (x1_mm, y1_mm)]), 0.0)]


def are_too_near(shapes: list[Shape], others: list[Shape]) -> bool:
    """Return whether there is less than half a skin between them."""
    return gap_mm(shapes, others) < SKIN_MM / 2


def breaks_barrier(outline: Outline, others: list[Shape]) -> bool:
    """Return whether something is in the light barrier that crosses the gap between the jaws."""
    ahead, half = outline.kind.gripper.barrier_x_mm, outline.jaw_gap_mm / 2
    beam = edge(*outline.pose.place((ahead, -half)), *outline.pose.place((ahead, half)))
    return bool(others) and gap_mm(beam, others) <= 0.0

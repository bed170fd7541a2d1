"""Plain twin of ``kernels.gripper``: one gripper and one cap, tick by tick.

``Gripper`` has nothing else near: the cap lies out of the way or with all of it before the
cross-beam and its centre no farther out than the tips. ``has_room`` is about putting it down among
other things.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from tests.oracles.ground import Floor
from tests.oracles.outline import Outline, Shape, breaks_barrier, disc, gap_mm
from wsusim.kernels.records import SKIN_MM
from wsusim.model.geometry import Point, Pose
from wsusim.robots import robot_kind

KHEPERA_1 = robot_kind("khepera1")

MODEL = KHEPERA_1.gripper

LONGEST_NUDGE_MM = 6.0 + 20 * SKIN_MM
"""A finger that comes down on a cap shifts it aside by no more."""


@dataclass
class Gripper:
    """A robot's arm and jaws, and the cap (its place in the world)."""

    pose: Pose
    cap: Point
    cap_radius_mm: float
    arm_order: float = MODEL.arm_up
    closed_order: bool = False
    arm: float = MODEL.arm_up
    gap_mm: float = MODEL.open_gap_mm
    held_along_mm: float | None = None
    """x of the held cap in the robot's frame."""

    @property
    def is_down(self) -> bool:
        """Whether the jaws are at the floor."""
        return self.arm >= MODEL.arm_down

    def step(self) -> None:
        """Do one tick: the arm, then the jaws."""
        self._move_arm()
        self._move_jaws()

    def drive_to(self, pose: Pose) -> None:
        """Put the robot elsewhere, with the cap if it holds it."""
        self.pose = pose
        if self.held_along_mm is not None:
            self.cap = pose.place((self.held_along_mm, 0.0))

    def is_barrier_broken(self) -> bool:
        """Return whether the light barrier, which works while the gripper is in use, is broken."""
        held = self.held_along_mm
        if held is not None:
            return abs(held - MODEL.barrier_x_mm) < self.cap_radius_mm
        outline = Outline(self.pose, jaw_gap_mm=self.gap_mm)
        return self.is_down and breaks_barrier(outline, disc(*self.cap, self.cap_radius_mm))

    def _move_arm(self) -> None:
        step = MODEL.arm_speed_per_tick
        arm = self.arm + max(-step, min(step, self.arm_order - self.arm))
        lands = arm >= MODEL.arm_down and not self.is_down
        if lands and self.held_along_mm is None:
            shift = self._shift_mm()
            if shift is None or abs(shift) > LONGEST_NUDGE_MM:
                return  # stays just above
            self._shift_cap(shift)
        self.arm = arm

    def _move_jaws(self) -> None:
        step = MODEL.jaw_speed_mm_per_tick
        if self.closed_order and self.held_along_mm is None:
            was_between = self._cap_is_between()
            self.gap_mm = max(self.gap_mm - step, MODEL.closed_gap_mm)
            # Jaws that open a little and close again pass just this gap: no other sum will do.
            is_tight = self.gap_mm <= 2 * self.cap_radius_mm + 2 * SKIN_MM
            if self.is_down and was_between and is_tight:
                self.held_along_mm, _ = self._cap_in_robot()
                self.gap_mm = 2 * (self.cap_radius_mm + SKIN_MM)
                self.cap = self.pose.place((self.held_along_mm, 0.0))
        elif not self.closed_order:
            self.held_along_mm = None
            self.gap_mm = min(self.gap_mm + step, MODEL.open_gap_mm)
        if self.is_down and self.held_along_mm is None:
            self._shift_cap(self._shift_mm() or 0.0)

    def _cap_in_robot(self) -> Point:
        turn_back = Pose(0.0, 0.0, -self.pose.heading_rad)
        return turn_back.place((self.cap[0] - self.pose.x_mm, self.cap[1] - self.pose.y_mm))

    def _is_in_reach(self) -> bool:
        """Return whether the cap's centre is as far ahead as the fingers are."""
        ahead = self._cap_in_robot()[0] - MODEL.jaw_root_x_mm
        return 0.0 <= ahead <= MODEL.jaw_tip_x_mm - MODEL.jaw_root_x_mm

    def _cap_is_between(self) -> bool:
        return self._is_in_reach() and abs(self._cap_in_robot()[1]) < self.gap_mm / 2

    def _half_room(self) -> float:
        """Return how far aside of the middle a cap's centre may be between the jaws."""
        return self.gap_mm / 2 - self.cap_radius_mm - SKIN_MM

    def _shift_mm(self) -> float | None:
        """Return how far aside the cap must go to clear the fingers; ``None`` if it can't."""
        if not self._is_in_reach():
            return 0.0
        aside = self._cap_in_robot()[1]
        if abs(aside) < (self.gap_mm + MODEL.jaw_width_mm) / 2:  # the inner side is nearer
            room = self._half_room()
            return None if room < 0.0 else max(-room, min(room, aside)) - aside
        outer = self.gap_mm / 2 + MODEL.jaw_width_mm + self.cap_radius_mm + SKIN_MM
        return math.copysign(max(outer, abs(aside)), aside) - aside

    def _shift_cap(self, aside_mm: float) -> None:
        along, aside = self._cap_in_robot()
        self.cap = self.pose.place((along, aside + aside_mm))


def has_room(place: Point, radius_mm: float, floor: Floor, others: list[Shape]) -> bool:
    """Return whether a cap fits: on the floor, a skin away from its edges and from all others."""
    cap = disc(*place, radius_mm)
    centre, _ = cap[0]
    return (
        floor.contains(centre)
        and floor.edge_gap_mm(centre) >= radius_mm + SKIN_MM
        and gap_mm(cap, others) >= SKIN_MM
    )

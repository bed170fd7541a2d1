"""An immutable picture of the simulation at one tick, for window, recordings and tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from wsusim.model.geometry import Pose


@dataclass(frozen=True, slots=True)
class RobotSnapshot:
    """One robot at one tick."""

    id: int
    kind: str
    pose: Pose
    left_speed: float
    """Speed of the left wheel in pulses per 10 ms, as it turns (not as ordered)."""
    right_speed: float
    left_position: int
    """Left counter in pulses, signed 32 bit."""
    right_position: int
    proximity: tuple[int, ...]
    ambient: tuple[int, ...]
    arm_position: float
    """0..255 while it travels; larger is lower."""
    jaw_gap_mm: float
    held_object_id: int | None
    object_present: bool
    resistivity: int
    contact_front: bool
    contact_back: bool
    contact_bearings_rad: tuple[float, ...]
    """Where it is touched, seen from its centre, counter-clockwise from straight ahead."""
    leds: tuple[bool, bool]
    floor_left: int = 0
    """0 where the maze has no picture on its floor."""
    floor_right: int = 0


@dataclass(frozen=True, slots=True)
class ObjectSnapshot:
    """A cap or ball at one tick; ``held_by`` is a robot's id."""

    id: int
    kind: Literal["cap", "ball"]
    x_mm: float
    y_mm: float
    held_by: int | None


@dataclass(frozen=True, slots=True)
class MissionSnapshot:
    """How far the mission has come."""

    achieved: bool
    goal_time_s: float | None
    caps_delivered: int
    robots_in_goal: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that can be seen at one tick."""

    tick: int
    robots: tuple[RobotSnapshot, ...]
    objects: tuple[ObjectSnapshot, ...]
    mission: MissionSnapshot

"""An immutable picture of the simulation at one tick, for window, recordings and tests."""

from __future__ import annotations

from dataclasses import dataclass

from wsusim.model.geometry import Pose
from wsusim.model.world import Movable, MovableKind, kind_of_movable, start_heading_rad


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
    """A loose thing at one tick; ``held_by`` is a robot's id."""

    id: int
    kind: MovableKind
    x_mm: float
    y_mm: float
    held_by: int | None
    heading_rad: float = 0.0
    """Of a box."""


def thing_at_start(thing: Movable) -> ObjectSnapshot:
    """Return a loose thing at its place in the world."""
    kind, heading_rad = kind_of_movable(thing), start_heading_rad(thing)
    return ObjectSnapshot(thing.id, kind, thing.x_mm, thing.y_mm, None, heading_rad)


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a soccer game: goals of both teams, and which half it is, 1 or 2."""

    left: int
    right: int
    half: int


@dataclass(frozen=True, slots=True)
class MissionSnapshot:
    """How far the mission has come."""

    achieved: bool
    goal_time_s: float | None
    caps_delivered: int
    robots_in_goal: tuple[int, ...]
    score: Score | None = None
    """Of a game of soccer."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that can be seen at one tick."""

    tick: int
    robots: tuple[RobotSnapshot, ...]
    objects: tuple[ObjectSnapshot, ...]
    mission: MissionSnapshot

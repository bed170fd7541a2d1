"""The few shapes that a picture of an arena consists of.

Lengths are millimetres in the world's frame, y up; corners run counter-clockwise unless a maze's
outline runs the other way. Drawing code goes through them with ``match`` and ends with
``assert_never``: a new shape is then a type error wherever it is not drawn yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from wsusim.model.geometry import Point, Pose
from wsusim.model.robot_kind import RobotKind


class What(StrEnum):
    """What a shape represents."""

    BORDER = "border"
    FLOOR = "floor"
    GOAL = "goal"
    WALL = "wall"
    LINE = "line"
    """On the floor of a contest's lab; nothing stops at it."""
    LAMP = "lamp"
    CAP = "cap"
    BALL = "ball"
    CYLINDER = "cylinder"
    BOX = "box"


@dataclass(frozen=True, slots=True)
class Look:
    """Colours as ``#rrggbb``, and the heights of bottom and top."""

    fill: str
    edge: str
    low_mm: float = 0.0
    high_mm: float = 0.0
    """0: it lies on the floor and has no height."""
    shines: bool = False
    """It gives light, so nothing shades it."""


@dataclass(frozen=True, slots=True)
class Area:
    """An area with straight sides."""

    what: What
    id: int
    """Of the object in the world; 0 for border and floor."""
    look: Look
    corners_mm: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc."""

    what: What
    id: int
    look: Look
    x_mm: float
    y_mm: float
    radius_mm: float


@dataclass(frozen=True, slots=True)
class Ink:
    """The dark parts of a grey picture, over what is below it; its place is its middle."""

    id: int
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    png: bytes


@dataclass(frozen=True, slots=True)
class Words:
    """A note for people."""

    id: int
    look: Look
    x_mm: float
    y_mm: float
    text: str


@dataclass(frozen=True, slots=True)
class Robot:
    """A robot, in the colour by which people tell robots apart."""

    id: int
    number: int
    """In the world's list, from 0."""
    fill: str
    pose: Pose
    kind: RobotKind
    gripper_mm: tuple[tuple[Point, ...], ...] = ()
    """Outlines of jaws and arm on the floor; none while the arm is up, or without a gripper."""


Shape = Area | Disc | Ink | Words | Robot

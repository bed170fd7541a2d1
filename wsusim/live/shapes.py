"""The shapes of the stream's messages; the page's scripts are checked against them.

``topics.TOPICS`` describes the contents of each topic.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NotRequired, TypedDict

from wsusim.formats.entries import MazeEntry
from wsusim.model.geometry import Point
from wsusim.scene.told import ToldDrawing


class SceneAbilities(TypedDict, total=False):
    """What people who may steer can do; ``order`` and ``type`` list the robots."""

    pause: bool
    drag: bool
    order: list[int]
    type: list[int]
    seek: bool


class RobotLooks(TypedDict):
    """What is needed to draw a robot; a sensor is its name, its place in mm and its bearing."""

    title: str
    radius_mm: float
    wheel_base_mm: float
    axle_x_mm: float
    sensors: list[tuple[str, float, float, float]]
    arm_up: int
    arm_down: int
    jaw_mm: Sequence[Point]
    arm_mm: Sequence[Point]


class RowField(TypedDict):
    """A field of a robot's row; ``size`` is how many numbers it has."""

    name: str
    unit: str
    meaning: str
    size: int


class SceneFields(TypedDict):
    """The fields of both rows of a robot."""

    robots: list[RowField]
    readings: list[RowField]


class MatchWall(TypedDict):
    """A wall of a contest's lab."""

    corners_mm: list[list[float]]
    height: float


class SceneMatch(TypedDict):
    """What a maze has no place for; no cycles: the match has no end."""

    cycles: int | None
    scoring: str
    walls: list[MatchWall]


class Scene(TypedDict):
    """All that stays as it is while a run, a recording or a match is shown."""

    protocol: int
    name: str
    maze: Annotated[dict[str, Any], MazeEntry]
    drawing: ToldDrawing
    kinds: dict[str, RobotLooks]
    controllers: list[str]
    abilities: SceneAbilities
    seed: int
    span_ticks: tuple[int, int] | None
    fields: SceneFields
    topics: dict[str, str]
    match: NotRequired[SceneMatch]
    on_demand: NotRequired[list[str]]
    """Topics that can be made, added by the publisher."""
    may_steer: NotRequired[bool]
    """Added by the server, for each viewer."""


class MissionState(TypedDict, total=False):
    """The topic ``mission``; a score is goals left, goals right, half."""

    achieved: bool
    goal_time_s: float | None
    caps_delivered: int
    robots_in_goal: list[int]
    score: list[int]


class MatchState(TypedDict, total=False):
    """The topic ``match``."""

    phase: str
    time: int


class RosterEntry(TypedDict):
    """A robot of a match, in the topic ``roster``."""

    name: str
    state: str
    score: int
    collisions: int
    visited: list[int]
    lamps: list[str]
    is_silent: bool
    is_colliding: bool
    has_beacon: bool


class ThoughtCells(TypedDict):
    """A map as an agent knows it: one character for each cell, row by row from the lowest."""

    x_mm: float
    y_mm: float
    size_mm: float
    columns: int
    rows: str


class ToldThought(TypedDict):
    """What an agent of a match thinks, in the topic ``thoughts``."""

    cells: ThoughtCells | None
    path_mm: list[list[float]]
    text: str


class EyePicture(TypedDict):
    """What a robot's eye sees, in the topic ``eye``."""

    width: int
    height: int
    png: str

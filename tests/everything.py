"""One maze with everything in it, each thing in a colour of its own: for whatever draws mazes."""

from __future__ import annotations

import math
from typing import NamedTuple

from tests.pictures import drawn, enlarged, on_floor
from wsusim.model.geometry import Pose
from wsusim.model.world import (
    Arena,
    Ball,
    Box,
    Cap,
    Cylinder,
    GoalRegion,
    Light,
    Note,
    RobotStart,
    Wall,
    World,
)
from wsusim.scene.palette import LIGHT

Rgb = tuple[int, int, int]


class Mark(NamedTuple):
    """Where a picture of the maze must show which colour."""

    name: str
    x_mm: float
    y_mm: float
    colour: str

    @property
    def rgb(self) -> Rgb:
        """Its colour as numbers."""
        return rgb_of(self.colour)


# A hexagon: its lower left corner lies in the border.
OUTLINE = ((120.0, 0.0), (800.0, 0.0), (800.0, 600.0), (0.0, 600.0), (0.0, 120.0))

EVERYTHING = World(
    "everything",
    Arena(OUTLINE, colour="#102030"),
    walls=(
        Wall(1, 100.0, 500.0, 300.0, 500.0, 30.0, colour="#800000"),
        Wall(2, 400.0, 500.0, 600.0, 560.0, 30.0),
        Wall(14, 600.0, 40.0, 740.0, 40.0, 30.0, reflectivity=0.0),
    ),
    lights=(Light(3, 700.0, 500.0, diameter_mm=60.0, colour="#f0c020"),),
    caps=(Cap(4, 100.0, 400.0, diameter_mm=40.0, colour="#c00040"),),
    balls=(Ball(5, 200.0, 400.0, diameter_mm=40.0, colour="#00c080"),),
    cylinders=(Cylinder(6, 300.0, 400.0, colour="#0040c0"),),
    boxes=(Box(7, Pose(420.0, 400.0, math.pi / 4), 80.0, 40.0, colour="#8040c0"),),
    robots=(
        RobotStart(8, Pose(600.0, 350.0, math.pi / 2), colour="#d02080"),
        RobotStart(15, Pose(700.0, 350.0), "khepera2", colour="#20d0d0"),
    ),
    goals=(
        GoalRegion(9, Pose(200.0, 200.0), 120.0, 80.0),
        GoalRegion(10, Pose(400.0, 200.0, math.pi / 4), 140.0, 80.0, "ellipse"),
    ),
    notes=(Note(11, 600.0, 120.0, "Hello"),),
    floor_pictures=(on_floor(enlarged(drawn("#"), 60), 600.0, 220.0),),
    next_id=91,
)

STILL_MARKS = (
    Mark("floor", 500.0, 300.0, LIGHT.floor),
    Mark("border", 20.0, 20.0, "#102030"),
    Mark("coloured wall", 200.0, 500.0, "#800000"),
    Mark("usual wall", 500.0, 530.0, LIGHT.wall),
    Mark("dark wall", 670.0, 40.0, "#14161b"),
    Mark("picture", 600.0, 220.0, "#000000"),
)
"""Lamps shade from one colour to another in some pictures, and goals are hatched."""

LOOSE_MARKS = (
    Mark("cap", 100.0, 400.0, "#c00040"),
    Mark("ball", 200.0, 400.0, "#00c080"),
    Mark("cylinder", 300.0, 400.0, "#0040c0"),
    Mark("box", 430.0, 410.0, "#8040c0"),
)

GOALS = (
    Mark("goal", 170.0, 180.0, LIGHT.goal_floor),
    Mark("oval goal", 430.0, 230.0, LIGHT.goal_floor),
)
LAMP = Mark("lamp", 700.0, 500.0, "#f0c020")
ROBOTS = (
    Mark("first robot", 590.0, 340.0, "#d02080"),
    Mark("second robot", 690.0, 340.0, "#20d0d0"),
)


def rgb_of(colour: str) -> Rgb:
    """Return ``#rrggbb`` as numbers."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def is_like(seen: Rgb, colour: str, slack: int = 40) -> bool:
    """Return whether a pixel has a colour, shaded a little at most."""
    return max(abs(a - b) for a, b in zip(seen, rgb_of(colour), strict=True)) <= slack

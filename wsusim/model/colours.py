"""Colours of what stands in an arena, as ``#rrggbb``: in the window, in pictures and in films.

The window's dark theme has its own for all but the robots. Colour-blind people can tell them apart.

Source of the palette: Okabe and Ito, "Color Universal Design" (2008).
"""

from __future__ import annotations

BLUE, ORANGE, GREEN = "#0072b2", "#e69f00", "#009e73"
SKY, VERMILION, PURPLE, YELLOW = "#56b4e9", "#d55e00", "#cc79a7", "#f0e442"

ROBOTS = (BLUE, ORANGE, GREEN, PURPLE, VERMILION, SKY, YELLOW)
"""Robots take these in order; their numbers tell them apart when the colours run out."""

FLOOR = "#fdfdfb"
WALL, WALL_EDGE = "#5b6472", "#3d4450"
LIGHT, LIGHT_FOOT = "#f5b301", "#ffe08a"
CAP, CAP_EDGE = "#d8443c", "#8f241f"
BALL, BALL_EDGE = "#f4f4f0", "#4a5160"
GOAL = GREEN
GOAL_FLOOR = "#d5efe6"
"""A goal region where it can't be see-through: its colour, thin, over the floor."""


def robot_colour(index: int) -> str:
    """Return the colour of the robot at this place of the world's list."""
    return ROBOTS[index % len(ROBOTS)]

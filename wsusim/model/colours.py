"""Colours by name and of robots, as ``#rrggbb``; those of an arena are in ``scene.palette``.

Colour-blind people can tell them apart.

Source of the palette: Okabe and Ito, "Color Universal Design" (2008).
"""

from __future__ import annotations

import re
from functools import lru_cache

BLUE, ORANGE, GREEN = "#0072b2", "#e69f00", "#009e73"
SKY, VERMILION, PURPLE, YELLOW = "#56b4e9", "#d55e00", "#cc79a7", "#f0e442"

ROBOTS = (BLUE, ORANGE, GREEN, PURPLE, VERMILION, SKY, YELLOW)
"""Robots take these in order; their numbers tell them apart when the colours run out."""

DARKEST = "#14161b"
"""What a thing that reflects nothing is drawn in."""

NAMED = {
    "red": VERMILION,
    "orange": ORANGE,
    "yellow": YELLOW,
    "green": GREEN,
    "sky": SKY,
    "blue": BLUE,
    "purple": PURPLE,
    "black": DARKEST,
    "grey": "#8d97a8",
    "white": "#ffffff",
}
"""Colours by the names that a maze file and the editor have for them."""


def is_colour(text: str) -> bool:
    """Return whether a text is a colour's name, ``#rrggbb``, or empty for the usual one."""
    return not text or text in NAMED or re.fullmatch("#[0-9a-fA-F]{6}", text) is not None


@lru_cache(256)
def shown_colour(colour: str, usual: str, reflectivity: float = 1.0) -> str:
    """Return the colour of a thing: its own, or the usual one, darkened if it is dark."""
    if colour:
        return NAMED.get(colour, colour)
    share = min(max(reflectivity, 0.0), 1.0)
    dark, light = bytes.fromhex(DARKEST[1:]), bytes.fromhex(usual[1:])
    return "#" + bytes(round(a + share * (b - a)) for a, b in zip(dark, light, strict=True)).hex()


def robot_colour(index: int, own: str = "") -> str:
    """Return the colour of the robot at this place of the world's list, or its own."""
    return NAMED.get(own, own) or ROBOTS[index % len(ROBOTS)]

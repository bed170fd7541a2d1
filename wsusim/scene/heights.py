"""The heights of things, which no maze file contains: the same in every picture with depth."""

from __future__ import annotations

from wsusim.model.world import Ball, Cap, Movable

BORDER_MM = 12.0
"""How wide the solid border is drawn around a floor."""

WALL_MM = 45.0  # guess: higher than an eye, so that none looks over it
CAP_MM = 13.0  # guess: a bottle cap
BLOCK_MM = 40.0  # guess: boxes and cylinders, a little lower than the walls
LAMP_FOOT_MM, LAMP_MM = 14.0, 62.0  # guess: a small desk lamp
BASE_MM, BODY_MM, MARK_MM = 12.0, 30.0, 33.0  # Khepera manual: 30 mm high; the rest a guess
JAW_MM = 3.0, 15.0  # guess
LIFTED_MM = 60.0  # guess: what a raised gripper holds stands above the robot


def height_mm(thing: Movable) -> float:
    """Return how high a loose thing is."""
    if isinstance(thing, Ball):
        return thing.diameter_mm
    return CAP_MM if isinstance(thing, Cap) else BLOCK_MM

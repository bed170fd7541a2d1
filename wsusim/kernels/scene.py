"""All that moves and all it can run into, for the kernels of driving, pushing and gripping."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.object_map import ObjectMap
from wsusim.kernels.records import Ask, Body, Disc, Push, Rows
from wsusim.model.robot_table import Robot

CONTACTS = 0
"""Row of ``Scene.near``: what the robot whose turn it is may run into or push."""
PUSHED = 1
"""Row of ``Scene.near``: what is near a thing that is pushed."""


class Hands(NamedTuple):
    """The outlines of all robots' grippers: by themselves, as a call hands over every array."""

    outlines_mm: NDArray[np.float64]
    """[R, 2, n, 2] outlines of a gripper's left jaw, with the jaws' inner sides together, and of
    its arm, in the robot's frame."""
    corner_counts: NDArray[np.int64]
    """[R, 2] corners of each."""
    bounds_mm: NDArray[np.float64]
    """[R, 2, 4] least and greatest x and y of each: low x, low y, high x, high y."""
    is_box: NDArray[np.bool_]
    """[R, 2] whether an outline is that very box."""


class Scene(NamedTuple):
    """The tables of one world, and the map that says what is where."""

    robots: Rows[Robot]
    """[R]."""
    discs: Rows[Disc]
    """[D] lights, caps, balls."""
    places: ObjectMap
    hands: Hands
    stride_mm: float
    """Longest piece of way in one go while something loose or an outline is near."""
    asks: Rows[Ask]
    """[1]."""
    pushes: Rows[Push]
    """[D] scratch of ``push``."""
    near: NDArray[np.int64]
    """[2, D + R + 1] scratch: what ``object_map.find_near`` has found."""
    corners_mm: NDArray[np.float64]
    """[n, 2] scratch: an outline in the world, or a box."""
    movers: int
    """How many things move by themselves, turn or are heavy: without any, there are no ``bodies``
    to look at, and caps and balls are where robots have pushed them."""
    bodies: Rows[Body]
    """[D]."""
    bounce: NDArray[np.float64]
    """[E, 2] restitution and friction of the edges."""
    before: NDArray[np.float64]
    """[R, 3] x, y and heading of the robots when the tick began."""

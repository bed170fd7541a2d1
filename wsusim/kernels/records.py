"""The tables that kernels work on: structured arrays, a record a row, and what their codes mean.

The annotations are for people and for mypy; the structured types beside them are made from these.
Lengths are in mm, angles in radians. A robot's record is in ``model.robot_table``, that of its
sensors in ``kernels.sensor_records``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Protocol, TypeVar

import numpy as np

from wsusim.model.robot_table import Wholes, structured

Record = TypeVar("Record", covariant=True)


class Rows(Protocol[Record]):
    """A structured array with one row for each of something."""

    @property
    def size(self) -> int:
        """Number of rows."""

    def __getitem__(self, row: int, /) -> Record:
        """Return a row; what is written into it is written into the array."""

    def __iter__(self) -> Iterator[Record]:
        """Go through the rows."""


SPEED_MODE = 0
POSITION_MODE = 1
PWM_MODE = 2


class Disc:
    """Something round: a lamp, a cap or a ball."""

    x_mm: float
    y_mm: float
    radius_mm: float
    reflectivity: float
    state: int
    """``FIXED``, ``FREE``, ``ABSENT`` or ``HELD_ON_FLOOR``."""


DISC = structured(Disc)

FIXED = 0
FREE = 1
ABSENT = 2
"""Held by a gripper above the floor: nothing meets it, and no ray does."""
HELD_ON_FLOOR = 3
"""Between the closed jaws of a lowered arm: still to be seen, moving with its robot."""


class Body:
    """What a disc is made of, and how it moves by itself; a row for each row of the discs.

    A box is a disc, too: the smallest one that it fits into.
    """

    vx_mm_s: float
    vy_mm_s: float
    spin_rad_s: float
    """Of a box; how something round turns makes no difference."""
    heading_rad: float
    half_x_mm: float
    """Half a box's sides; 0 for something round."""
    half_y_mm: float
    mass_g: float
    gyration_mm: float
    """Radius of gyration: moment of inertia = mass * gyration_mm ** 2."""
    arm_mm: float
    """Torque of the floor's friction on a box that turns, per force of friction on it."""
    drag_mm_s2: float
    """By how much the floor slows it down."""
    restitution: float
    rolls: bool
    """It keeps what speed a push gives it; all else stops with what pushes it."""
    is_box: bool
    was_pushed: bool
    """In this tick, by a robot, and so far:"""
    shift_x_mm: float
    shift_y_mm: float


BODY = structured(Body)


class Push:
    """Scratch of ``push`` for one disc; ``queue`` belongs to the row and not to the disc."""

    x_mm: float
    """Where it was before."""
    y_mm: float
    heading_rad: float
    lean_x: float
    """Direction out of what it leans on."""
    lean_y: float
    is_pushed: bool
    queue: int
    """Number of the disc that was pushed as the row's first, second ..."""


PUSH = structured(Push)


class Place:
    """Where the map has a thing: its square's chain, and the cell of its middle."""

    next: int
    """Neighbour in the chain, -1 for none."""
    previous: int
    row: int
    """-1 for what is not on the floor."""
    column: int
    reach: int
    """It is written into no cell that is more rows or columns away from its middle's cell."""
    round_reach: int
    """The same of its round part alone, without a lowered gripper."""
    is_box: bool
    """It need not be as wide as it is high, nor to the left as to the right."""


PLACE = structured(Place)


class Ask:
    """Where a tick has stopped for a question about a gripper, the question and its answer.

    Between two ticks all of it is 0.
    """

    turn: int
    """Robot whose turn it is."""
    arm_has_moved: bool
    """Whether that robot's arm has had its turn, and its jaws have not."""
    is_sensing: bool
    """Whether all robots have moved, and their light barriers are being refreshed."""
    question: int
    """``NO_QUESTION``, ``LANDING``, ``CLOSING``, ``OPENING``, ``DROPPING`` or ``BARRIER``."""
    gap_mm: float
    """Gap that the jaws want; in the answer, the one at which they hold ``disc``."""
    disc: int
    """Answer: what the closing jaws get hold of, -1 for nothing."""
    answer: bool
    """There is room; of the barrier: it is broken."""


ASK = structured(Ask)

NO_QUESTION = 0
LANDING = 1
CLOSING = 2
OPENING = 3
DROPPING = 4
BARRIER = 5


class Goal:
    """A goal region."""

    x_mm: float
    y_mm: float
    cos: float
    sin: float
    half_width_mm: float
    half_height_mm: float
    is_ellipse: bool


GOAL = structured(Goal)


class Clock:
    """Time, and how far the mission has come: the one record of a world as a whole."""

    tick: int
    objects_moved: int
    """Counts the ticks in which a cap or ball was moved, lifted or put down."""
    has_rolled: bool
    """Something moved by itself in this tick."""
    mission_kind: int
    caps_wanted: int
    caps_in_goal: int
    mission_tick: int
    """Tick at which the mission was achieved, -1 for not yet."""
    half: int
    """Of a game of soccer: 1 or 2; 0 where none is played."""
    goals_left: int
    """Scored by the team that plays from the left."""
    goals_right: int
    still_x_mm: float
    """Where the ball was when it last had moved some way, ..."""
    still_y_mm: float
    still_since: int
    """... and when that was."""
    first_cap: int
    first_ball: int
    """Caps are the discs from ``first_cap`` up to ``first_ball``."""
    is_new: bool
    """Before the first call: loose things that lie in each other are still to be sorted out."""
    can_start: bool
    """Whether that was possible."""
    places_are_old: bool
    """Something, or the whole state, was changed by hand: the map has to be told."""


CLOCK = structured(Clock)

FREE_MISSION = 0
REACH_FIRST = 1
REACH_ALL = 2
DELIVER = 3


class Trace:
    """What a run's fingerprint is made of: one tick of one robot."""

    x_mm: float
    y_mm: float
    heading_rad: float
    counts: Annotated[Wholes, 18]
    """The two counters, eight proximity readings, eight ambient ones; 32 bits each."""


TRACE = np.dtype(
    [("x_mm", "f8"), ("y_mm", "f8"), ("heading_rad", "f8"), ("counts", "i4", (18,))], align=True
)

SKIN_MM = 1e-3
"""Bodies stop this far from each other, so that rounding never makes them overlap."""

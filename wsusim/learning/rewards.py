"""Rewards: functions of the moments before and after, for all robots of all worlds at once.

Each gets two ``Moment``s, before and after the time that an action lasts, and returns [N, R]
numbers. Write one of your own in the same way and give it to a task: ``replace(WANDER,
reward=mine)``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wsusim.model.elementary import hypot

Floats = NDArray[np.float64]

TOUCHED = 0.05
"""What a new collision costs (guess: it hurts, but less than never moving)."""


UP_THE_FIELD = 0.1
"""What it earns to bring the ball from one end of the field to the other: a tenth of a goal (guess:
it shows beginners the way, and is too little to live on)."""

FARTHEST_ROLL_MM = 200.0
"""A ball rolls 2 m/s at most; an action lasts a tenth of a second."""


class Moment(NamedTuple):
    """A copy of everything at a tick."""

    robots: NDArray[Any]
    """[N, R] see ``wsusim.model.robot_table.Robot``."""
    clocks: NDArray[Any]
    """[N] see ``wsusim.kernels.records.Clock``."""
    top_speed: float
    """Pulses a tick that an action of 1 stands for."""


class Play(NamedTuple):
    """The state of a soccer game, copied."""

    robots: NDArray[Any]
    """[R], the team that plays from the left first; see ``wsusim.model.robot_table.Robot``."""
    ball_mm: Floats
    """[2]."""
    score: tuple[int, int]
    """Goals of the team that plays from the left, and of the other one."""
    length_mm: float
    """Of the field, goals included."""


def nolfi_floreano(before: Moment, after: Moment) -> Floats:
    """Drive fast, straight and clear of walls: V (1 - sqrt(dv)) (1 - i), 0 to 1.

    V is the mean of the wheels' speeds regardless of their signs, dv the difference of their signed
    speeds, i the reading of the most excited proximity sensor; all as shares of their greatest.
    Source: Floreano and Mondada 1994, Automatic creation of an autonomous agent, section 3; Nolfi
    and Floreano 2000, Evolutionary Robotics, chapter 4.
    """
    left = after.robots["left"]["order"] / after.top_speed
    right = after.robots["right"]["order"] / after.top_speed
    return fitness(left, right, after.robots["proximity"].max(axis=2) / 1023.0)


def fitness(left: Floats, right: Floats, nearest: Floats) -> Floats:
    """Return V (1 - sqrt(dv)) (1 - i) of speeds from -1 to 1 and the greatest proximity, 0 to 1."""
    speed = (np.abs(left) + np.abs(right)) / 2.0
    turn = np.abs(left - right) / 2.0
    fit: Floats = speed * (1.0 - np.sqrt(np.minimum(turn, 1.0))) * (1.0 - nearest)
    return fit


def reach_goal(before: Moment, after: Moment) -> Floats:
    """1 for each robot that comes into a goal region, a little less for each new collision."""
    arrived = (after.robots["goal_tick"] >= 0) & (before.robots["goal_tick"] < 0)
    earned: Floats = arrived - collisions(before, after)
    return earned


def approach_light(before: Moment, after: Moment) -> Floats:
    """How much brighter its brightest sensor reads, in shares of the whole scale."""
    gain: Floats = brightness(after) - brightness(before) - collisions(before, after)
    return gain


def deliver_caps(before: Moment, after: Moment) -> Floats:
    """1 for all robots for each new cap in a goal, 0.1 for the one that grips a cap."""
    delivered = (after.clocks["caps_in_goal"] - before.clocks["caps_in_goal"]).astype(np.float64)
    held = (after.robots["held"] >= 0).astype(np.float64) - (before.robots["held"] >= 0)
    earned: Floats = delivered[:, None] + 0.1 * held - collisions(before, after)
    return earned


def score_goals(before: Play, after: Play) -> Floats:
    """1 for each of the team that scores, -1 for the others; 0.1 for the ball's way up the field.

    What one team earns the other loses. The way counts in lengths of the field. When the referee
    has put the ball elsewhere, it counts nothing.
    """
    gained = after.score[0] - before.score[0] - (after.score[1] - before.score[1])
    way_mm = after.ball_mm - before.ball_mm
    earned = float(gained)
    if after.score == before.score and hypot(*way_mm.tolist()) < FARTHEST_ROLL_MM:
        earned += UP_THE_FIELD * way_mm[0] / before.length_mm
    players = len(after.robots) // 2
    return np.repeat([earned, -earned], players)


def collisions(before: Moment, after: Moment) -> Floats:
    """Return what new collisions cost."""
    cost: Floats = TOUCHED * (after.robots["contacts"] - before.robots["contacts"])
    return cost


def brightness(moment: Moment) -> Floats:
    """Return the brightest light reading of each robot: 0 in the dark, about 1 beside a lamp."""
    light: Floats = (500.0 - moment.robots["ambient"].min(axis=2)) / 450.0
    return light

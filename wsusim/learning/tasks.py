"""The tasks to learn: maze, readings, actions and reward of each environment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from wsusim.formats.maze_catalogue import find_maze
from wsusim.learning import rewards
from wsusim.learning.rewards import Floats, Moment
from wsusim.model.world import Mission, World

Reward = Callable[[Moment, Moment], Floats]

BRIGHT = 0.85
"""Brightness (see ``rewards.brightness``) at which a lamp counts as reached: some 20 mm from it."""


@dataclass(frozen=True, slots=True)
class Task:
    """A task for one or several robots.

    Attributes:
        name: Of the environment, ``wsusim/NAME-v0``.
        maze: Name or file of the maze, or the maze itself.
        reward: The reward.
        seconds: An episode's length, after which it is cut off.
        period_s: How long an action lasts.
        top_speed: Pulses a tick (8 mm/s) that an action of 1 means.
        sees_light: Whether the light readings are observed.
        grips: Whether the gripper is used: two actions more, and what it feels.
        looks: Whether the picture of the robot's eye is all that is observed.
        starts_anywhere: Whether robots begin on any free floor, or where the maze says.
        ends: Returns whether each world's episode is over at a moment; ``None``: with its mission.
    """

    name: str
    maze: str | World
    reward: Reward
    seconds: float = 60.0
    period_s: float = 0.1
    top_speed: float = 10.0
    sees_light: bool = False
    grips: bool = False
    looks: bool = False
    starts_anywhere: bool = True
    ends: Callable[[Moment], NDArray[np.bool_]] | None = None

    def world(self) -> World:
        """Return the maze, without a time limit: an episode has its own."""
        maze = find_maze(self.maze) if isinstance(self.maze, str) else self.maze
        if self.ends is not None or self.reward is rewards.nolfi_floreano:
            return replace(maze, goals=(), mission=Mission())
        return replace(maze, mission=replace(maze.mission, time_limit_s=None))


def is_at_lamp(moment: Moment) -> NDArray[np.bool_]:
    """Return in which worlds a robot has come to a lamp."""
    there = rewards.brightness(moment) >= BRIGHT
    return np.asarray(there.any(axis=1))


WANDER = Task("Wander", "rooms", rewards.nolfi_floreano)
"""Drive fast, straight and clear of walls, for ever."""

MAZE = Task("Maze", "island", rewards.reach_goal, seconds=120.0, starts_anywhere=False)
"""Come to the goal region."""

LIGHT = Task("Light", "beacons", rewards.approach_light, sees_light=True, ends=is_at_lamp)
"""Come to a lamp."""

CAPS = Task("Caps", "caps", rewards.deliver_caps, seconds=300.0, sees_light=True, grips=True)
"""Carry the caps into the goal region."""

EYE = replace(LIGHT, name="Eye", sees_light=False, looks=True)
"""Come to a lamp by the pictures of the robot's eye alone."""

TASKS = {task.name: task for task in (MAZE, LIGHT, CAPS, WANDER, EYE)}

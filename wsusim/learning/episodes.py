"""Episodes of a task in many worlds at once: the basis of all environments."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from wsusim.batch import Worlds
from wsusim.batch.given import decisions
from wsusim.engine.eye import EyeView
from wsusim.engine.snapshots import take_snapshot
from wsusim.engine.world_tables import State
from wsusim.errors import BadInput
from wsusim.learning.rewards import Floats, Moment
from wsusim.learning.tasks import Task

PICTURE_PX = (64, 48)
"""Width and height of what the eye sees."""

RENDERED_PX = (480, 360)

ARM_DOWN, ARM_UP = 255, 0


def checked_actions(actions: NDArray[Any], shape: tuple[int, ...]) -> Floats:
    """Return actions of some shape [N, R, A] within -1 to 1.

    Raises:
        BadInput: They are no numbers, or not as many as are needed.
    """
    given = np.asarray(actions)
    if given.dtype.kind not in "iuf" or given.shape != shape:
        raise BadInput(
            f"An action is {shape[-1]} numbers from -1 to 1 for each robot, but these have the "
            f"shape {given.shape} and the type {given.dtype}."
        )
    if not np.isfinite(given).all():
        raise BadInput("An action is made of numbers from -1 to 1, but one of these is nan or inf.")
    within: Floats = np.clip(given, -1.0, 1.0).astype(np.float64)
    return within


class Episodes:
    """N worlds with R robots, each in an episode of its own.

    Args:
        task: What is done in them.
        count: N.
        cores: Threads; without: as many as the computer has.
    """

    def __init__(self, task: Task, count: int, cores: int | None = None) -> None:
        self.task = task
        steps, self._period_ticks = decisions(task.seconds, task.period_s)
        self._most_steps = max(1, steps)
        self.worlds = Worlds(task.world(), count, cores=cores)
        self.names = [f"robot_{k + 1}" for k in range(self.worlds.robot_count)]
        """Of a world's robots."""
        self.steps = np.zeros(count, np.int64)
        """[N] actions so far."""

    @property
    def observation_space(self) -> gym.spaces.Box:
        """What one robot observes.

        Proximities over 1023 (0 nothing, 1 touching), eight of them; then, where the task has
        them, light as (500 - reading) / 450 (0 dark, 1 bright), eight; arm (0 up, 1 down), jaws
        (0 closed, 1 open), light barrier (1 broken). Or the eye's picture, [48, 64, 3] red, green,
        blue.
        """
        if self.task.looks:
            return gym.spaces.Box(0, 255, (PICTURE_PX[1], PICTURE_PX[0], 3), np.uint8)
        sensors = self.worlds.proximity.shape[2]
        width = sensors * (2 if self.task.sees_light else 1) + (3 if self.task.grips else 0)
        return gym.spaces.Box(0.0, 1.0, (width,), np.float32)

    @property
    def action_space(self) -> gym.spaces.Box:
        """What one robot does.

        Speeds of the left and right wheel, as shares of the task's top speed, rounded to whole
        pulses a tick; with a gripper also arm (above 0: down) and jaws (above 0: closed).
        """
        return gym.spaces.Box(-1.0, 1.0, (4 if self.task.grips else 2,), np.float32)

    def begin(self, which: NDArray[np.int64], rngs: Sequence[np.random.Generator]) -> None:
        """Begin episodes of some worlds; noise and places of each come from its own generator."""
        seeds = [int(rng.integers(0, 2**31)) for rng in rngs]
        self.worlds.reset(which)
        poses = self.worlds.random_poses(rngs, which) if self.task.starts_anywhere else None
        self.worlds.reset(which, seeds=seeds, poses=poses)
        self.steps[which] = 0

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is only for drawing: a copy makes its own on demand."""
        return {name: value for name, value in vars(self).items() if name != "_view"}

    def moment(self) -> Moment:
        """Return a copy of everything."""
        worlds = self.worlds
        return Moment(worlds.robots.copy(), worlds.clocks.copy(), self.task.top_speed)

    def act(self, actions: NDArray[Any]) -> tuple[Floats, NDArray[np.bool_], NDArray[np.bool_]]:
        """Apply the actions [N, R, A]; return rewards [N, R], who is done, who is cut off.

        Raises:
            BadInput: The actions are no numbers, or not as many as are needed.
        """
        shape = (self.worlds.count, self.worlds.robot_count, *self.action_space.shape)
        wanted = checked_actions(actions, shape)
        before = self.moment()
        speeds = np.rint(wanted[..., :2] * self.task.top_speed)
        if self.task.grips:
            self.worlds.set_arms(np.where(wanted[..., 2] > 0.0, ARM_DOWN, ARM_UP))
            self.worlds.set_grips(wanted[..., 3] > 0.0)
        self.worlds.step(speeds, self._period_ticks)
        self.steps += 1
        after = self.moment()
        terminated = self.worlds.achieved if self.task.ends is None else self.task.ends(after)
        truncated = (self.steps >= self._most_steps) & ~terminated
        return self.task.reward(before, after), terminated, truncated

    def observe(self) -> NDArray[Any]:
        """Return [N, R, ...] what the robots observe."""
        if self.task.looks:
            return np.array(
                [
                    [self._picture(world, robot) for robot in range(self.worlds.robot_count)]
                    for world in range(self.worlds.count)
                ]
            )
        robots = self.worlds.robots
        parts = [robots["proximity"] / 1023.0]
        if self.task.sees_light:
            parts.append((500.0 - robots["ambient"]) / 450.0)
        if self.task.grips:
            arm = robots["arm_position"] / ARM_DOWN
            jaws = robots["jaw_gap_mm"] / robots["open_gap_mm"]
            parts.append(np.stack([arm, jaws, robots["object_present"]], axis=2))
        observed: NDArray[np.float32] = np.clip(
            np.concatenate(parts, axis=2), 0.0, 1.0, dtype=np.float64
        ).astype(np.float32)
        return observed

    def render(self, world: int) -> NDArray[np.uint8]:
        """Return a picture of a world from above [360, 480, 3]."""
        return self._view.overhead(self._snapshot(world), RENDERED_PX)

    def _picture(self, world: int, robot: int) -> NDArray[np.uint8]:
        return self._view.eye(self._snapshot(world), robot, PICTURE_PX)

    @cached_property
    def _view(self) -> EyeView:
        return EyeView(self.worlds.mazes[0])

    def _snapshot(self, world: int) -> Any:
        return take_snapshot(self.worlds.mazes[0], State(**self.worlds.tables(world)))

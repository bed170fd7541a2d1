"""The tasks as Gymnasium's environments: one world, or many at once."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from wsusim.errors import BadInput
from wsusim.learning.episodes import Episodes
from wsusim.learning.tasks import TASKS, Task

Array = NDArray[Any]
Info = dict[str, Any]

METADATA: Info = {"render_modes": ["rgb_array"], "render_fps": 10}


class WsusimEnv(gym.Env[Array, Array]):
    """One robot in one world; see ``Episodes`` for what it observes and does.

    Args:
        task: The task, or its name.
        render_mode: ``rgb_array`` or none.
    """

    metadata = METADATA

    def __init__(self, task: Task | str, render_mode: str | None = None) -> None:
        self._episodes = Episodes(_task(task), 1, cores=1)
        self.render_mode = render_mode
        self.observation_space = self._episodes.observation_space
        self.action_space = self._episodes.action_space

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Array, Info]:
        """Begin an episode; the seed decides noise and start."""
        super().reset(seed=seed)
        self._episodes.begin(np.array([0]), [self.np_random])
        return self._episodes.observe()[0, 0], {}

    def step(self, action: Array) -> tuple[Array, float, bool, bool, Info]:
        """Act for the task's period."""
        rewards, terminated, truncated = self._episodes.act(np.asarray(action)[None, None])
        observed = self._episodes.observe()[0, 0]
        return observed, float(rewards[0, 0]), bool(terminated[0]), bool(truncated[0]), {}

    def render(self) -> Any:
        """Return the world from above, [360, 480, 3]."""
        return self._episodes.render(0) if self.render_mode == "rgb_array" else None


class WsusimVectorEnv(VectorEnv[Array, Array, Array]):
    """Many worlds with a robot each, stepped in one call on all cores.

    A world whose episode has ended begins a new one with the next step. World ``k`` of those that
    begin with the seed ``s`` is a ``WsusimEnv`` that begins with ``s + k``, to the bit.

    Args:
        task: The task, or its name.
        num_envs: How many worlds.
        render_mode: ``rgb_array`` (a picture of each world) or none.
    """

    metadata = METADATA | {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, task: Task | str, num_envs: int = 1, render_mode: str | None = None) -> None:
        self._episodes = Episodes(_task(task), num_envs)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = self._episodes.observation_space
        self.single_action_space = self._episodes.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, np.bool_)
        self._rngs = [seeding.np_random(None)[0] for _ in range(num_envs)]

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Info | None = None
    ) -> tuple[Array, Info]:
        """Begin all episodes.

        Args:
            seed: Of the first world, the next ones for those after it; or a list with one for each.
                A world without a seed goes on with its own random numbers.
            options: Ignored.

        Raises:
            BadInput: There are not as many seeds as worlds.
        """
        seeds = _seeds(seed, self.num_envs)
        super().reset(seed=seeds[0])
        for world, own in enumerate(seeds):
            if own is not None:
                self._rngs[world] = seeding.np_random(own)[0]
        self._episodes.begin(np.arange(self.num_envs), self._rngs)
        self._over[:] = False
        return self._episodes.observe()[:, 0], {}

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Info]:
        """Act in all worlds."""
        over = self._over
        rewards, terminated, truncated = self._episodes.act(np.asarray(actions)[:, None])
        if over.any():
            ended = np.flatnonzero(over)
            self._episodes.begin(ended, [self._rngs[world] for world in ended.tolist()])
        terminated, truncated = terminated & ~over, truncated & ~over
        self._over = terminated | truncated
        earned = np.where(over, 0.0, rewards[:, 0])
        return self._episodes.observe()[:, 0], earned, terminated, truncated, {}

    def render(self) -> tuple[Array, ...] | None:
        """Return each world from above."""
        if self.render_mode != "rgb_array":
            return None
        return tuple(self._episodes.render(world) for world in range(self.num_envs))


def _seeds(seed: int | list[int | None] | None, count: int) -> list[int | None]:
    if seed is None:
        return [None] * count
    if isinstance(seed, list):
        if len(seed) != count:
            raise BadInput(f"There are {count} worlds, but {len(seed)} seeds. Give one for each.")
        return seed
    return [seed + world for world in range(count)]


def _task(task: Task | str) -> Task:
    if isinstance(task, str) and task not in TASKS:
        raise BadInput(f"There is no task {task!r}. Choose one of: {', '.join(TASKS)}.")
    return TASKS[task] if isinstance(task, str) else task


def register() -> None:
    """Register all environments with Gymnasium, ``wsusim/Maze-v0`` and so on."""
    for name in TASKS:
        gym.register(
            f"wsusim/{name}-v0",
            entry_point="wsusim.learning.environments:WsusimEnv",
            vector_entry_point="wsusim.learning.environments:WsusimVectorEnv",
            kwargs={"task": name},
        )
    gym.register("wsusim/Ciber-v0", entry_point="wsusim.learning.ciber_arena:CiberEnv")

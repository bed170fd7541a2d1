"""The tasks for several robots in one world, as PettingZoo's parallel environment."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from wsusim.errors import BadInput, NotInstalled
from wsusim.learning import EXTRA, WHAT
from wsusim.learning.episodes import Episodes
from wsusim.learning.soccer_environment import Games, Soccer
from wsusim.learning.tasks import WANDER, Task

try:
    from pettingzoo import ParallelEnv
except ModuleNotFoundError as missing:
    raise NotInstalled(WHAT, missing.name, EXTRA) from None

Array = NDArray[Any]
Told = dict[str, Any]


class WsusimParallelEnv(ParallelEnv[str, Array, Array]):  # type: ignore[misc]
    """All robots of a maze, or of two teams; each agent observes and does what one robot can.

    Agents are called ``robot_1`` and so on; those who play soccer ``blue_1``, ``yellow_1``.

    Args:
        task: The task, or a game of soccer; without: to wander about in ``crowd``, ten of them.
        render_mode: ``rgb_array`` or none.
    """

    metadata: ClassVar[Told] = {
        "render_modes": ["rgb_array"],
        "name": "wsusim_v0",
        "is_parallelizable": True,
        "render_fps": 10,
    }

    def __init__(self, task: Task | Soccer | None = None, render_mode: str | None = None) -> None:
        self._episodes: Episodes | Games
        if isinstance(task, Soccer):
            self._episodes = Games(task)
        else:
            self._episodes = Episodes(task or replace(WANDER, maze="crowd"), 1, cores=1)
        self.render_mode = render_mode
        self.possible_agents = list(self._episodes.names)
        self.agents: list[str] = []
        self._rng = np.random.default_rng()
        self._observed = self._episodes.observation_space
        self._acts = dict.fromkeys(self.possible_agents, self._episodes.action_space)

    def observation_space(self, agent: str) -> gym.spaces.Space[Any]:
        """Return what an agent observes; the same for all."""
        return self._observed

    def action_space(self, agent: str) -> gym.spaces.Space[Any]:
        """Return what an agent can do; the same for all."""
        return self._acts[agent]

    def reset(
        self, seed: int | None = None, options: Told | None = None
    ) -> tuple[dict[str, Array], dict[str, Told]]:
        """Begin an episode with all robots."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self._episodes.begin(np.array([0]), [self._rng])
        return self._told(self._episodes.observe()[0]), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Array]
    ) -> tuple[
        dict[str, Array], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Told]
    ]:
        """Let all robots act at once; an episode ends for all together."""
        if actions.keys() != set(self.agents):
            raise BadInput(
                f"There are actions for {sorted(actions)}, but the agents are {self.agents}. After "
                "the end of an episode there are none: call reset()."
            )
        wanted = np.stack([actions[agent] for agent in self.agents])
        rewards, terminated, truncated = self._episodes.act(wanted[None])
        agents = self.agents
        told = (
            self._told(self._episodes.observe()[0]),
            dict(zip(agents, rewards[0].tolist(), strict=True)),
            dict.fromkeys(agents, bool(terminated[0])),
            dict.fromkeys(agents, bool(truncated[0])),
            {agent: Told() for agent in agents},
        )
        if terminated[0] or truncated[0]:
            self.agents = []
        return told

    def render(self) -> Any:
        """Return the world from above, [360, 480, 3]."""
        return self._episodes.render(0) if self.render_mode == "rgb_array" else None

    def _told(self, observed: Array) -> dict[str, Array]:
        return dict(zip(self.agents, observed, strict=True))

"""The CiberMouse arena for learning: one agent (Gymnasium) or a team (PettingZoo).

The arena runs its cycles in this process, without a network: same rules, sensors and noise as in a
match, as fast as possible.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, ClassVar

import gymnasium as gym
import numpy as np
from gymnasium.utils import seeding
from numpy.typing import NDArray

from wsusim.ciber.agent_orders import GREATEST_POWER, Actions
from wsusim.ciber.arena import Phase
from wsusim.ciber.match_choice import Scene, scene_of
from wsusim.ciber.match_robot import Robot, State
from wsusim.ciber.measures import IR_ANGLES_DEG, LINE_POINTS
from wsusim.ciber.scoring import is_higher_better
from wsusim.errors import BadInput, NotInstalled
from wsusim.learning import EXTRA, WHAT
from wsusim.model.elementary import cos, sin

try:
    from pettingzoo import ParallelEnv
except ModuleNotFoundError as missing:
    raise NotInstalled(WHAT, missing.name, EXTRA) from None

Array = NDArray[Any]
Told = dict[str, Any]

MOTORS, LEDS = 2, 3
GREATEST_SEEN = 10.0
"""Obstacle sensors are cut off there: 1 / distance, so a tenth of a robot away."""

POINTS_A_REWARD = 10.0
"""A cell of a loop is a reward of 1."""


class Matches:
    """One match after the other of a scene, cycle by cycle.

    What a robot observes, [n]: four obstacle sensors (0 to 10), seven points of the line sensor,
    whether it runs into something, cosine and sine of the compass, the GPS from its start (robot
    diameters), the target under it (0 none, 1 the first), the share of the match that is over, and
    for each beacon whether it is seen, with cosine and sine of its direction. What the rules don't
    give is 0. What it does, [5] from -1 to 1: two motors, then the visiting, returning and end
    led, which are lit above 0.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._make = scene.arena_maker()
        self.arena = self._make()
        if not self.arena.parameters.sim_time_cycles:
            raise BadInput("The SimTime of these rules is 0: such a match has no end. Give cycles.")
        self._sign = 1.0 if is_higher_better(self.arena.judge.name) else -1.0
        self._scores: dict[int, int] = {}
        self._origins: dict[int, tuple[float, float]] = {}
        self.arena.judge.prepare(self.arena)

    @property
    def observation_space(self) -> gym.spaces.Box:
        """Return what one robot observes."""
        beacons = len(self.arena.lab.beacons)
        size = max(self.arena.lab.width, self.arena.lab.height)
        limits = [GREATEST_SEEN] * len(IR_ANGLES_DEG) + [1.0] * (LINE_POINTS + 3)
        limits += (
            [2.0 * size] * 2
            + [float(max(1, len(self.arena.lab.targets))), 1.0]
            + [1.0] * 3 * beacons
        )
        high = np.array(limits, dtype=np.float32)
        return gym.spaces.Box(-high, high, dtype=np.float32)

    @property
    def action_space(self) -> gym.spaces.Box:
        """Return what one robot can do."""
        return gym.spaces.Box(-1.0, 1.0, (MOTORS + LEDS,), dtype=np.float32)

    def begin(self, robots: int, seed: int) -> None:
        """Begin a match with so many robots."""
        arena = self.arena = self._make()
        arena.seed = seed
        for number in range(1, robots + 1):
            arena.register(f"robot_{number}", number)
        arena.start()
        arena.step()
        arena.end_cycle()
        self._scores = dict.fromkeys(arena.robots, 0)
        self._pass_first_points()
        self._origins = {
            number: robot.measured.gps
            for number, robot in arena.robots.items()
            if robot.measured is not None
        }

    def act(self, wanted: dict[int, Array]) -> dict[int, float]:
        """Let a cycle pass; return what each robot has earned in it."""
        arena = self.arena
        for number, action in wanted.items():
            values = np.clip(np.nan_to_num(np.asarray(action, dtype=np.float64)), -1.0, 1.0)
            left, right = (GREATEST_POWER * values[:MOTORS]).tolist()
            visiting, returning, end = (values[MOTORS:] > 0.0).tolist()
            arena.take(number, Actions(left, right, end, returning, visiting))
        arena.step()
        arena.end_cycle()
        earned = {}
        for number, robot in arena.robots.items():
            gained = robot.score - self._scores[number]
            earned[number] = self._sign * gained / POINTS_A_REWARD
            self._scores[number] = robot.score
        return earned

    def observe(self, number: int) -> Array:
        """Return what a robot observes."""
        arena, told = self.arena, self.arena.robots[number].measured
        assert told is not None
        p, origin = arena.parameters, self._origins[number]
        compass = math.radians(told.compass_deg)
        values = [*told.obstacles, *map(float, told.line), float(told.is_colliding)]
        values += [cos(compass), sin(compass)] if p.has_compass else [0.0, 0.0]
        values += [told.gps[n] - origin[n] if p.has_gps else 0.0 for n in (0, 1)]
        values += [told.ground + 1.0, arena.time / p.sim_time_cycles]
        for angle_deg in told.beacons:
            is_seen = p.has_beacon_sensor and angle_deg is not None
            angle = math.radians(angle_deg) if is_seen and angle_deg is not None else 0.0
            values += [1.0, cos(angle), sin(angle)] if is_seen else [0.0] * 3
        space = self.observation_space
        return np.clip(np.array(values, dtype=np.float32), space.low, space.high)

    def is_done(self, number: int) -> bool:
        """Return whether a robot no longer takes part."""
        return self.arena.robots[number].state in (State.FINISHED, State.REMOVED)

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return self.arena.phase is Phase.FINISHED

    def about(self, number: int) -> Told:
        """Return what is known about a robot besides what it observes."""
        robot: Robot = self.arena.robots[number]
        return {
            "score": robot.score,
            "collisions": robot.collisions,
            "visited": sorted(robot.visited),
            "cycle": self.arena.time,
        }

    def _pass_first_points(self) -> None:
        """Ignore the points with which a match begins, which come in its first cycle."""
        if self.arena.judge.name.split()[0] == "0":
            whole = 100 + 100 * len(self.arena.lab.targets)
            self._scores = dict.fromkeys(self._scores, whole)
        elif self.arena.judge.name.startswith("team"):
            self._scores = {n: robot.score for n, robot in self.arena.robots.items()}


def scene_for(challenge: str | None, labs_folder: str | Path | None, **scene: Any) -> Scene:
    """Return the scene of a challenge, or the one that is described."""
    if challenge is None:
        return Scene(**scene)
    folder = None if labs_folder is None else Path(labs_folder)
    return scene_of(challenge, folder, **scene)


class CiberEnv(gym.Env[Array, Array]):
    """One robot in a match.

    Args:
        challenge: Such as ``rmi-2223/C1``; ``None``: what ``scene`` says.
        labs_folder: A clone of the official tools.
        scene: ``lab``, ``scoring``, ``cycles`` and so on, as in ``match_choice.Scene``.
    """

    metadata: Told = {"render_modes": []}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        challenge: str | None = "rmi-2223/C1",
        labs_folder: str | Path | None = None,
        render_mode: str | None = None,
        **scene: Any,
    ) -> None:
        self._matches = Matches(scene_for(challenge, labs_folder, **scene))
        self.render_mode = render_mode
        self.observation_space = self._matches.observation_space
        self.action_space = self._matches.action_space

    def reset(self, *, seed: int | None = None, options: Told | None = None) -> tuple[Array, Told]:
        """Begin a match; without a seed, with new noise each time."""
        super().reset(seed=seed)
        self._matches.begin(1, int(self.np_random.integers(2**31)))
        return self._matches.observe(1), self._matches.about(1)

    def step(self, action: Array) -> tuple[Array, float, bool, bool, Told]:
        """Let a cycle of the match pass."""
        _check(action)
        earned = self._matches.act({1: action})[1]
        told = self._matches.observe(1), earned
        return *told, self._matches.is_done(1), self._matches.is_over, self._matches.about(1)


class CiberParallelEnv(ParallelEnv[str, Array, Array]):  # type: ignore[misc]
    """A team in a match: ``robot_1`` and so on, one at each start position.

    Args:
        challenge: Such as ``rtss-2008/leg1``; ``None``: what ``scene`` says.
        labs_folder: A clone of the official tools.
        scene: As for ``CiberEnv``.
    """

    metadata: ClassVar[Told] = {
        "render_modes": [],
        "name": "wsusim_ciber_v0",
        "is_parallelizable": True,
    }

    def __init__(
        self,
        challenge: str | None = "rtss-2008/leg1",
        labs_folder: str | Path | None = None,
        render_mode: str | None = None,
        **scene: Any,
    ) -> None:
        self._matches = Matches(scene_for(challenge, labs_folder, **scene))
        self.render_mode = render_mode
        self._numbers = {f"robot_{n + 1}": n + 1 for n in range(len(self._matches.arena.grid))}
        self.possible_agents = list(self._numbers)
        self.agents: list[str] = []
        self._observed, self._acts = self._matches.observation_space, self._matches.action_space
        self._rng, _ = seeding.np_random()

    def observation_space(self, agent: str) -> gym.spaces.Space[Any]:
        """Return what an agent observes; the same for all."""
        return self._observed

    def action_space(self, agent: str) -> gym.spaces.Space[Any]:
        """Return what an agent can do; the same for all."""
        return self._acts

    def reset(
        self, seed: int | None = None, options: Told | None = None
    ) -> tuple[dict[str, Array], dict[str, Told]]:
        """Begin a match with all robots."""
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self.agents = list(self.possible_agents)
        self._matches.begin(len(self.agents), int(self._rng.integers(2**31)))
        return self._observe(), self._about()

    def step(
        self, actions: dict[str, Array]
    ) -> tuple[
        dict[str, Array], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Told]
    ]:
        """Let a cycle pass; a robot that is done leaves."""
        if actions.keys() != set(self.agents):
            raise BadInput(
                f"There are actions for {sorted(actions)}, but the agents are {self.agents}. After "
                "the end of a match there are none: call reset()."
            )
        for action in actions.values():
            _check(action)
        earned = self._matches.act({self._numbers[name]: a for name, a in actions.items()})
        told = (
            self._observe(),
            {name: earned[self._numbers[name]] for name in self.agents},
            {name: self._matches.is_done(self._numbers[name]) for name in self.agents},
            dict.fromkeys(self.agents, self._matches.is_over),
            self._about(),
        )
        self.agents = [name for name in self.agents if not (told[2][name] or told[3][name])]
        return told

    def _observe(self) -> dict[str, Array]:
        return {name: self._matches.observe(self._numbers[name]) for name in self.agents}

    def _about(self) -> dict[str, Told]:
        return {name: self._matches.about(self._numbers[name]) for name in self.agents}


def _check(action: Array) -> None:
    if np.shape(action) != (MOTORS + LEDS,):
        raise BadInput(
            f"An action has the shape {np.shape(action)}, but it must be {(MOTORS + LEDS,)}: left "
            "and right motor, visiting, returning and end led, from -1 to 1."
        )

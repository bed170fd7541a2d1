"""Soccer for learning: games of one to five a side, with the engine's referee."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from wsusim.engine.eye import EyeView
from wsusim.engine.simulation import Simulation
from wsusim.errors import BadInput
from wsusim.kernels import elementwise
from wsusim.learning.episodes import RENDERED_PX, checked_actions
from wsusim.learning.rewards import Floats, Play, score_goals
from wsusim.model.commands import SetSpeeds
from wsusim.model.elementary import hypot
from wsusim.model.soccer_field import GAME_S, MOST_PLAYERS, TEAMS, soccer_field
from wsusim.model.units import TICKS_PER_SECOND

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Soccer:
    """A game between two teams of robots that learn.

    Attributes:
        players: In each team, 1 to 5.
        game_s: Length of a game, after which it is cut off.
        reward: The reward: gets the ``Play`` before and after, returns a number for each robot.
        period_s: How long an action lasts.
        top_speed: Pulses a tick (8 mm/s) that an action of 1 means.
    """

    players: int = 2
    game_s: float = GAME_S
    reward: Callable[[Play, Play], Floats] = score_goals
    period_s: float = 0.1
    top_speed: float = 40.0


class Games:
    """One game after the other; what ``Episodes`` are to other tasks, for a single world.

    Raises:
        BadInput: There are too few or too many players.
    """

    def __init__(self, soccer: Soccer) -> None:
        if not 1 <= soccer.players <= MOST_PLAYERS:
            raise BadInput(
                f"`players` is {soccer.players}, but a team has 1 to {MOST_PLAYERS} players."
            )
        self.soccer = soccer
        self.world = soccer_field(soccer.players, soccer.game_s)
        self.names = [f"{team}_{k + 1}" for team in TEAMS for k in range(soccer.players)]
        """Of the robots: ``blue_1`` ..., then ``yellow_1`` ..."""
        self._simulation = Simulation(self.world)
        goals = sorted((goal.pose.x_mm, goal.pose.y_mm) for goal in self.world.goals)
        own = np.repeat([0, 1], soccer.players)
        self._goals_mm = np.stack([np.array(goals)[1 - own], np.array(goals)[own]], axis=1)
        """[R, 2, 2] the others' and the own one."""
        blue, yellow = np.split(np.arange(2 * soccer.players), 2)
        self._around = np.array(
            [
                [*np.roll(team, -k)[1:], *others]
                for team, others in ((blue, yellow), (yellow, blue))
                for k in range(soccer.players)
            ]
        )
        """[R, R - 1] team mates, then the others."""
        self._size_mm = hypot(self.world.arena.width_mm, self.world.arena.height_mm)

    @property
    def observation_space(self) -> gym.spaces.Box:
        """What one player observes.

        Eight proximities over 1023. Then places as the player sees them, ahead and to the left, in
        diagonals of the field: ball, the others' goal, its own, team mates, the others.
        """
        places = 3 + self._around.shape[1]
        low = np.concatenate([np.zeros(8), -np.ones(2 * places)]).astype(np.float32)
        return gym.spaces.Box(low, np.ones_like(low), dtype=np.float32)

    @property
    def action_space(self) -> gym.spaces.Box:
        """What one player does: speeds of the left and right wheel, in shares of the top speed."""
        return gym.spaces.Box(-1.0, 1.0, (2,), np.float32)

    def begin(self, _which: NDArray[np.int64], rngs: Sequence[np.random.Generator]) -> None:
        """Kick off a game, whose noise comes from the only one of ``rngs``."""
        self._simulation = Simulation(self.world, seed=int(rngs[0].integers(0, 2**31)))

    def __getstate__(self) -> dict[str, Any]:
        """Return the state of the game as plain tables, without what is only for drawing."""
        state = {name: value for name, value in vars(self).items() if name != "_view"}
        going = state.pop("_simulation")
        return state | {"game": (going.seed, going.save_state())}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Go on from a state, with a new simulation."""
        seed, tables = state.pop("game")
        vars(self).update(state)
        self._simulation = Simulation(self.world, seed=seed)
        self._simulation.restore_state(tables)

    def act(self, actions: Array) -> tuple[Floats, NDArray[np.bool_], NDArray[np.bool_]]:
        """Apply the actions [1, R, 2]; return rewards [1, R], that none is done, who is cut off.

        Raises:
            BadInput: The actions are no numbers, or not as many as are needed.
        """
        wanted = checked_actions(actions, (1, len(self.names), 2))[0]
        before = self.play()
        speeds = np.rint(wanted * self.soccer.top_speed).astype(int)
        for robot, (left, right) in enumerate(speeds.tolist()):
            self._simulation.apply(robot, SetSpeeds(left, right))
        self._simulation.advance(round(self.soccer.period_s * TICKS_PER_SECOND))
        earned = self.soccer.reward(before, self.play())
        return earned[None], np.zeros(1, np.bool_), np.array([self._simulation.ended])

    def observe(self) -> NDArray[np.float32]:
        """Return [1, R, ...] what the players observe."""
        play = self.play()
        robots = play.robots
        here = np.stack([robots["x_mm"], robots["y_mm"]], axis=1)
        ball = np.broadcast_to(play.ball_mm, (len(here), 1, 2))
        seen = np.concatenate([ball, self._goals_mm, here[self._around]], axis=1)
        away = (seen - here[:, None]) / self._size_mm
        heading_rad = robots["heading_rad"][:, None]
        cos, sin = elementwise.cos(heading_rad), elementwise.sin(heading_rad)
        ahead = cos * away[..., 0] + sin * away[..., 1]
        left = cos * away[..., 1] - sin * away[..., 0]
        places = np.stack([ahead, left], axis=2).reshape(len(here), -1)
        near = robots["proximity"] / 1023.0
        return np.concatenate([near, places], axis=1)[None].astype(np.float32)

    def play(self) -> Play:
        """Return a copy of the game's state."""
        state = self._simulation.state
        ball = state.discs[0]
        clock = state.clock
        return Play(
            robots=state.tables["robots"].copy(),
            ball_mm=np.array([ball.x_mm, ball.y_mm]),
            score=(int(clock.goals_left), int(clock.goals_right)),
            length_mm=float(self.world.arena.width_mm),
        )

    @cached_property
    def _view(self) -> EyeView:
        return EyeView(self.world)

    def render(self, _world: int) -> NDArray[np.uint8]:
        """Return a picture of the field from above [360, 480, 3]."""
        return self._view.overhead(self._simulation.snapshot(), RENDERED_PX)

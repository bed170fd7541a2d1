"""How the robots of a match move: motors with inertia, a turn after a step, collisions with blame.

Source: the contest's rules and the public simulator, measured (``shared`` facts of the project's
manual: manual/explanation/cibermouse.md). A robot is a disc of diameter 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wsusim.ciber.agent_orders import GREATEST_POWER
from wsusim.kernels import elementwise
from wsusim.kernels.contest import Floats, gaps_to_edges
from wsusim.model.fixed_order import lengths

Bools = NDArray[np.bool_]

RADIUS = 0.5
INERTIA = 0.5
"""Share of a motor's last output in its next one."""


@dataclass(slots=True)
class Bodies:
    """Robots in motion; a row each.

    Attributes:
        poses: [n, 3] x, y (um), heading (rad).
        outputs: [n, 2] what left and right motor gave in the last cycle.
        orders: [n, 2] what the agents asked for last; it stays until they ask again.
        is_hitting_wall: [n] whether it ran into a wall in the last cycle.
        is_hitting_robot: [n] whether it ran into a robot, by its own fault.
    """

    poses: Floats
    outputs: Floats
    orders: Floats
    is_hitting_wall: Bools
    is_hitting_robot: Bools

    @classmethod
    def at(cls, poses: Floats) -> Bodies:
        """Return robots at rest."""
        n = len(poses)
        return cls(
            poses.copy(),
            np.zeros((n, 2)),
            np.zeros((n, 2)),
            np.zeros(n, dtype=np.bool_),
            np.zeros(n, dtype=np.bool_),
        )

    def step(
        self,
        walls: Floats,
        factors: Floats,
        *,
        is_moving: Bools,
        is_there: Bools,
        is_noise_fed_back: bool,
    ) -> None:
        """Let one cycle pass.

        Args:
            walls: [e, 4+] edges of all that is solid.
            factors: [n, 2] this cycle's noise of each motor, about 1.
            is_moving: [n] who goes where its motors drive. Those of one that is done still turn,
                and it touches what it would run into, but it stays where it is.
            is_there: [n] who takes part, and is an obstacle to others.
            is_noise_fed_back: Whether the inertia keeps the noise.
        """
        aimed = (1.0 - INERTIA) * np.clip(
            self.orders, -GREATEST_POWER, GREATEST_POWER
        ) + INERTIA * self.outputs
        powers = np.where(is_there[:, None], aimed * factors, 0.0)
        kept = powers if is_noise_fed_back else aimed
        self.outputs = np.where(is_there[:, None], kept, 0.0)
        forward = powers.mean(axis=1)
        heading = self.poses[:, 2]
        way = forward[:, None] * np.stack(
            [elementwise.cos(heading), elementwise.sin(heading)], axis=1
        )
        there = self.poses[:, 0:2] + way
        gap = np.empty(len(there))
        gaps_to_edges(there, walls, gap)
        self.is_hitting_wall = is_there & (gap < RADIUS)
        self.is_hitting_robot = _to_blame(self.poses[:, 0:2], there, way, is_there)
        is_free = is_moving & ~self.is_hitting_wall & ~self.is_hitting_robot
        self.poses[:, 0:2] = np.where(is_free[:, None], there, self.poses[:, 0:2])
        turned = heading + powers[:, 1] - powers[:, 0]
        wrapped = (turned + np.pi) % (2.0 * np.pi) - np.pi
        self.poses[:, 2] = np.where(is_moving, wrapped, heading)


def _to_blame(here: Floats, there: Floats, way: Floats, is_there: Bools) -> Bools:
    """Return [n] who runs into another: the one that drives towards the other's place, maybe both.

    They meet where they would be after this cycle; the places before it decide on blame.
    """
    gaps = there[None, :, :] - there[:, None, :]
    apart = lengths(gaps[..., 0], gaps[..., 1])
    is_meeting = (apart < 2.0 * RADIUS) & is_there[None, :] & is_there[:, None]
    np.fill_diagonal(is_meeting, val=False)
    towards = here[None, :, :] - here[:, None, :]
    is_approaching = (way[:, None, 0] * towards[..., 0] + way[:, None, 1] * towards[..., 1]) > 0.0
    is_to_blame: Bools = np.any(is_meeting & is_approaching, axis=1)
    return is_to_blame

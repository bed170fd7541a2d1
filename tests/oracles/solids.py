"""The gaps of a whole run, by plain geometry and from the world alone, not the engine's map."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tests.oracles.ground import Floor
from tests.oracles.overlaps import gripper
from tests.oracles.plane import Figure, Floats, is_inside, point_gaps
from wsusim.engine.simulation import Simulation
from wsusim.kernels.records import ABSENT, FIXED
from wsusim.robots import robot_kind

INSIDE_MM = -1.0
"""Stands for the gap of a gripper that touches something: how deep it is in is not worked out."""


class Logbook:
    """Notes where everything is, tick after tick, and judges it all at the end."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._kinds = [robot_kind(start.kind) for start in simulation.world.robots]
        self._places: list[Floats] = []
        self._is_there: list[NDArray[np.bool_]] = []
        self._grippers: list[tuple[int, int, list[Figure]]] = []

    def note(self) -> None:
        """Note this tick: robots, then discs; and the grippers that are down."""
        state = self._simulation.state
        robots, discs = state.robots, state.discs
        self._places.append(np.array([(thing.x_mm, thing.y_mm) for thing in (*robots, *discs)]))
        is_there = [*(True for _ in robots), *(disc.state != ABSENT for disc in discs)]
        self._is_there.append(np.array(is_there))
        self._grippers += [
            (len(self._places) - 1, number, gripper(robot, self._kinds[number]))
            for number, robot in enumerate(robots)
            if robot.arm_is_down
        ]

    def least_gaps_mm(self) -> dict[str, float]:
        """Return the least gap that there ever was of each kind of pair, negative inside.

        Of bodies in solid ground it is minus the whole radius once the centre is in there.
        """
        state = self._simulation.state
        radius = np.array([thing.radius_mm for thing in (*state.robots, *state.discs)])
        is_lamp = np.array(
            [*(False for _ in state.robots), *(disc.state == FIXED for disc in state.discs)]
        )
        floor = Floor(self._simulation.world)
        places = np.array(self._places)
        is_there = np.array(self._is_there)
        to_solid = floor.point_gaps_mm(places.reshape(-1, 2)).reshape(places.shape[:2]) - radius
        gaps = {"solid": float(to_solid[:, ~is_lamp][is_there[:, ~is_lamp]].min())}

        first, second = np.triu_indices(len(radius), 1)
        can_meet = ~(is_lamp[first] & is_lamp[second])
        first, second = first[can_meet], second[can_meet]
        apart = np.hypot(*(places[:, first] - places[:, second]).transpose(2, 0, 1))
        apart -= radius[first] + radius[second]
        both = is_there[:, first] & is_there[:, second]
        gaps["bodies"] = float(apart[both].min(initial=np.inf))

        gaps["gripper"] = min(
            (
                min(
                    min(floor.gap_mm(part) or INSIDE_MM for part in parts),
                    self._to_bodies_mm(parts, places[tick], radius, is_there[tick], robot),
                )
                for tick, robot, parts in self._grippers
            ),
            default=np.inf,
        )
        return gaps

    def _to_bodies_mm(
        self,
        parts: list[Figure],
        places: Floats,
        radius: Floats,
        is_there: NDArray[np.bool_],
        robot: int,
    ) -> float:
        """Return the least gap of a gripper to all bodies but its own robot's."""
        others = is_there.copy()
        others[robot] = False
        centres = places[others]
        gaps = [
            np.where(
                is_inside(part.points, centres),
                INSIDE_MM,
                point_gaps(centres, part.starts, part.ends).min(axis=1),
            )
            for part in parts
        ]
        return float((np.array(gaps) - radius[others]).min(initial=np.inf))

"""The gaps of a whole run, by shapely, from the world alone and not from the engine's map."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from tests.oracles.overlaps import gripper
from wsusim.engine.simulation import Simulation
from wsusim.kernels.records import ABSENT, FIXED
from wsusim.model.world import World

Floats = NDArray[np.float64]

FAR_MM = 1000.0
"""How much solid ground is laid around the arena."""


def solid_ground(world: World) -> BaseGeometry:
    """Return everything outside of the arena's outline, and the walls."""
    arena = Polygon(world.arena.outline_mm)
    low_x, low_y, high_x, high_y = arena.bounds
    around = box(low_x - FAR_MM, low_y - FAR_MM, high_x + FAR_MM, high_y + FAR_MM)
    walls = [
        LineString([(w.x0_mm, w.y0_mm), (w.x1_mm, w.y1_mm)]).buffer(
            w.thickness_mm / 2.0, cap_style="flat"
        )
        for w in world.walls
    ]
    solid = shapely.union_all([around.difference(arena), *walls])
    shapely.prepare(solid)
    return solid


class Logbook:
    """Notes where everything is, tick after tick, and judges it all at the end."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._places: list[Floats] = []
        self._is_there: list[NDArray[np.bool_]] = []
        self._grippers: list[tuple[int, int, list[Polygon]]] = []

    def note(self) -> None:
        """Note this tick: robots, then discs; and the grippers that are down."""
        state = self._simulation.state
        robots, discs = state.robots, state.discs
        self._places.append(np.array([(thing.x_mm, thing.y_mm) for thing in (*robots, *discs)]))
        is_there = [*(True for _ in robots), *(disc.state != ABSENT for disc in discs)]
        self._is_there.append(np.array(is_there))
        self._grippers += [
            (len(self._places) - 1, number, gripper(robot))
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
        solid = solid_ground(self._simulation.world)
        places = np.array(self._places)
        is_there = np.array(self._is_there)
        to_solid = shapely.distance(shapely.points(places), solid) - radius
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
                    float(shapely.distance(parts, solid).min()),
                    self._to_bodies_mm(parts, places[tick], radius, is_there[tick], robot),
                )
                for tick, robot, parts in self._grippers
            ),
            default=np.inf,
        )
        return gaps

    def _to_bodies_mm(
        self,
        parts: list[Polygon],
        places: Floats,
        radius: Floats,
        is_there: NDArray[np.bool_],
        robot: int,
    ) -> float:
        """Return the least gap of a gripper to all bodies but its own robot's."""
        others = is_there.copy()
        others[robot] = False
        centres = shapely.points(places[others])
        return float(
            (shapely.distance(np.array(parts)[:, None], centres) - radius[others]).min(
                initial=np.inf
            )
        )

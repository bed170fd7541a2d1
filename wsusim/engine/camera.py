"""The K213 linear camera of a simulated robot: looks along 64 rays and keeps its image a while."""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.optics import BEARINGS_DEG, PIXELS, RANDOM_NUMBERS, expose, motion_of
from wsusim.engine.randomness import Purpose, generator
from wsusim.engine.static_map import build_static_map
from wsusim.kernels.rays import Walls
from wsusim.kernels.sweep import sweep
from wsusim.model.readings import Quantity
from wsusim.model.snapshot import Snapshot
from wsusim.model.units import seconds_to_ticks
from wsusim.model.world import World
from wsusim.robots import robot_kind

# Grey levels of KiKS 2.2.0's preferences, as ratios of white.
CAP_GREY = 70 / 255  # KiKS: cylinder
BALL_GREY = 25 / 255
ROBOT_GREY = 120 / 255
LAMP_GREY = 1.0  # guess: a lamp is as bright as a white wall

_BEARINGS_RAD = np.radians(BEARINGS_DEG)


class CameraWorld(Protocol):
    """What the camera needs of ``engine.Simulation``."""

    world: World
    seed: int
    ideal: bool

    @property
    def tick(self) -> int:
        """The tick that the simulation is in."""

    def read(self, robot: int, quantity: Quantity) -> tuple[int, ...]:
        """Return the newest values of a quantity."""

    def snapshot(self) -> Snapshot:
        """Return everything that can be seen."""


class LinearCamera:
    """A camera on the middle of a robot. Taking an image changes nothing in the simulation."""

    def __init__(self, simulation: CameraWorld, robot: int, period_s: float = 0.2) -> None:
        """Mount the camera on the robot with this index; KiKS: 200 ms from image to image."""
        self._simulation = simulation
        self._robot = robot
        self.period_s = period_s
        self._taken_at_tick: int | None = None
        self._image: tuple[tuple[int, ...], int] = ((), 0)
        world = simulation.world
        self._reach_mm = 2.0 * (world.arena.width_mm + world.arena.height_mm)
        self._lamps = [(light.x_mm, light.y_mm, light.diameter_mm / 2.0) for light in world.lights]
        self._radius_mm = {thing.id: thing.diameter_mm / 2.0 for thing in world.caps + world.balls}
        self._grey = {cap.id: CAP_GREY * cap.reflectivity for cap in world.caps}
        self._grey |= {ball.id: BALL_GREY * ball.reflectivity for ball in world.balls}

    def pixels(self) -> tuple[int, ...]:
        """Return the 64 grey levels of the newest image, 0..255, the first is left."""
        return self._newest()[0]

    def light(self) -> int:
        """Return the light level of the newest image; about 100 bright, 2600 dark."""
        return self._newest()[1]

    @cached_property
    def _walls(self) -> Walls:
        """The maze for the rays; made with the first image, as most robots never take one."""
        static = build_static_map(self._simulation.world)
        return Walls(
            static.cell_mm,
            static.origin_x_mm,
            static.origin_y_mm,
            static.columns,
            static.edges_mm,
            static.edge_reflectivity,
            static.cell_start,
            static.cell_edges,
            static.square_cells,
            static.clear_cells,
        )

    def _newest(self) -> tuple[tuple[int, ...], int]:
        tick = self._simulation.tick
        taken = self._taken_at_tick
        if taken is None or tick - taken >= seconds_to_ticks(self.period_s):
            self._image = self._take(tick)
            self._taken_at_tick = tick
        return self._image

    def _take(self, tick: int) -> tuple[tuple[int, ...], int]:
        simulation = self._simulation
        snapshot = simulation.snapshot()
        me = snapshot.robots[self._robot]
        discs, greys = self._round_things(snapshot)
        distance_mm = np.empty(PIXELS)
        hit = np.empty(PIXELS, dtype=np.int64)
        pose = me.pose
        sweep(
            self._walls,
            pose.x_mm,
            pose.y_mm,
            pose.heading_rad,
            _BEARINGS_RAD,
            discs,
            self._reach_mm,
            distance_mm,
            hit,
        )
        seen = [
            self._walls.edge_reflectivity[h] if h >= 0 else greys[-2 - h] if h <= -2 else 0.0
            for h in hit
        ]
        left, right = simulation.read(self._robot, Quantity.SPEEDS)
        random = None
        if not simulation.ideal:
            stream = generator(simulation.seed, me.id, Purpose.CAMERA, tick)
            random = stream.random(RANDOM_NUMBERS)
        return expose(np.array(seen), distance_mm, motion_of(left, right), random)

    def _round_things(self, snapshot: Snapshot) -> tuple[NDArray[np.float64], list[float]]:
        """Return position, radius and grey level of all round things but this robot."""
        discs = list(self._lamps)
        greys = [LAMP_GREY] * len(discs)
        for thing in snapshot.objects:
            if thing.held_by is None:
                discs.append((thing.x_mm, thing.y_mm, self._radius_mm[thing.id]))
                greys.append(self._grey[thing.id])
        for index, robot in enumerate(snapshot.robots):
            if index != self._robot:
                radius_mm = robot_kind(robot.kind).radius_mm
                discs.append((robot.pose.x_mm, robot.pose.y_mm, radius_mm))
                greys.append(ROBOT_GREY)
        return np.array(discs, dtype=np.float64).reshape(-1, 3), greys

"""The K213 linear camera of a simulated robot: looks along 64 rays and keeps its image a while."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.eye import EyeWorld
from wsusim.engine.occupancy import Occupancy
from wsusim.engine.optics import BEARINGS_DEG, RANDOM_NUMBERS, expose, motion_of
from wsusim.engine.randomness import Purpose, generator
from wsusim.engine.static_map import build_static_map
from wsusim.kernels.ray_fan import sweep
from wsusim.model.readings import Quantity
from wsusim.model.snapshot import Snapshot
from wsusim.model.units import seconds_to_ticks
from wsusim.model.world import Ball, Box, Movable, World
from wsusim.robots import robot_kind

# Grey levels of KiKS 2.2.0's preferences, as ratios of white.
CAP_GREY = 70 / 255  # KiKS: cylinder
BALL_GREY = 25 / 255
ROBOT_GREY = 120 / 255
LAMP_GREY = 1.0  # guess: a lamp is as bright as a white wall

_BEARINGS_RAD = np.radians(BEARINGS_DEG)
_AHEAD_RAD = np.zeros(1)


def _grey(thing: Movable) -> float:
    """Return how bright a loose thing is."""
    return (BALL_GREY if isinstance(thing, Ball) else CAP_GREY) * thing.reflectivity


@dataclass(frozen=True, slots=True)
class Image:
    """One picture of the camera."""

    pixels: tuple[int, ...]
    """64 grey levels, 0..255, the first is left."""
    light: int
    """Light level: about 100 bright, 2600 dark."""


class CameraView:
    """What line cameras see in a world, at any moment of a run or a recording.

    Looking changes nothing.

    Args:
        world: As it was at the start of the run.
        seed: Of the run: the same moment gives the same noise.
        ideal: Without noise.
    """

    def __init__(self, world: World, *, seed: int = 0, ideal: bool = False) -> None:
        self._world = world
        self._seed = seed
        self._ideal = ideal
        self._reach_mm = 2.0 * (world.arena.width_mm + world.arena.height_mm)
        self._greys = np.array(
            [LAMP_GREY * light.reflectivity for light in world.lights]
            + [_grey(thing) for thing in world.movables]
            + [ROBOT_GREY] * len(world.robots)
        )

    def image(self, moment: Snapshot, robot: int) -> Image:
        """Return the picture that the camera of a robot takes at a moment."""
        me = moment.robots[robot]
        distance_mm, edges, things = self._sweep(moment, robot, _BEARINGS_RAD)
        seen = np.where(edges >= 0, self._occupancy.places.edge_reflectivity[edges], 0.0)
        seen[things >= 0] = self._greys[things[things >= 0]]
        random = None
        if not self._ideal:
            stream = generator(self._seed, me.id, Purpose.CAMERA, moment.tick)
            random = stream.random(RANDOM_NUMBERS)
        motion = motion_of(round(me.left_speed), round(me.right_speed))
        return Image(*expose(seen, distance_mm, motion, random))

    def ahead_mm(self, moment: Snapshot, robot: int) -> float:
        """Return how far it is from the robot's middle to whatever is straight ahead of it."""
        distance_mm, _, _ = self._sweep(moment, robot, _AHEAD_RAD)
        return float(distance_mm[0])

    def _sweep(
        self, moment: Snapshot, robot: int, bearings_rad: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
        """Return distance (mm), edge and thing of a ray per bearing; see ``kernels.ray_fan``."""
        pose, places = moment.robots[robot].pose, self._occupancy.places
        self._occupancy.show(moment)
        distance_mm = np.empty(bearings_rad.size)
        edges, things = np.empty((2, bearings_rad.size), np.int64)
        sweep(
            places,
            self._outlines(moment),
            places.discs + robot,
            pose.x_mm,
            pose.y_mm,
            pose.heading_rad,
            bearings_rad,
            self._reach_mm,
            distance_mm,
            edges,
            things,
        )
        return distance_mm, edges, things

    @cached_property
    def _occupancy(self) -> Occupancy:
        """The map for the rays; made with the first image, as most robots never take one."""
        return Occupancy(self._world, build_static_map(self._world))

    def _outlines(self, moment: Snapshot) -> NDArray[np.float64]:
        """Return the outlines of all things, in the map's order; see ``kernels.ray_fan``."""
        places = {thing.id: thing for thing in moment.objects}
        world = self._world
        no_box = (0.0, 0.0, 0.0)
        rows = [(it.x_mm, it.y_mm, it.diameter_mm / 2.0, *no_box) for it in world.lights]
        for thing in world.movables:
            it = places[thing.id]
            radius_mm = thing.diameter_mm / 2.0 if it.held_by is None else 0.0
            turned = no_box
            if isinstance(thing, Box):
                turned = (it.heading_rad, thing.width_mm / 2.0, thing.depth_mm / 2.0)
            rows.append((it.x_mm, it.y_mm, radius_mm, *turned))
        rows += [
            (robot.pose.x_mm, robot.pose.y_mm, robot_kind(robot.kind).radius_mm, *no_box)
            for robot in moment.robots
        ]
        return np.array(rows, np.float64).reshape(-1, 6)


class CameraWorld(EyeWorld, Protocol):
    """What a camera needs of ``engine.Simulation``."""

    seed: int
    ideal: bool


class LinearCamera:
    """The camera on the middle of a robot; it keeps its image for a while."""

    def __init__(self, simulation: CameraWorld, robot: int, period_s: float = 0.2) -> None:
        """Mount the camera on the robot with this index; KiKS: 200 ms from image to image."""
        self.period_s = period_s
        self._simulation = simulation
        self._robot = robot
        self._view = CameraView(simulation.world, seed=simulation.seed, ideal=simulation.ideal)
        self._taken_at_tick: int | None = None
        self._image = Image((), 0)

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return ``CAMERA_PIXELS`` or ``CAMERA_LIGHT`` of the newest image; may take a new one."""
        tick = self._simulation.tick
        taken = self._taken_at_tick
        if taken is None or tick - taken >= seconds_to_ticks(self.period_s):
            self._image = self._view.image(self._simulation.snapshot(), self._robot)
            self._taken_at_tick = tick
        if quantity is Quantity.CAMERA_PIXELS:
            return self._image.pixels
        return divmod(self._image.light, 256)

    def ahead_mm(self) -> float:
        """Return how far it is now from the robot's middle to whatever is straight ahead of it."""
        return self._view.ahead_mm(self._simulation.snapshot(), self._robot)

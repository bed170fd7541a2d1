"""Colour pictures of a world: through a robot's eye, from behind it, and straight from above."""

from __future__ import annotations

import math
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.picture_solids import Solids
from wsusim.errors import RobotRefused
from wsusim.kernels.overhead import draw_above
from wsusim.kernels.perspective import Canvas, Lens, draw_ahead
from wsusim.model.camera_image import FIELD_DEG, PERIOD_TICKS, Camera, CameraImage, Look
from wsusim.model.elementary import cos, sin, tan
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import Snapshot
from wsusim.model.world import World

EYE_MM = 38.0
"""Height of the eye above the floor (guess: on top of the 30 mm of the robot)."""

BEHIND_MM, ABOVE_MM = 300.0, 220.0
"""Where a picture is taken from that follows a robot (guess: it shows what is around it)."""

CHASE_HORIZON = 0.02
"""Its horizon, from the top, as a share of its height: it looks down."""

MARGIN = 1.02
"""A picture from above shows so much more than the arena, as a ratio."""

Size = tuple[int, int]
"""Width and height in pixels."""

Pixels = NDArray[np.uint8]
"""[rows, columns, 3]: red, green, blue; row 0 is on top."""


class MapFrame(NamedTuple):
    """Where a picture from above lies in the world."""

    left_mm: float
    top_mm: float
    pixel_mm: float


class EyeView:
    """What cameras see in a world, at any moment of a run or a recording. Looking changes nothing.

    The same moment gives the same bytes, wherever it is drawn. One thread uses it.

    Args:
        world: As it was at the start of the run.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._solids = Solids(world)

    def eye(self, moment: Snapshot, robot: int, size: Size) -> Pixels:
        """Return what a robot sees ahead of it."""
        pose = moment.robots[robot].pose
        return self._perspective(moment, pose, EYE_MM, 0.5, size, self._solids.parts_of(robot))

    def chase(self, moment: Snapshot, robot: int, size: Size) -> Pixels:
        """Return the view of a camera that follows a robot, above and behind it."""
        pose = moment.robots[robot].pose
        x_mm, y_mm = pose.place((-BEHIND_MM, 0.0))
        behind = Pose(x_mm, y_mm, pose.heading_rad)
        return self._perspective(moment, behind, ABOVE_MM, CHASE_HORIZON, size, (0, 0))

    def overhead(self, moment: Snapshot, size: Size) -> Pixels:
        """Return the arena seen straight from above, y upwards."""
        self._solids.show(moment)
        width, height = size
        pixels = np.empty((height, width, 3), np.uint8)
        draw_above(
            self._solids.table,
            self._solids.corners_mm,
            self._solids.ground,
            *map_frame(self._world, size),
            np.empty((height, width)),
            pixels,
        )
        return pixels

    def _perspective(
        self,
        moment: Snapshot,
        pose: Pose,
        z_mm: float,
        horizon: float,
        size: Size,
        skipped: tuple[int, int],
    ) -> Pixels:
        self._solids.show(moment)
        width, height = size
        lens = Lens(
            x_mm=pose.x_mm,
            y_mm=pose.y_mm,
            z_mm=z_mm,
            cos=cos(pose.heading_rad),
            sin=sin(pose.heading_rad),
            focal_px=0.5 * width / tan(math.radians(0.5 * FIELD_DEG)),
            horizon_px=horizon * height,
            skipped=skipped[0],
            skipped_end=skipped[1],
        )
        canvas = Canvas(np.empty((width, height)), np.empty((width, height), np.uint32))
        pixels = np.empty((height, width, 3), np.uint8)
        draw_ahead(
            self._solids.table, self._solids.corners_mm, self._solids.ground, lens, canvas, pixels
        )
        return pixels


def map_frame(world: World, size: Size) -> MapFrame:
    """Return where a picture from above lies: the whole arena is in its middle."""
    width, height = size
    arena = world.arena
    pixel_mm = MARGIN * max(arena.width_mm / width, arena.height_mm / height)
    left_mm = 0.5 * (arena.width_mm - width * pixel_mm)
    return MapFrame(left_mm, 0.5 * (arena.height_mm + height * pixel_mm), pixel_mm)


class EyeWorld(Protocol):
    """What cameras need of ``engine.Simulation``."""

    world: World

    @property
    def tick(self) -> int:
        """The tick that the simulation is in."""

    def snapshot(self) -> Snapshot:
        """Return everything that can be seen."""


class Cameras:
    """The eyes of a simulation's robots, and the camera above the arena.

    A picture is drawn only on request, and kept for ``PERIOD_TICKS``.
    """

    def __init__(self, simulation: EyeWorld) -> None:
        self._simulation = simulation
        self._view = EyeView(simulation.world)
        self._taken: dict[tuple[int, Camera], tuple[Look, CameraImage]] = {}

    def look(self, robot: int, look: Look) -> CameraImage:
        """Return the newest picture of a camera; may take a new one.

        Raises:
            RobotRefused: The maze has no such camera.
        """
        key = (robot if look.camera is Camera.EYE else -1, look.camera)
        kept = self._taken.get(key)
        if kept is not None and kept[0] == look:
            age_ticks = self._simulation.tick - kept[1].tick
            if 0 <= age_ticks < PERIOD_TICKS:
                return kept[1]
        image = self._take(robot, look)
        self._taken[key] = look, image
        return image

    def _take(self, robot: int, look: Look) -> CameraImage:
        moment = self._simulation.snapshot()
        if look.camera is Camera.EYE:
            size = look.width_px, look.height_px
            pixels = self._view.eye(moment, robot, size)
            return CameraImage(moment.tick, *size, pixels.tobytes())
        camera = self._simulation.world.arena_camera
        if camera is None:
            raise RobotRefused(
                "This maze has no camera above its arena. Give it one: in the window, select "
                "nothing and set *Camera above* under the maze's properties; or add this line to "
                'its file: "arena_camera": {"width_px": 320, "height_px": 240},'
            )
        size = camera.width_px, camera.height_px
        pixels = self._view.overhead(moment, size)
        frame = map_frame(self._simulation.world, size)
        return CameraImage(moment.tick, *size, pixels.tobytes(), *frame)

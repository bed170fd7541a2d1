"""What floor sensors see: the pictures that lie on a world's floor.

A reading is a function of world, seed, robot, place and tick, and of nothing else. So the state
doesn't hold it: a recording's writer computes the same numbers again.
"""

from __future__ import annotations

import io
import math
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.seldom import Occasion, shares
from wsusim.model.floor_picture import FloorPicture
from wsusim.model.geometry import Pose
from wsusim.model.world import World
from wsusim.robots import robot_kind

FULL_SCALE = 1023
"""Reading over white; the Khepera's converters have 10 bits (KH1: command I)."""

WHITE, BLACK = 1000.0, 60.0
"""Mean readings over white and black floor (guess: infra-red reflected by black ink is not 0)."""

NOISE = 10.0
"""Greatest error of a reading (guess: some 1 % of the scale)."""

SPOT_MM = 1.5
"""A sensor sees the mean of its middle and of four points so far around it (guess)."""

MOST_SENSORS = 2
"""Of a robot: so many numbers a reading has."""


def grey_of(picture: FloorPicture) -> NDArray[np.uint8]:
    """Return the grey values [row, column] of a picture, from its upper edge down."""
    from PIL import Image  # here: most mazes have no picture

    with Image.open(io.BytesIO(picture.content)) as image:
        return np.asarray(image.convert("L"))


class _Sheet:
    """A picture, ready for looking up points."""

    def __init__(self, picture: FloorPicture) -> None:
        grey = grey_of(picture)
        self.height_px, self.width_px = map(int, grey.shape)
        self._grey: bytes = grey.tobytes()
        width_mm, height_mm = picture.size_mm
        self._left_mm = picture.x_mm - width_mm / 2.0
        self._top_mm = picture.y_mm + height_mm / 2.0
        self._mm_per_px = picture.mm_per_px

    def grey_at(self, x_mm: float, y_mm: float) -> int | None:
        """Return the grey value of a point; ``None`` outside the picture."""
        column = math.floor((x_mm - self._left_mm) / self._mm_per_px)
        row = math.floor((self._top_mm - y_mm) / self._mm_per_px)
        if 0 <= column < self.width_px and 0 <= row < self.height_px:
            return self._grey[row * self.width_px + column]
        return None


class FloorView:
    """The floor of a world as robots' sensors see it, at any moment of a run or a recording.

    Args:
        world: Its pictures and robots.
        seed: Of the run.
        ideal: Without noise.
    """

    def __init__(self, world: World, *, seed: int = 0, ideal: bool = False) -> None:
        self._pictures = world.floor_pictures
        self._seed = seed
        self._ideal = ideal
        self._ids = [start.id for start in world.robots]
        self._mounts = [robot_kind(start.kind).floor_sensors for start in world.robots]

    def recorded(self, robot: int, pose: Pose, tick: int) -> tuple[int, ...]:
        """Return the readings as a recording has them: 0 in a maze without pictures."""
        return self.readings(robot, pose, tick) if self._pictures else (0,) * MOST_SENSORS

    def readings(self, robot: int, pose: Pose, tick: int) -> tuple[int, ...]:
        """Return what a robot's sensors read: left, right; 0 where there is none."""
        mounts = self._mounts[robot][:MOST_SENSORS]
        if not mounts:
            return (0,) * MOST_SENSORS
        noise = [0.0] * MOST_SENSORS
        if not self._ideal:
            drawn = shares(self._seed, self._ids[robot], Occasion.FLOOR, tick, MOST_SENSORS)
            noise = [(2.0 * share - 1.0) * NOISE for share in drawn]
        values = [
            self._reading(pose.place((mount.x_mm, mount.y_mm)), error)
            for mount, error in zip(mounts, noise, strict=False)
        ]
        return (*values, *(0,) * (MOST_SENSORS - len(values)))

    def _reading(self, at_mm: tuple[float, float], error: float) -> int:
        x, y = at_mm
        spots = ((0.0, 0.0), (SPOT_MM, 0.0), (-SPOT_MM, 0.0), (0.0, SPOT_MM), (0.0, -SPOT_MM))
        grey = sum(self._grey_at(x + dx, y + dy) for dx, dy in spots) / len(spots)
        value = BLACK + (WHITE - BLACK) * grey / 255.0 + error
        return min(FULL_SCALE, max(0, round(value)))

    def _grey_at(self, x_mm: float, y_mm: float) -> int:
        for sheet in self._sheets:
            grey = sheet.grey_at(x_mm, y_mm)
            if grey is not None:
                return grey
        return 255

    @cached_property
    def _sheets(self) -> list[_Sheet]:
        """The pictures, the uppermost first."""
        return [_Sheet(picture) for picture in reversed(self._pictures)]

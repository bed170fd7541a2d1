"""The object-ID matrix: which object is at a place. This module is its only writer.

``matrix[row, column]``, row 0 at y = 0: 0 floor, 1 wall (or outside), 2 light, and from 3 on one
code per movable object: caps, then balls, then robots, each in the world's order. The codes are not
the world's ids (these count walls and goals too); ``world_id`` translates.

Nothing in the tick looks into the matrix, so it is brought up to date only when somebody asks.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.static_map import StaticMap
from wsusim.engine.tables import State
from wsusim.kernels import columns as c
from wsusim.model.world import World

FLOOR = 0
WALL = 1
LIGHT = 2
FIRST_MOVABLE = 3

Cells = tuple[NDArray[np.intp], NDArray[np.intp]]


class Occupancy:
    """The matrix of one simulation; ``rows`` and ``columns`` of cells of the world's size."""

    def __init__(self, world: World, static: StaticMap) -> None:
        self._cell_mm = static.cell_mm
        self.rows = max(1, math.ceil(world.arena.height_mm / static.cell_mm - 1e-9))
        self.columns = max(1, math.ceil(world.arena.width_mm / static.cell_mm - 1e-9))
        first_row = round(-static.origin_y_mm / static.cell_mm)
        first_column = round(-static.origin_x_mm / static.cell_mm)
        solid = static.solid.reshape(static.rows, static.columns)
        # A frame around the floor reaches further out than the static map: all wall there.
        low_row, low_column = max(0, -first_row), max(0, -first_column)
        floor = solid[
            low_row + first_row : self.rows + first_row,
            low_column + first_column : self.columns + first_column,
        ]
        self._base = np.full((self.rows, self.columns), WALL, np.uint16)
        rows, columns = floor.shape
        self._base[low_row : low_row + rows, low_column : low_column + columns] = floor
        for light in world.lights:
            where = self._cells(light.x_mm, light.y_mm, light.diameter_mm / 2.0)
            self._base[where] = np.where(self._base[where] == FLOOR, LIGHT, self._base[where])
        self._matrix = self._base.copy()
        self._lights = len(world.lights)
        self._ids = (
            *(cap.id for cap in world.caps),
            *(ball.id for ball in world.balls),
            *(robot.id for robot in world.robots),
        )
        self._shown: list[tuple[float, float, bool] | None] = [None] * len(self._ids)
        self._stamped: list[Cells | None] = [None] * len(self._ids)

    def update(self, state: State) -> None:
        """Bring the matrix to where everything is. Cost: 10 us for each object that has moved."""
        things = [
            (float(x), float(y), float(radius), state != c.ABSENT)
            for x, y, radius, state in zip(
                *state.discs[:3, self._lights :], state.disc_state[self._lights :], strict=True
            )
        ]
        things += [
            (float(row[c.X]), float(row[c.Y]), float(row[c.RADIUS]), True) for row in state.real
        ]
        moved = [
            k for k, (x, y, _, is_there) in enumerate(things) if self._shown[k] != (x, y, is_there)
        ]
        for k in moved:
            where = self._stamped[k]
            if where is not None:
                self._matrix[where] = self._base[where]
        for k in moved:
            x, y, radius, is_there = things[k]
            self._shown[k] = (x, y, is_there)
            self._stamped[k] = None
            if is_there:
                rows, columns = self._cells(x, y, radius)
                is_floor = self._base[rows, columns] == FLOOR
                where = (rows[is_floor], columns[is_floor])
                self._matrix[where] = FIRST_MOVABLE + k
                self._stamped[k] = where

    @property
    def matrix(self) -> NDArray[np.uint16]:
        """The codes ``[row, column]``, read-only; later updates show in it."""
        view = self._matrix.view()
        view.flags.writeable = False
        return view

    def world_id(self, code: int) -> int:
        """Return the world's id of the movable object with this code (3 and above)."""
        return self._ids[code - FIRST_MOVABLE]

    def code_at(self, x_mm: float, y_mm: float) -> int:
        """Return what the matrix, holds at a place; 1 outside."""
        row, column = math.floor(y_mm / self._cell_mm), math.floor(x_mm / self._cell_mm)
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return int(self._matrix[row, column])
        return WALL

    def _cells(self, x_mm: float, y_mm: float, radius_mm: float) -> Cells:
        """Return rows and columns of the cells whose centres lie in a disc."""
        cell = self._cell_mm
        rows = np.arange(
            max(0, math.floor((y_mm - radius_mm) / cell)),
            min(self.rows, math.ceil((y_mm + radius_mm) / cell)),
        )
        columns = np.arange(
            max(0, math.floor((x_mm - radius_mm) / cell)),
            min(self.columns, math.ceil((x_mm + radius_mm) / cell)),
        )
        away_y = (rows[:, None] + 0.5) * cell - y_mm
        away_x = (columns[None, :] + 0.5) * cell - x_mm
        inside_row, inside_column = np.nonzero(away_x**2 + away_y**2 < radius_mm**2)
        return rows[inside_row], columns[inside_column]

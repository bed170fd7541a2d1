"""Random numbers that are a pure function of (seed, robot, purpose, block): nothing to save.

Each block of ticks gets its numbers from a counter-based generator (Philox) keyed with these four,
so a run can be continued from any tick and comes out the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels import chance
from wsusim.model.units import SENSOR_REFRESH_TICKS


class Purpose(IntEnum):
    """What random numbers are for: each has a stream of its own."""

    MOTORS = 1
    SENSORS = 2
    CAMERA = 3


def generator(seed: int, robot_id: int, purpose: Purpose, block: int) -> np.random.Generator:
    """Return the generator of one block of one stream.

    Args:
        seed: Any integer.
        robot_id: Id of the robot in its world, so that adding a robot changes no other.
        purpose: Which stream.
        block: Number of the block, from 0.
    """
    key = np.array([seed % 2**64, robot_id % 2**48 << 8 | purpose], np.uint64)
    counter = np.array([0, 0, 0, block], np.uint64)
    return np.random.Generator(np.random.Philox(key=key, counter=counter))


class RandomStream:
    """The numbers of ``np.random.Generator(np.random.Philox(key=.., counter=[0, 0, 0, block]))``.

    They are drawn by ``kernels.chance``: numpy's own normal numbers now and then take a logarithm
    of the C library.
    """

    def __init__(self, first_key: int, second_key: int, block: int) -> None:
        self._keys = np.array([first_key, second_key], np.uint64)
        self._block = block
        self._used = 0
        self._drawn = np.zeros(chance.DRAWN, np.uint64)

    def normals(self, count: int) -> NDArray[np.float64]:
        """Return the next standard normals."""
        out = np.empty(count)
        self._used = chance.next_normals(out, self._keys, self._block, self._used, self._drawn)
        return out

    def uniforms(self, count: int) -> NDArray[np.float64]:
        """Return the next numbers from 0 (included) to 1 (excluded)."""
        out = np.empty(count)
        self._used = chance.next_uniforms(out, self._keys, self._block, self._used, self._drawn)
        return out


def streams_of(seed: int, robot_ids: Sequence[int], purpose: Purpose) -> NDArray[np.uint64]:
    """Return the keys [R, 2] of the robots' streams, as ``kernels.chance`` takes them."""
    keys = [(seed % 2**64, robot_id % 2**48 << 8 | purpose) for robot_id in robot_ids]
    return np.array(keys, np.uint64).reshape(-1, 2)


class Noise:
    """The random numbers of a run's motors and sensors, drawn window by window.

    Args:
        motor_normals: [n, R, 2] where those of a tick are written, in row tick % n.
        sensor_uniforms: [n / 2, R, NOISE_COLUMNS], likewise for a refresh.
        seed: Any integer.
        robot_ids: [R] ids of the robots in their world.
        block_ticks: A new block of the streams begins after so many ticks.
    """

    def __init__(
        self,
        motor_normals: NDArray[np.float64],
        sensor_uniforms: NDArray[np.float64],
        seed: int,
        robot_ids: Sequence[int],
        block_ticks: int,
    ) -> None:
        self._normals, self._uniforms = motor_normals, sensor_uniforms
        self._motors = streams_of(seed, robot_ids, Purpose.MOTORS)
        self._sensors = streams_of(seed, robot_ids, Purpose.SENSORS)
        self._block_ticks = block_ticks
        self._used = np.zeros(len(robot_ids), np.int64)
        self._drawn = np.zeros(chance.DRAWN, np.uint64)

    def draw_first(self) -> None:
        """Draw the numbers of the readings at tick 0: those of the first block's last refresh."""
        last = self._block_ticks // SENSOR_REFRESH_TICKS - 1
        chance.fill_uniforms(self._uniforms, self._sensors, 0, last, 1, self._drawn)

    def draw(self, first: int, ticks: int) -> None:
        """Draw the numbers of some ticks: the first of a block, or those after the last ones drawn.

        Both numbers are even, and no tick is in another block.
        """
        block, begin = divmod(first, self._block_ticks)
        if begin == 0:
            self._used[:] = 0
        chance.fill_normals(
            self._normals, self._motors, block, begin, ticks, self._used, self._drawn
        )
        refresh, refreshes = begin // SENSOR_REFRESH_TICKS, ticks // SENSOR_REFRESH_TICKS
        chance.fill_uniforms(self._uniforms, self._sensors, block, refresh, refreshes, self._drawn)

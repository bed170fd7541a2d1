"""One refresh of all sensors of one robot: what the tick kernel calls."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wsusim.kernels.light import read_light
from wsusim.kernels.proximity import read_proximity
from wsusim.kernels.rays import Bodies, Walls


@njit(cache=True, nogil=True, error_model="numpy")
def sense_robot(
    robot: int,
    walls: Walls,
    bodies: Bodies,
    lamp_power: NDArray[np.float64],
    curves: NDArray[np.float64],
    noise: NDArray[np.float64],
    arm_down: int,
    readings: NDArray[np.int64],
) -> None:
    """Write the sixteen readings of one robot.

    Args:
        robot: Its row in every array.
        walls: The maze; made in the calling kernel from the fields of the ``StaticMap``.
        bodies: Everything round; made in the calling kernel.
        lamp_power: [L]; lamp k is disc k.
        curves: [kinds, CURVE_COLUMNS] from ``engine.sensing.pack_sensing``, as ``bodies.eyes``.
        noise: [NOISE_COLUMNS] uniforms in [0, 1) of this robot and refresh.
        arm_down: Not 0 when the arm blinds the front sensors.
        readings: [READINGS] of this robot: eight of proximity (0..1023, 1023 = touching), eight of
            light (about 500 in the dark, about 50 in bright light).

    Mutates:
        ``readings``, ``bodies.near``.
    """
    read_proximity(robot, walls, bodies, curves, noise, arm_down, readings)
    read_light(robot, walls, bodies, lamp_power, curves, noise, readings)


@njit(cache=True, nogil=True, error_model="numpy")
def sense_all(
    cell_mm: float,
    origin_x_mm: float,
    origin_y_mm: float,
    columns: int,
    edges_mm: NDArray[np.float64],
    edge_reflectivity: NDArray[np.float64],
    cell_start: NDArray[np.int32],
    cell_edges: NDArray[np.int32],
    square_cells: NDArray[np.uint8],
    clear_cells: NDArray[np.uint8],
    disc_x_mm: NDArray[np.float64],
    disc_y_mm: NDArray[np.float64],
    disc_radius_mm: NDArray[np.float64],
    disc_reflectivity: NDArray[np.float64],
    disc_state: NDArray[np.uint8],
    pose: NDArray[np.float64],
    eyes: NDArray[np.float64],
    near: NDArray[np.int64],
    lamp_power: NDArray[np.float64],
    curves: NDArray[np.float64],
    noise: NDArray[np.float64],
    arm_down: NDArray[np.uint8],
    readings: NDArray[np.int64],
) -> None:
    """Write the readings of all robots, outside of a tick.

    Arguments as in ``sense_robot``, but for all: ``noise`` [R, NOISE_COLUMNS], ``arm_down`` [R],
    ``readings`` [R, READINGS].

    Mutates:
        ``readings``, ``near``.
    """
    walls = Walls(
        cell_mm,
        origin_x_mm,
        origin_y_mm,
        columns,
        edges_mm,
        edge_reflectivity,
        cell_start,
        cell_edges,
        square_cells,
        clear_cells,
    )
    bodies = Bodies(
        disc_x_mm,
        disc_y_mm,
        disc_radius_mm,
        disc_reflectivity,
        disc_state,
        pose,
        eyes,
        near,
    )
    for robot in range(pose.shape[0]):
        sense_robot(
            robot,
            walls,
            bodies,
            lamp_power,
            curves,
            noise[robot],
            int(arm_down[robot]),
            readings[robot],
        )

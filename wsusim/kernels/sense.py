"""One refresh of all sensors of one robot: what the tick kernel calls."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.eyes import KIND, NETWORK_UNITS
from wsusim.kernels.jit import inlined, loop
from wsusim.kernels.light import read_light
from wsusim.kernels.network import read_by_network
from wsusim.kernels.proximity import read_proximity
from wsusim.kernels.rays import Bodies, EdgeIndex, Walls


@inlined
def sense_robot(
    robot: int,
    index: EdgeIndex,
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
        index: The maze's edges by place, listed at least ``eyes.REACH_MM`` far.
        walls: The maze; made in the calling kernel from the fields of the ``StaticMap``.
        bodies: Everything round; made in the calling kernel.
        lamp_power: [L]; lamp k is disc k.
        curves: [kinds, CURVE_COLUMNS] from ``engine.sensing.pack_sensing``, as ``bodies.eyes``.
        noise: [NOISE_COLUMNS] uniforms in [0, 1) of this robot and refresh.
        arm_down: Not 0 when the arm blinds the front sensors.
        readings: [READINGS] of this robot: eight of proximity (0..1023, 1023 = touching), eight of
            light (about 500 in the dark, about 50 in bright light).

    Mutates:
        ``readings``, ``bodies.near``, a network's scratch in ``curves``.
    """
    if curves[int(bodies.eyes[robot, KIND]), NETWORK_UNITS] == 0.0:
        read_proximity(robot, index, walls, bodies, curves, noise, arm_down, readings)
    else:
        read_by_network(robot, index, walls, bodies, curves, noise, arm_down, readings)
    read_light(robot, walls, bodies, lamp_power, curves, noise, readings)


@loop
def sense_all(
    index: EdgeIndex,
    walls: Walls,
    bodies: Bodies,
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
        ``readings``, ``bodies.near``, a network's scratch in ``curves``.
    """
    for robot in range(bodies.pose.shape[0]):
        sense_robot(
            robot,
            index,
            walls,
            bodies,
            lamp_power,
            curves,
            noise[robot],
            int(arm_down[robot]),
            readings[robot],
        )

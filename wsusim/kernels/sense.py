"""One refresh of all sensors of one robot: what the tick kernel calls."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.eyes import Response
from wsusim.kernels.jit import inline, loop
from wsusim.kernels.light import read_light
from wsusim.kernels.network import read_by_network
from wsusim.kernels.proximity import read_proximity
from wsusim.kernels.rays import Bodies, EdgeIndex, Walls
from wsusim.kernels.records import Rows


@inline
def sense_robot(
    robot: int,
    index: EdgeIndex,
    walls: Walls,
    bodies: Bodies,
    lamp_power: NDArray[np.float64],
    responses: Rows[Response],
    noise: NDArray[np.float64],
) -> None:
    """Write the sixteen readings of one robot.

    Args:
        robot: Its row in every array.
        index: The maze's edges by place, listed at least as far as the robots' reach.
        walls: The maze.
        bodies: Everything round.
        lamp_power: [L]; lamp k is disc k.
        responses: One for each kind of robot.
        noise: [NOISE_COLUMNS] uniforms in [0, 1) of this robot and refresh.

    Mutates:
        ``proximity`` (0..1023, 1023 = touching) and ``ambient`` (about 500 in the dark, about 50 in
        bright light) of the robot, ``bodies.near``, a network's scratch.
    """
    response = responses[bodies.eyes[robot].kind]
    if response.unit_count == 0:
        read_proximity(robot, index, walls, bodies, response, noise)
    else:
        read_by_network(robot, index, walls, bodies, response, noise)
    read_light(robot, walls, bodies, lamp_power, response, noise)


@loop
def sense_all(
    index: EdgeIndex,
    walls: Walls,
    bodies: Bodies,
    lamp_power: NDArray[np.float64],
    responses: Rows[Response],
    noise: NDArray[np.float64],
) -> None:
    """Write the readings of all robots, outside of a tick.

    Arguments as in ``sense_robot``, but ``noise`` is [R, NOISE_COLUMNS].
    """
    for robot in range(bodies.robots.size):
        sense_robot(robot, index, walls, bodies, lamp_power, responses, noise[robot])

"""One refresh of all sensors of one robot: what the tick kernel calls."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.cone import read_by_cone
from wsusim.kernels.eyes import Response
from wsusim.kernels.jit import inline, loop
from wsusim.kernels.light import read_light
from wsusim.kernels.network import read_by_network
from wsusim.kernels.object_map import ObjectMap
from wsusim.kernels.proximity import read_proximity
from wsusim.kernels.rays import Bodies
from wsusim.kernels.records import ABSENT, Rows
from wsusim.kernels.stamps import move_thing
from wsusim.model.tuning import CONE_MODEL


@inline
def sense_robot(
    robot: int,
    places: ObjectMap,
    bodies: Bodies,
    lamp_power: NDArray[np.float64],
    responses: Rows[Response],
    noise: NDArray[np.float64],
) -> None:
    """Write the sixteen readings of one robot.

    Args:
        robot: Its row in every array.
        places: The map.
        bodies: Everything round.
        lamp_power: [L]; lamp k is disc k.
        responses: One for each kind of robot.
        noise: [NOISE_COLUMNS] uniforms in [0, 1) of this robot and refresh.

    Mutates:
        ``proximity`` (0..1023, 1023 = touching) and ``ambient`` (about 500 in the dark, about 50 in
        bright light) of the robot, ``bodies.near``, a network's scratch.
    """
    eyes = bodies.eyes[robot]
    response = responses[eyes.kind]
    if eyes.model == CONE_MODEL:
        read_by_cone(robot, places, bodies, response, noise)
    elif response.unit_count == 0:
        read_proximity(robot, places, bodies, response, noise)
    else:
        read_by_network(robot, places, bodies, response, noise)
    read_light(robot, places, bodies, lamp_power, response, noise)


@loop
def place_bodies(places: ObjectMap, bodies: Bodies) -> None:
    """Tell a map that is not a run's where all bodies are; grippers are nothing to sensors.

    Mutates:
        ``places``.
    """
    for disc in range(bodies.discs.size):
        thing = bodies.discs[disc]
        move_thing(places, disc, thing.x_mm, thing.y_mm, thing.state != ABSENT)
    for robot in range(bodies.robots.size):
        they = bodies.robots[robot]
        move_thing(places, bodies.discs.size + robot, they.x_mm, they.y_mm, True)


@loop
def sense_all(
    places: ObjectMap,
    bodies: Bodies,
    lamp_power: NDArray[np.float64],
    responses: Rows[Response],
    noise: NDArray[np.float64],
) -> None:
    """Write the readings of all robots, outside of a tick.

    Arguments as in ``sense_robot``, but ``noise`` is [R, NOISE_COLUMNS].
    """
    place_bodies(places, bodies)
    for robot in range(bodies.robots.size):
        sense_robot(robot, places, bodies, lamp_power, responses, noise[robot])

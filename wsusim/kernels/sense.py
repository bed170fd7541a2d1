"""One refresh of all sensors of one robot: what the tick kernel calls."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.cone import cone_reading
from wsusim.kernels.elementary import sin_cos
from wsusim.kernels.floor_around import SENSORS, is_floor_around
from wsusim.kernels.jit import inline, loop
from wsusim.kernels.light import read_light
from wsusim.kernels.noise import arm_reading, noisy_proximity
from wsusim.kernels.object_map import ObjectMap, clearance_mm
from wsusim.kernels.proximity import find_bodies, find_edges, ideal_proximity
from wsusim.kernels.rays import Bodies, eyes_of
from wsusim.kernels.records import ABSENT, Rows
from wsusim.kernels.sensor_records import Response
from wsusim.kernels.stamps import move_thing
from wsusim.model.tuning import CONE_MODEL


@inline
def read_proximity(
    robot: int,
    places: ObjectMap,
    bodies: Bodies,
    response: Response,
    noise: NDArray[np.float64],
) -> None:
    """Write the proximity readings (0..1023) of one robot, by the law that it has.

    Args:
        robot: Its row in every array.
        places: The map.
        bodies: Everything round; ``near`` is written.
        response: Of the robot's kind.
        noise: [>= SENSORS] uniforms in [0, 1), one for each sensor.

    Mutates:
        The robot's readings, ``bodies.near``, the scratch of its law.
    """
    me, eyes = bodies.robots[robot], eyes_of(bodies, robot)
    body_count = 0
    edge_count = 0
    if not is_floor_around(places, robot, SENSORS, me.x_mm, me.y_mm, eyes.reach_mm):
        body_count = find_bodies(robot, places, bodies, eyes.reach_mm)
        if clearance_mm(places, me.x_mm, me.y_mm) < eyes.reach_mm:
            edge_count = find_edges(robot, places, bodies, eyes.reach_mm)
    sh, ch = sin_cos(me.heading_rad)
    for k in range(eyes.sensor_count):
        sensor = eyes.sensors[k]
        if me.arm_is_down and sensor.meets_arm:
            me.proximity[k] = arm_reading(noise[k], sensor)
        elif eyes.model == CONE_MODEL:
            me.proximity[k] = cone_reading(
                robot,
                sensor,
                places,
                bodies,
                body_count,
                edge_count,
                response,
                ch,
                sh,
                noise[k],
            )
        else:
            ideal = ideal_proximity(
                robot, sensor, places, bodies, body_count, edge_count, response, ch, sh
            )
            me.proximity[k] = noisy_proximity(ideal, noise[k], sensor)


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
    response = responses[eyes_of(bodies, robot).kind]
    read_proximity(robot, places, bodies, response, noise)
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
def sense_some(
    first: int,
    last: int,
    places: ObjectMap,
    bodies: Bodies,
    lamp_power: NDArray[np.float64],
    responses: Rows[Response],
    noise: NDArray[np.float64],
) -> None:
    """Write the readings of the robots from ``first`` to ``last`` - 1, whom the map knows.

    Other arguments as in ``sense_robot``, but ``noise`` is [R, NOISE_COLUMNS]. Several calls may
    go on at a time, for different robots and each with scratch of its own.
    """
    for robot in range(first, last):
        sense_robot(robot, places, bodies, lamp_power, responses, noise[robot])

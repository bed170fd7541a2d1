"""One refresh of all sensors of one robot: what the tick kernel calls."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.cone import cone_reading
from wsusim.kernels.field_of_view import SensedWorld, Surroundings, look_round
from wsusim.kernels.jit import inline, loop
from wsusim.kernels.light import read_light
from wsusim.kernels.noise import arm_reading
from wsusim.kernels.object_map import ObjectMap
from wsusim.kernels.proximity import ray_reading
from wsusim.kernels.rays import Bodies, eyes_of
from wsusim.kernels.records import ABSENT, Rows
from wsusim.kernels.sensor_records import Response
from wsusim.kernels.stamps import move_thing
from wsusim.model.tuning import CONE_MODEL


@inline
def read_proximity(
    around: Surroundings,
    places: ObjectMap,
    bodies: Bodies,
    response: Response,
    noise: NDArray[np.float64],
) -> None:
    """Write the proximity readings (0..1023) of one robot, by the law that it has.

    Args:
        around: The robot, and what is in its reach.
        places: The map.
        bodies: Everything round.
        response: Of the robot's kind.
        noise: [>= SENSORS] uniforms in [0, 1), one for each sensor.

    Mutates:
        The robot's readings, ``bodies.found``, the scratch of its law.
    """
    me, eyes = bodies.robots[around.robot], eyes_of(bodies, around.robot)
    for k in range(eyes.sensor_count):
        sensor = eyes.sensors[k]
        if me.arm_is_down and sensor.meets_arm:
            me.proximity[k] = arm_reading(noise[k], sensor)
        elif eyes.model == CONE_MODEL:
            me.proximity[k] = cone_reading(around, sensor, places, bodies, response, noise[k])
        else:
            me.proximity[k] = ray_reading(around, sensor, places, bodies, response, noise[k])


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
        bright light) of the robot, ``bodies.found``, a network's scratch.
    """
    response = responses[eyes_of(bodies, robot).kind]
    around = look_round(robot, places, bodies)
    read_proximity(around, places, bodies, response, noise)
    read_light(around, places, bodies, lamp_power, response, noise)


@loop
def place_bodies(world: SensedWorld) -> None:
    """Tell a map that is not a run's where all bodies are; grippers are nothing to sensors.

    Mutates:
        ``world.places``.
    """
    places, bodies = world.places, world.bodies
    for disc in range(bodies.discs.size):
        thing = bodies.discs[disc]
        move_thing(places, disc, thing.x_mm, thing.y_mm, thing.state != ABSENT)
    for robot in range(bodies.robots.size):
        they = bodies.robots[robot]
        move_thing(places, bodies.discs.size + robot, they.x_mm, they.y_mm, True)


@loop
def sense_some(first: int, last: int, world: SensedWorld, noise: NDArray[np.float64]) -> None:
    """Write the readings of the robots from ``first`` to ``last`` - 1, whom the map knows.

    ``noise`` is [R, NOISE_COLUMNS]. Several calls may go on at a time, for different robots and
    each with scratch of its own.

    Mutates:
        As in ``sense_robot``.
    """
    places, bodies = world.places, world.bodies
    for robot in range(first, last):
        sense_robot(robot, places, bodies, world.lamp_power, world.responses, noise[robot])

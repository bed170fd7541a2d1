"""The records of a robot's sensors, as the sensing kernels get them.

``Eyes`` holds what one robot has of its own: a few scalars, the eight sensors with their rays, the
rays' weights. ``Response`` holds the two response curves of a kind of robot, and the neural network
of those that have one. ``engine.sensing.pack_sensing`` fills them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from wsusim.model.robot_kind import MOST_SENSORS
from wsusim.model.robot_table import Reals, structured

SENSORS = MOST_SENSORS
"""Infra-red sensors of a robot, at most."""

MAX_RAYS = 9
"""Rays of one sensor, at most."""

READINGS = 2 * SENSORS
"""Readings of one refresh: eight of proximity, then eight of light."""

NOISE_COLUMNS = READINGS
"""Uniform random numbers in [0, 1) for one refresh, one a reading."""

ECHO_SAMPLES = 512
"""Echo of white plastic over the distance, from 0 to the range."""
GLOW_SAMPLES = 512
"""Light reading over the light level, from 0 to ``MAX_LEVEL``."""
MAX_LEVEL = 0.1
"""Light level (square root of power over distance in mm) of a lamp of power 1 at 10 mm."""

CONE_SAMPLES = 65
"""Sensitivity of a sensor of model 2 over ``tan(half of the angle off its bearing)``, 0 to 1."""
FACING_SAMPLES = 65
"""Greatest share of a wall's echo that reaches a sensor, over the cosine of the angle between its
bearing and the wall's perpendicular, -1 to 1."""
LEAN_SAMPLES = 129
"""What the angle of incidence leaves of an echo, over its cosine, 0 to 1."""
NODES = 8
"""Directions of model 2 in which a thing is looked at: 8 are exact to 0.1 % for a wall that fills
the view."""

MOST_UNITS = 32
"""Units of a network's first layer, at most."""


class Sensor:
    """One sensor; position and directions in the robot's frame.

    Rays belong to model 1, all from ``look_cos`` to ``cone`` to model 2.
    """

    x_mm: float
    y_mm: float
    axis_cos: float
    axis_sin: float
    gain: float
    noise_low: float
    noise_high: float
    quiet_zero_share: float
    quiet_low_share: float
    quiet_low: float
    quiet_high: float
    arm_noise: float
    meets_arm: bool
    """Whether it looks into the gripper's arm when that is down."""
    light_gain: float
    """Factor of a lamp's power."""
    light_noise: float
    dark_noise_share: float
    dark_noise: float
    ray_cos: Annotated[Reals, MAX_RAYS]
    ray_sin: Annotated[Reals, MAX_RAYS]
    look_cos: float
    look_sin: float
    threshold: float
    ripple: float
    """Greatest additive error of a reading."""
    faint_light: float
    """Light that no noise can lift above the threshold."""
    faint_mm: float
    """White plastic farther than this brings no more."""
    full_light: float
    """Light that saturates the sensor whatever the noise."""
    cone: Annotated[Reals, CONE_SAMPLES]
    """Share of the sensitivity for each unit of the tangent of half the angle."""
    facing: Annotated[Reals, FACING_SAMPLES]
    """Of an endless wall whose echo did not fall with the distance: no wall brings more."""


class Eyes:
    """The sensors of one robot."""

    kind: int
    """Row of the ``Response`` records."""
    model: int
    """``model.tuning.RAYS_MODEL`` or ``CONE_MODEL``."""
    range_mm: float
    """Length of a proximity ray."""
    reach_mm: float
    """Nothing farther than this from the robot's centre is in reach of any proximity ray."""
    ray_count: int
    threshold: float
    crosstalk: float
    body_reflectivity: float
    dark: float
    cos_limit: float
    """Cosine of the angle from its axis at which a sensor sees nothing more of a lamp."""
    faint: float
    """Squared light level below which the reading is the dark one."""
    body_radius_mm: float
    sensor_count: int
    """The first so many of ``sensors`` are there."""
    weights: Annotated[Reals, MAX_RAYS]
    """Of the rays; the sum of those in use is 1."""
    sensors: Annotated[Sequence[Sensor], SENSORS]


EYES = structured(Eyes)


class Unit:
    """One unit of a network's first layer."""

    bias: float
    output: float
    """Its weight in the output, the linear layers folded into one."""
    rays: Annotated[Reals, MAX_RAYS]
    """Weights of what the rays put in."""


class Response:
    """What a kind of robot makes of echoes and light."""

    echo: Annotated[Reals, ECHO_SAMPLES]
    glow: Annotated[Reals, GLOW_SAMPLES]
    lean: Annotated[Reals, LEAN_SAMPLES]
    """Of model 2: cosine of the angle of incidence to a power."""
    node_places: Annotated[Reals, NODES]
    """Of model 2: Gauss's nodes within what is seen of a thing, 0..1; the middle ones first, as
    they are most likely to tell that a sensor is saturated."""
    node_shares: Annotated[Reals, NODES]
    """Their weights, which make 1."""
    node_mm: Annotated[Reals, NODES]
    """Scratch: how far what is seen is there, ..."""
    node_cos: Annotated[Reals, NODES]
    """... and the cosines of the angles of incidence."""
    unit_count: int
    """Units of the network's first layer, 0 for no network."""
    span: float
    """Logarithm that closeness 1 stands for."""
    bias: float
    closeness: Annotated[Reals, MAX_RAYS]
    """Scratch: what the rays of a sensor put in."""
    units: Annotated[Sequence[Unit], MOST_UNITS]


RESPONSE = structured(Response)


class View:
    """Scratch of ``cone``: a thing as one sensor sees it, in the frame of its axis.

    Directions are given by the tangent of half the angle off the axis: -1 is at right angles to the
    right, 1 to the left.
    """

    right_x: float
    """A point in the rightmost direction in which it is."""
    right_y: float
    left_x: float
    left_y: float
    begin: float
    """Rightmost direction in which it is seen, within -1 .. 1."""
    end: float
    x: float
    """Of an edge: direction of the perpendicular to its line. Of a disc: its middle, in mm."""
    y: float
    size_mm: float
    """Of an edge: distance of its line. Of a disc: its radius."""
    nearest_mm: float
    """Distance of its nearest point."""
    reflectivity: float
    echo: float
    """Of its nearest point: no other brings more."""
    edge: int
    """``NOTHING`` for a disc, ``cone.SIDE`` for a side of a box."""
    body: int


VIEW = structured(View)


class Piece:
    """Scratch of ``cone``: directions in which a sensor sees one thing and nothing before it."""

    begin: float
    end: float
    row: int
    """Of the ``View`` records."""


PIECE = structured(Piece)

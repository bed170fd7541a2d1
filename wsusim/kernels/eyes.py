"""Where the figures of a robot's sensors stand in the arrays that the sensing kernels get.

``eyes`` [R, EYE_COLUMNS] holds what one robot has of its own: a few scalars, the eight sensors with
their rays, the rays' weights. ``curves`` [kinds, CURVE_COLUMNS] holds the two response curves of
each kind of robot, and the neural network of those that have one. ``engine.sensing.pack_sensing``
fills them.
"""

from __future__ import annotations

SENSORS = 8
"""Infra-red sensors of a Khepera."""

BLINDED = 6
"""The first six sensors look into the gripper's arm when it is down."""

MAX_RAYS = 9
"""Rays of one sensor, at most."""

READINGS = 2 * SENSORS
"""Readings of one refresh: eight of proximity, then eight of light."""

NOISE_COLUMNS = READINGS
"""Uniform random numbers in [0, 1) for one refresh, one a reading."""

# Scalars of a robot: columns of ``eyes``.
KIND = 0
"""Row of ``curves``."""
RANGE_MM = 1
"""Length of a proximity ray."""
REACH_MM = 2
"""Nothing farther than this from the robot's centre is in reach of any proximity ray."""
RAY_COUNT = 3
THRESHOLD = 4
CROSSTALK = 5
BODY_REFLECTIVITY = 6
DARK = 7
COS_LIMIT = 8
"""Cosine of the angle from its axis at which a sensor sees nothing more of a lamp."""
FAINT = 9
"""Squared light level below which the reading is the dark one."""
BODY_RADIUS_MM = 10

WEIGHTS = 11
"""First of ``MAX_RAYS`` weights; the sum of those in use is 1."""

SENSOR = WEIGHTS + MAX_RAYS
"""First of ``SENSORS`` blocks of ``SENSOR_COLUMNS``."""

# Columns within a sensor's block; positions and directions in the robot's frame.
X_MM = 0
Y_MM = 1
AXIS_COS = 2
AXIS_SIN = 3
GAIN = 4
NOISE_LOW = 5
NOISE_HIGH = 6
QUIET_ZERO_SHARE = 7
QUIET_LOW_SHARE = 8
QUIET_LOW = 9
QUIET_HIGH = 10
ARM_NOISE = 11
LIGHT_GAIN = 12
"""Factor of a lamp's power."""
LIGHT_NOISE = 13
DARK_NOISE_SHARE = 14
DARK_NOISE = 15
RAYS = 16
"""First of ``MAX_RAYS`` pairs (cosine, sine)."""
SENSOR_COLUMNS = RAYS + 2 * MAX_RAYS

EYE_COLUMNS = SENSOR + SENSORS * SENSOR_COLUMNS

ECHO_SAMPLES = 512
"""Echo of white plastic over the distance, from 0 to the range."""
GLOW_SAMPLES = 512
"""Light reading over the light level, from 0 to ``MAX_LEVEL``."""
MAX_LEVEL = 0.1
"""Light level (square root of power over distance in mm) of a lamp of power 1 at 10 mm."""
GLOW = ECHO_SAMPLES
"""Column of ``curves`` at which the light curve begins."""

# A neural network in the place of the echo curve, further columns of ``curves``.
NETWORK_UNITS = GLOW + GLOW_SAMPLES
"""Units of its first layer, 0 for no network."""
NETWORK_SPAN = NETWORK_UNITS + 1
"""Logarithm that closeness 1 stands for."""
NETWORK_BIAS = NETWORK_UNITS + 2
CLOSENESS = NETWORK_UNITS + 3
"""First of ``MAX_RAYS`` columns of scratch: what the rays of a sensor put in."""
UNIT = CLOSENESS + MAX_RAYS
"""First of ``MOST_UNITS`` blocks of ``UNIT_COLUMNS``."""
MOST_UNITS = 32
UNIT_BIAS = 0
UNIT_OUTPUT = 1
"""Its weight in the output, the linear layers folded into one."""
UNIT_RAYS = 2
"""First of ``MAX_RAYS`` weights."""
UNIT_COLUMNS = UNIT_RAYS + MAX_RAYS

CURVE_COLUMNS = UNIT + MOST_UNITS * UNIT_COLUMNS

# Columns of what ``proximity.trace_sensor`` tells of each ray, in the world's frame.
TRACE_DISTANCE_MM = 0
TRACE_COS = 1
TRACE_SIN = 2
TRACE_EDGE = 3
TRACE_BODY = 4
TRACE_REFLECTIVITY = 5
TRACE_ECHO = 6
TRACE_COLUMNS = 7

# Columns of what ``light.look_for_lamps`` tells of each lamp.
LAMP_LEVEL = 0
"""Squared light level, 0 when the lamp is out of view."""
LAMP_IN_SIGHT = 1
LAMP_READING = 2
LAMP_COLUMNS = 3

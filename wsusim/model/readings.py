"""What can be read from a robot: one quantity per exchange, as on the serial line."""

from __future__ import annotations

from enum import IntEnum

from wsusim.model.radio import VALUES


class Quantity(IntEnum):
    """Something a robot can be asked for; each answer is a tuple of integers.

    The letters are the Khepera's commands. Sensor order: left 90, left 45, left 10, right 10,
    right 45, right 90, back right, back left (degrees from straight ahead).
    """

    PROXIMITY = 0
    """N: eight values 0..1023, 1023 = touching."""
    AMBIENT = 1
    """O: eight values, about 500 in the dark, about 50 in bright light."""
    POSITIONS = 2
    """H: left and right wheel counter in pulses, signed 32 bit."""
    SPEEDS = 3
    """E: left and right wheel speed in pulses per 10 ms."""
    MOTION = 4
    """K: (on target, mode, error) of left then right; mode 0 speed, 1 position, 2 PWM."""
    ARM = 5
    """T,1,H,1: arm position 0..255."""
    GRIP = 6
    """T,1,H,0: 1 when the jaws are closed (or closing), 0 when open."""
    OBJECT_PRESENT = 7
    """T,1,G: light barrier between the jaws, 0 = free, 100 or more = something is there."""
    RESISTIVITY = 8
    """T,1,F: 0..255 between the closed jaws."""
    CAMERA_PIXELS = 9
    """T,2,N: the 64 grey levels 0..255 of the linear camera's newest image, the first is left."""
    CAMERA_LIGHT = 10
    """T,2,L: the light level of that image in two bytes, high and low."""
    FLOOR = 11
    """Brightness of the floor under the floor sensors, left then right: 0 black to 1023 white; 0
    for a sensor that the robot does not have. Such sensors are an extra on a Khepera."""
    RADIO = 12
    """How many messages ever came in by radio, and the last of them: ``model.radio.to_values``."""
    TRUE_POSE = 13
    """Where the robot really is: x and y in micrometres, heading in microdegrees. Only simulations
    know, and they tell only where a lesson allows it."""
    KEYS = 14
    """Which keys a person holds down, as bits: ``model.extras.KEYS``; only in simulations."""

    __hash__ = int.__hash__  # an enumeration's own is written in Python, and programs read often


EXTRAS = frozenset((Quantity.TRUE_POSE, Quantity.KEYS))
"""No robot can read these: a simulation tells them where it is allowed."""

CAMERA = frozenset((Quantity.CAMERA_PIXELS, Quantity.CAMERA_LIGHT))
"""Asking for these may take a new image, so they are never asked for in advance."""


SENSED = frozenset((Quantity.PROXIMITY, Quantity.AMBIENT))
"""A value for each infra-red sensor, sampled every 20 ms: asking sooner brings nothing new."""

QUANTITY_LENGTHS: dict[Quantity, int] = {
    Quantity.PROXIMITY: 8,
    Quantity.AMBIENT: 8,
    Quantity.POSITIONS: 2,
    Quantity.SPEEDS: 2,
    Quantity.MOTION: 6,
    Quantity.ARM: 1,
    Quantity.GRIP: 1,
    Quantity.OBJECT_PRESENT: 1,
    Quantity.RESISTIVITY: 1,
    Quantity.CAMERA_PIXELS: 64,
    Quantity.CAMERA_LIGHT: 2,
    Quantity.FLOOR: 2,
    Quantity.RADIO: VALUES,
    Quantity.TRUE_POSE: 3,
    Quantity.KEYS: 1,
}
"""How many integers each answer holds; of the sensors, on a Khepera."""


def lengths_with(sensors: int) -> dict[Quantity, int]:
    """Return how many integers each answer of a robot with so many sensors holds."""
    return QUANTITY_LENGTHS | {Quantity.PROXIMITY: sensors, Quantity.AMBIENT: sensors}

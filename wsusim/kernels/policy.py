"""A small neural network that drives robots from within the batch kernel.

Inputs are the readings, scaled to about 0..1; each unit of a layer adds its weighted inputs and a
bias, and gives tanh of that. The two units of the last layer are the wheels' speeds, as shares of a
greatest one. ``wsusim.batch.driving_network`` does the same in Python.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels.elementary import tanh
from wsusim.kernels.jit import inline
from wsusim.kernels.records import SPEED_MODE
from wsusim.model.robot_table import Robot

PROXIMITY_SCALE = 1023.0
DARK = 500.0
LIGHT_SCALE = 450.0
"""From the reading in the dark, about 500, to that in bright light, about 50."""


class Policy(NamedTuple):
    """One network for each world, all of one shape."""

    sizes: NDArray[np.int64]
    """[layers + 1] inputs, hidden units ..., 2 outputs; no layers: there is no network."""
    weights: NDArray[np.float64]
    """[worlds, K], or [1, K] when all have the same: layer after layer, unit after unit, its
    weights and then its bias."""
    top_speed: float
    """Pulses a tick that a whole output stands for."""


@inline
def give_orders(
    policy: Policy, world: int, me: Robot, sensors: int, values: NDArray[np.float64]
) -> None:
    """Give a robot the speeds that its world's network makes of its readings.

    Args:
        policy: The networks.
        world: Whose network.
        me: The robot.
        sensors: How many it has.
        values: [2, widest] scratch.

    Mutates:
        The wheels' orders: whole numbers, as a controller gives them.
    """
    sizes = policy.sizes
    weights = policy.weights[world if policy.weights.shape[0] > 1 else 0]
    inputs = sizes[0]
    for k in range(min(inputs, sensors)):
        values[0, k] = me.proximity[k] / PROXIMITY_SCALE
    for k in range(sensors, inputs):
        values[0, k] = (DARK - me.ambient[k - sensors]) / LIGHT_SCALE
    at = 0
    for layer in range(1, sizes.size):
        source, target = values[(layer - 1) % 2], values[layer % 2]
        for unit in range(sizes[layer]):
            total = 0.0
            for k in range(sizes[layer - 1]):
                total += weights[at + k] * source[k]
            at += sizes[layer - 1]
            target[unit] = tanh(total + weights[at])
            at += 1
    outputs = values[(sizes.size - 1) % 2]
    me.mode = SPEED_MODE
    me.left.order = math.floor(outputs[0] * policy.top_speed + 0.5)
    me.right.order = math.floor(outputs[1] * policy.top_speed + 0.5)

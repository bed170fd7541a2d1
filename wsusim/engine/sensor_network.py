"""The neural network of a profile outside the kernels: packed, evaluated, explained."""

from __future__ import annotations

import itertools
import math

import numpy as np
from numpy.typing import NDArray

from wsusim.kernels import elementwise
from wsusim.model.elementary import log1p
from wsusim.model.fixed_order import product
from wsusim.model.robot_kind import ProximityModel
from wsusim.model.tuning import NETWORK_ECHO, NETWORK_GREATEST, ProximityNetwork

Floats = NDArray[np.float64]


def span_of(model: ProximityModel) -> float:
    """Return the logarithm that closeness 1 stands for: white plastic that touches the sensor."""
    return log1p(model.echo[0] / NETWORK_ECHO)


def closeness_of(model: ProximityModel, echo: Floats) -> Floats:
    """Return the network inputs for echoes (times reflectivity): 0 for none, 1 for touching."""
    closeness: Floats = elementwise.log1p(echo / NETWORK_ECHO) / span_of(model)
    return closeness


def light_of_output(model: ProximityModel, output: Floats) -> Floats:
    """Return the light that a network's output stands for, in units of the echo."""
    cut = np.clip(output, 0.0, NETWORK_GREATEST)
    light: Floats = NETWORK_ECHO * elementwise.expm1(cut * span_of(model))
    return light


def network_light(network: ProximityNetwork, model: ProximityModel, closeness: Floats) -> Floats:
    """Return the light [N] that a network makes of the closenesses [N, rays] of rays."""
    hidden = elementwise.tanh(
        product(closeness, np.array(network.hidden).T) + np.array(network.hidden_bias)
    )
    linear = product(hidden, np.array(network.linear).T) + np.array(network.linear_bias)
    return light_of_output(model, product(linear, np.array(network.output)) + network.output_bias)


def ray_shares(network: ProximityNetwork, model: ProximityModel, closeness: Floats) -> Floats:
    """Return what each ray of one sensor adds to the light without any rays [rays].

    A ray's share is the mean change that it makes when the rays come one after another, over all
    orders in which they can come (Shapley's value): so all shares and the light without rays make
    up the light.
    """
    rays = len(closeness)
    present = np.array(list(itertools.product((0.0, 1.0), repeat=rays)))
    light = network_light(network, model, present * closeness)
    others = present.sum(axis=1).astype(int)
    orders = np.array(
        [
            math.factorial(k) * math.factorial(max(rays - k - 1, 0)) / math.factorial(rays)
            for k in range(rays + 1)
        ]
    )
    shares = np.zeros(rays)
    for ray in range(rays):
        without = present[:, ray] == 0.0
        change = light[~without] - light[without]  # the same others, in the same order
        shares[ray] = (orders[others[without]] * change).sum()
    return shares


def pack_network(row: np.void, network: ProximityNetwork, model: ProximityModel) -> None:
    """Write a network into a ``Response`` record, its linear layers folded into one.

    Mutates:
        ``row``.
    """
    hidden, linear = np.array(network.hidden), np.array(network.linear)
    output = np.array(network.output)
    row["unit_count"] = len(hidden)
    row["span"] = span_of(model)
    row["bias"] = product(output, np.array(network.linear_bias)) + network.output_bias
    units = row["units"][: len(hidden)]
    units["bias"] = network.hidden_bias
    units["output"] = product(output, linear)
    units["rays"][:, : hidden.shape[1]] = hidden

"""Training of a small network by least squares: 13 tanh units, 7 linear ones, one output.

Levenberg and Marquardt's method: some two hundred weights and a few thousand samples are little
enough to solve for all weights at once, and a hundred steps do what gradient descent needs many
thousands for. The start is drawn with a fixed seed, so the same samples give the same network.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wsusim.model.tuning import ProximityNetwork

Floats = NDArray[np.float64]

HIDDEN, LINEAR = 13, 7
"""KiKS's sizes."""

STEPS = 120
PATIENCE = 12
"""Steps without a better result on the samples held back, after which training ends."""

HELD_BACK = 0.2
"""Share of the samples that decide when to stop, and are not trained on."""

DAMPING_GREATEST = 1e8


def train(inputs: Floats, outputs: Floats, weight: Floats, *, seed: int) -> ProximityNetwork:
    """Return the network that fits best.

    Args:
        inputs: [N, rays].
        outputs: [N].
        weight: [N], factors of the errors.
        seed: Of the start and of what is held back.
    """
    rng = np.random.default_rng(seed)
    rays = inputs.shape[1]
    theta = _start(rays, rng)
    is_held = rng.random(len(inputs)) < HELD_BACK
    held, taught = ((inputs[which], outputs[which], weight[which]) for which in (is_held, ~is_held))
    best, best_error, worse = theta, math.inf, 0
    damping = 1e-2
    for _ in range(STEPS):
        theta, damping = _step(theta, damping, *taught)
        error = _error(theta, *held)
        if error < best_error:
            best, best_error, worse = theta, error, 0
        else:
            worse += 1
        if worse > PATIENCE or damping > DAMPING_GREATEST:
            break
    return _network(best, rays)


def _start(rays: int, rng: np.random.Generator) -> Floats:
    return np.concatenate(
        [
            rng.normal(0.0, 1.0, HIDDEN * rays),
            rng.uniform(-2.0, 1.0, HIDDEN),
            rng.normal(0.0, 0.4, LINEAR * HIDDEN),
            np.zeros(LINEAR),
            rng.normal(0.0, 0.4, LINEAR),
            [0.5],
        ]
    )


def _layers(theta: Floats, rays: int) -> list[Floats]:
    """Return weights and biases of the three layers, the first to the last."""
    shapes = ((HIDDEN, rays), (HIDDEN,), (LINEAR, HIDDEN), (LINEAR,), (LINEAR,), (1,))
    ends = np.cumsum([math.prod(shape) for shape in shapes])
    pieces = np.split(theta, ends[:-1])
    return [piece.reshape(shape) for piece, shape in zip(pieces, shapes, strict=True)]


def _run(theta: Floats, inputs: Floats) -> tuple[Floats, Floats, Floats]:
    """Return what both inner layers and the output give [N, HIDDEN], [N, LINEAR], [N]."""
    hidden_weights, hidden_bias, linear_weights, linear_bias, output, bias = _layers(
        theta, inputs.shape[1]
    )
    hidden = np.tanh(inputs @ hidden_weights.T + hidden_bias)
    linear = hidden @ linear_weights.T + linear_bias
    return hidden, linear, linear @ output + bias


def _error(theta: Floats, inputs: Floats, outputs: Floats, weight: Floats) -> float:
    return float(np.square((outputs - _run(theta, inputs)[2]) * weight).sum())


def _slopes(theta: Floats, inputs: Floats) -> tuple[Floats, Floats]:
    """Return the output [N] and its derivative by each weight [N, weights]."""
    hidden, linear, given = _run(theta, inputs)
    _, _, linear_weights, _, output, _ = _layers(theta, inputs.shape[1])
    into_hidden = (output @ linear_weights) * (1.0 - hidden * hidden)
    count = len(inputs)
    slopes = np.hstack(
        [
            (into_hidden[:, :, None] * inputs[:, None, :]).reshape(count, -1),
            into_hidden,
            (output[None, :, None] * hidden[:, None, :]).reshape(count, -1),
            np.tile(output, (count, 1)),
            linear,
            np.ones((count, 1)),
        ]
    )
    return given, slopes


def _step(
    theta: Floats, damping: float, inputs: Floats, outputs: Floats, weight: Floats
) -> tuple[Floats, float]:
    """Return better weights, and the damping with which they were found."""
    given, slopes = _slopes(theta, inputs)
    slopes *= weight[:, None]
    left = (outputs - given) * weight
    error, normal, gradient = float(left @ left), slopes.T @ slopes, slopes.T @ left
    while damping <= DAMPING_GREATEST:
        tried = theta + np.linalg.solve(normal + damping * np.eye(len(theta)), gradient)
        if _error(tried, inputs, outputs, weight) < error:
            return tried, max(damping / 5.0, 1e-9)
        damping *= 4.0
    return theta, damping


def _network(theta: Floats, rays: int) -> ProximityNetwork:
    """Return the network of these weights, seven digits each: more says nothing."""
    digits = np.array([float(f"{value:.7g}") for value in theta])
    hidden, hidden_bias, linear, linear_bias, output, bias = (
        layer.tolist() for layer in _layers(digits, rays)
    )
    return ProximityNetwork(
        hidden=tuple(map(tuple, hidden)),
        hidden_bias=tuple(hidden_bias),
        linear=tuple(map(tuple, linear)),
        linear_bias=tuple(linear_bias),
        output=tuple(output),
        output_bias=bias[0],
    )

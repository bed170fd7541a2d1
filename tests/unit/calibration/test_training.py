"""Training a network: it learns, and twice the same."""

from __future__ import annotations

import numpy as np
import pytest

from wsusim.calibration.scenes import random_scenes
from wsusim.calibration.training import train
from wsusim.engine.sensor_network import network_light
from wsusim.model.tuning import ProximityNetwork
from wsusim.robots import robot_kind

MODEL = robot_kind("khepera1").proximity


def trained(count: int) -> tuple[ProximityNetwork, np.ndarray, np.ndarray]:
    """Return a network taught the strongest of its inputs, with what it was taught."""
    inputs = np.random.default_rng(3).uniform(0.0, 1.0, (count, 7))
    wanted = 0.5 * inputs.max(axis=1) + 0.2
    return train(inputs, wanted, np.ones(count), seed=1), inputs, wanted


def test_the_same_samples_give_the_same_network() -> None:
    """Training starts from a fixed seed."""
    assert trained(150)[0] == trained(150)[0]


def test_a_network_learns() -> None:
    """Its error on what it was taught is a fraction of that of the best constant."""
    network, inputs, wanted = trained(250)
    hidden = np.tanh(inputs @ np.array(network.hidden).T + np.array(network.hidden_bias))
    linear = hidden @ np.array(network.linear).T + np.array(network.linear_bias)

    error = np.std(linear @ np.array(network.output) + network.output_bias - wanted)

    assert error < 0.35 * np.std(wanted)


def test_a_network_has_the_sizes_of_kiks() -> None:
    """13 tanh units, 7 linear ones, one output, and it can be evaluated."""
    network, inputs, _ = trained(60)

    assert (len(network.hidden), len(network.linear), len(network.output)) == (13, 7, 7)
    assert np.isfinite(network_light(network, MODEL, inputs)).all()


@pytest.mark.parametrize("kind", ["khepera1", "khepera2"])
def test_scenes_are_of_every_sort(kind: str) -> None:
    """Rays meet something or nothing, white things and grey ones, near and far."""
    model = robot_kind(kind).proximity

    way_mm, reflectivity = random_scenes(model, 400, np.random.default_rng(1))

    met = np.isfinite(way_mm)
    assert 0.1 < met.mean() < 0.9
    assert 0.2 < (reflectivity[met] == 1.0).mean() < 0.8
    assert way_mm[met].min() < 5.0
    assert np.median(way_mm[met]) < model.echo_mm[-1]

"""From measurements to a network: the sensor model of a profile in the place of the curve."""

from __future__ import annotations

import numpy as np

from wsusim.calibration.fit import echoes_along, echoes_at, fitted_model, usable_means
from wsusim.calibration.measurements import Measurements
from wsusim.calibration.scenes import random_scenes
from wsusim.calibration.training import train
from wsusim.engine.sensor_network import closeness_of
from wsusim.formats.profile import ProfileEntry
from wsusim.robots import robot_kind

SCENES = 2500

SEED = 1

MEASURED_WEIGHT = 5.0
"""A measured mean counts as 25 scenes."""

LIGHT_POWER = 0.25
"""Errors of a strong light count more, by this power of it: they make more of a reading."""


def fit_network(measurements: Measurements, profile: ProfileEntry) -> ProfileEntry:
    """Return a profile with a network in the place of the response that was fitted.

    The sensors' gains remain those of the profile: one network is the model of all eight.
    """
    kind = robot_kind(profile.kind).proximity
    curve = fitted_model(profile)
    gains = np.array([sensor.gain for sensor in profile.sensors])
    weight = np.array(kind.ray_weight) / sum(kind.ray_weight)
    way_mm, reflectivity = random_scenes(kind, SCENES, np.random.default_rng(SEED))
    light = kind.crosstalk + (reflectivity * echoes_along(curve, way_mm)) @ weight
    # Whatever robot it belongs to, a network gets the echoes of its kind.
    scenes = reflectivity * echoes_along(kind, way_mm)
    means = usable_means(measurements)
    sensor = np.array([mean.sensor for mean in means])
    seen = (np.array([mean.value for mean in means]) + kind.threshold) / gains[sensor]
    before_wall = echoes_at(kind, np.array([mean.distance_mm for mean in means]))
    brightest = (1023.0 + kind.threshold) / max(gains.min(), 0.1)
    lights = np.concatenate([light, seen])
    counts = np.minimum(lights / brightest, 1.0) ** LIGHT_POWER
    counts[len(light) :] *= MEASURED_WEIGHT
    network = train(
        closeness_of(kind, np.vstack([scenes, before_wall])),
        closeness_of(kind, lights),
        counts,
        seed=SEED,
    )
    return profile.model_copy(update={"response": None, "network": network})

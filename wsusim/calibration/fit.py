"""From measurements to a profile: what is known of each sensor, response, gain per motor.

What was read at many headings is fitted with sensor model 2, see ``fit_table``. Without that, or
when it is asked for, the readings straight before the wall are fitted with sensor model 1:
``reading = gain * (crosstalk + sum of weight * echo) - threshold`` over the rays of a sensor that
looks straight at a wall. Its unknowns are found in turn: the gain of each sensor as the median of
its ratios to the model, then the factor by which all sensors together differ from the model at each
distance, and again, until nothing changes.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from wsusim.calibration.fit_light import light_gains
from wsusim.calibration.fit_motors import motor_gain, motor_noises
from wsusim.calibration.fit_table import fit_table
from wsusim.calibration.measured_places import misfit_of_table
from wsusim.calibration.measurements import Measurements
from wsusim.engine.sensing import echo_curve
from wsusim.engine.sensor_network import closeness_of, network_light
from wsusim.errors import BadInput
from wsusim.formats.profile import (
    PULSE_GREATEST_MM,
    PULSE_LEAST_MM,
    MotorEntry,
    ProfileEntry,
    SensorEntry,
    expected_deviation,
)
from wsusim.model.robot_kind import ProximityModel
from wsusim.model.tuning import (
    CONE_MODEL,
    RAYS_MODEL,
    SENSOR_MODEL,
    ProximityNetwork,
    ProximityResponse,
)
from wsusim.model.units import PULSE_MM
from wsusim.robots import robot_kind

GREATEST_USED = 1000
"""A mean above this is saturated in part of its readings and says little."""

LEAST_USED = 25
"""A mean below this is mostly the quiet noise of a sensor that sees nothing (15 at most)."""

LEAST_READINGS = 5
"""So many readings of a sensor at a distance make a mean and a spread."""

ROUNDS = 20

USUAL = (1.0, 1.0)
"""Gain and noise of what was not measured."""

GAIN_RANGE = (0.05, 2.0)
"""A profile's gains; beyond them a sensor or motor is broken, not skewed."""


@dataclass(frozen=True, slots=True)
class Mean:
    """Readings of one sensor at one distance, put together."""

    sensor: int
    distance_mm: float
    value: float
    deviation: float
    """Standard deviation, in units of the reading."""


def fit(measurements: Measurements, name: str, *, sensor_model: int = SENSOR_MODEL) -> ProfileEntry:
    """Return the profile that fits best.

    Where readings by heading are missing, the sensors are fitted with sensor model 1 in any case.

    Raises:
        BadInput: There are too few measurements; says which are missing.
    """
    if sensor_model == CONE_MODEL and measurements.turned:
        profile = fit_table(measurements.by_heading, name, kind=measurements.kind)
    else:
        profile = _fit_straight(measurements, name)
    kind = robot_kind(measurements.kind)
    noises = motor_noises(measurements.steps, kind.motors)
    light = light_gains(measurements.light, measurements.lamp_power, kind.light)
    pulse_mm = measurements.pulse_mm or PULSE_MM  # which stands for that of the kind
    return profile.model_copy(
        update={
            "pulse_mm": _within(pulse_mm, PULSE_LEAST_MM, PULSE_GREATEST_MM),
            "turn_round_s": measurements.turn_round_s,
            "left_motor": _motor(measurements, "left", noises and noises[0]),
            "right_motor": _motor(measurements, "right", noises and noises[1]),
            "sensors": [
                sensor.model_copy(
                    update={
                        "light_gain": round(_within(light.get(n, USUAL)[0], *GAIN_RANGE), 4),
                        "light_noise": round(_within(light.get(n, USUAL)[1], 0.0, 10.0), 3),
                    }
                )
                for n, sensor in enumerate(profile.sensors)
            ],
        }
    )


def _fit_straight(measurements: Measurements, name: str) -> ProfileEntry:
    """Return the sensors of model 1 that fit the readings straight before the wall."""
    kind = robot_kind(measurements.kind)
    usable = usable_means(measurements)
    missing = [
        f"{number} ({mount.name})"
        for number, mount in enumerate(kind.sensors)
        if not any(mean.sensor == number for mean in usable)
    ]
    if missing:
        raise BadInput(
            f"There aren't enough usable readings for sensor {', '.join(missing)}: there must be "
            f"{LEAST_READINGS} readings from {LEAST_USED} to {GREATEST_USED} for at least one "
            "distance. Measure closer to a white wall, or farther from it."
        )
    gains, response = _fit_sensors(kind.proximity, usable)
    return ProfileEntry(
        name=name,
        sensor_model=RAYS_MODEL,
        kind=kind.name,
        sensors=[
            SensorEntry(
                name=mount.name,
                gain=round(_within(float(gains[number]), *GAIN_RANGE), 4),
                noise=round(_noise(kind.name, number, usable), 3),
            )
            for number, mount in enumerate(kind.sensors)
        ],
        response=response,
    )


def means_of(measurements: Measurements) -> list[Mean]:
    """Return the mean and the spread of each sensor at each distance."""
    groups: dict[tuple[int, float], list[int]] = defaultdict(list)
    for reading in measurements.proximity:
        groups[reading.sensor, reading.distance_mm].append(reading.value)
    return [
        Mean(sensor, distance_mm, float(np.mean(values)), float(np.std(values)))
        for (sensor, distance_mm), values in sorted(groups.items())
        if len(values) >= LEAST_READINGS
    ]


def usable_means(measurements: Measurements) -> list[Mean]:
    """Return the means that say something: neither saturated nor next to nothing."""
    means = means_of(measurements)
    return [mean for mean in means if LEAST_USED <= mean.value <= GREATEST_USED]


def fitted_model(profile: ProfileEntry) -> ProximityModel:
    """Return the kind's model with the measured response in it."""
    model = robot_kind(profile.kind).proximity
    response = profile.response
    if response is None:
        return model
    return replace(model, echo_mm=response.echo_mm, echo=response.echo)


def readings_of(
    profile: ProfileEntry, sensor: int, distance_mm: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return what a profile's sensor reads straight before a white wall, without noise."""
    gain = profile.sensors[sensor].gain
    return reading_at(fitted_model(profile), gain, distance_mm, profile.network)


def misfit(measurements: Measurements, profile: ProfileEntry) -> float:
    """Return the mean difference of measured means to the model, as a ratio of the full scale."""
    if profile.uses_cone:
        return misfit_of_table(measurements.by_heading, profile)
    differences = []
    for mean in means_of(measurements):
        (fitted,) = readings_of(profile, mean.sensor, np.array([mean.distance_mm]))
        differences.append(abs(mean.value - float(fitted)))
    return float(np.mean(differences)) / 1023.0 if differences else 0.0


def echoes_along(model: ProximityModel, way_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the echoes of white plastic that rays meet after so many mm."""
    echo_mm = np.linspace(0.0, model.echo_mm[-1], len(curve := echo_curve(model)))
    echoes: NDArray[np.float64] = np.interp(way_mm, echo_mm, curve, right=0.0)
    return echoes


def echoes_at(model: ProximityModel, distance_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the echoes [N, rays] of a sensor straight before a white wall."""
    return echoes_along(model, distance_mm[:, None] / np.cos(np.radians(model.ray_angle_deg)))


def light_at(
    model: ProximityModel,
    distance_mm: NDArray[np.float64],
    network: ProximityNetwork | None = None,
) -> NDArray[np.float64]:
    """Return what a sensor of gain 1 gets before its threshold, straight before a white wall."""
    echoes = echoes_at(model, distance_mm)
    if network is not None:
        return network_light(network, model, closeness_of(model, echoes))
    weight = np.array(model.ray_weight) / sum(model.ray_weight)
    light: NDArray[np.float64] = model.crosstalk + echoes @ weight
    return light


def reading_at(
    model: ProximityModel,
    gain: float,
    distance_mm: NDArray[np.float64],
    network: ProximityNetwork | None = None,
) -> NDArray[np.float64]:
    """Return what a sensor reads straight before a white wall, without noise."""
    light = light_at(model, distance_mm, network)
    return np.clip(gain * light - model.threshold, 0.0, 1023.0)


def _fit_sensors(
    kind: ProximityModel, means: list[Mean]
) -> tuple[NDArray[np.float64], ProximityResponse | None]:
    """Return the gain of each sensor, and the echoes when they were measured at three distances."""
    sensor = np.array([mean.sensor for mean in means])
    distance_mm = np.array([mean.distance_mm for mean in means])
    wanted = np.array([mean.value for mean in means]) + kind.threshold
    near, place = np.unique(np.round(distance_mm), return_inverse=True)
    model = kind
    gains = np.ones(8)
    for _ in range(ROUNDS):
        ratio = wanted / np.maximum(light_at(model, distance_mm), 1e-9)
        gains = np.array([np.median(ratio[sensor == number]) for number in range(8)])
        if len(near) < 3:
            return gains, None
        left = np.log(ratio / gains[sensor])
        factor = np.exp([np.mean(left[place == k]) for k in range(len(near))])
        echo = np.array(model.echo) * np.interp(model.echo_mm, near, factor)
        echo = np.minimum.accumulate(np.maximum(echo, 0.0))
        model = replace(model, echo=tuple(float(value) for value in echo))
    # The level of the curve and that of all gains can't be told apart: the curve keeps the kind's.
    level = float(np.median(light_at(kind, near) / np.maximum(light_at(model, near), 1e-9)))
    return gains / level, ProximityResponse(
        model.echo_mm, tuple(round(value * level, 2) for value in model.echo)
    )


def _noise(kind_name: str, sensor: int, means: list[Mean]) -> float:
    """Return how much noisier a sensor is than its kind, the median over its distances."""
    ratios = [
        mean.deviation / mean.value / expected_deviation(kind_name, mean.value)
        for mean in means
        if mean.sensor == sensor
    ]
    return _within(float(np.median(ratios)), 0.0, 10.0)


def _motor(measurements: Measurements, side: str, noise: float | None) -> MotorEntry:
    gain = motor_gain(measurements.speeds, side)
    return MotorEntry(
        gain=1.0 if gain is None else round(_within(gain, *GAIN_RANGE), 4),
        noise=1.0 if noise is None else round(_within(noise, 0.0, 10.0), 3),
    )


def _within(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)

"""From measurements to a profile: gain and noise per sensor, response, gain per motor.

The model is the simulation's own: ``reading = gain * (crosstalk + sum of weight * echo) -
threshold`` over the rays of a sensor that looks straight at a wall. Its unknowns are found in turn:
the gain of each sensor as the median of its ratios to the model, then the factor by which all
sensors together differ from the model at each distance, and again, until nothing changes.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.sensing import echo_curve
from wsusim.errors import BadInput
from wsusim.formats.entries import ResponseEntry
from wsusim.formats.profile import MotorEntry, ProfileEntry, SensorEntry, expected_deviation
from wsusim.model.robot_kind import ProximityModel
from wsusim.model.units import PULSE_MM
from wsusim.robots import robot_kind
from wsusim.session.calibration.measurements import Measurements, SpeedReading

GREATEST_USED = 1000
"""A mean above this is saturated in part of its readings and says little."""

LEAST_USED = 25
"""A mean below this is mostly the quiet noise of a sensor that sees nothing (15 at most)."""

LEAST_READINGS = 5
"""So many readings of a sensor at a distance make a mean and a spread."""

ROUNDS = 20

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


def fit(measurements: Measurements, name: str) -> ProfileEntry:
    """Return the profile that fits best.

    Raises:
        BadInput: There are too few measurements; says which are missing.
    """
    kind = robot_kind(measurements.kind)
    means = means_of(measurements)
    usable = [mean for mean in means if LEAST_USED <= mean.value <= GREATEST_USED]
    missing = [
        f"{number} ({mount.name})"
        for number, mount in enumerate(kind.sensors)
        if not any(mean.sensor == number for mean in usable)
    ]
    if missing:
        raise BadInput(
            f"Nothing can be said of sensor {', '.join(missing)}: there must be {LEAST_READINGS} "
            f"readings from {LEAST_USED} to {GREATEST_USED} at one distance at least. Measure "
            "nearer to a white wall, or farther from it."
        )
    gains, response = _fit_sensors(kind.proximity, usable)
    return ProfileEntry(
        format="wsusim-profile",
        version=1,
        name=name,
        kind=kind.name,
        pulse_mm=_within(measurements.pulse_mm or PULSE_MM, 0.05, 0.12),
        turn_round_s=measurements.turn_round_s,
        left_motor=MotorEntry(gain=_motor_gain(measurements.speeds, "left")),
        right_motor=MotorEntry(gain=_motor_gain(measurements.speeds, "right")),
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


def light_at(model: ProximityModel, distance_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what a sensor of gain 1 gets before its threshold, straight before a white wall."""
    echo_mm = np.linspace(0.0, model.echo_mm[-1], len(curve := echo_curve(model)))
    weight = np.array(model.ray_weight) / sum(model.ray_weight)
    light = np.full_like(distance_mm, model.crosstalk)
    for share, angle_deg in zip(weight, model.ray_angle_deg, strict=True):
        light += share * np.interp(distance_mm / math.cos(math.radians(angle_deg)), echo_mm, curve)
    return light


def reading_at(
    model: ProximityModel, gain: float, distance_mm: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return what a sensor reads straight before a white wall, without noise."""
    return np.clip(gain * light_at(model, distance_mm) - model.threshold, 0.0, 1023.0)


def _fit_sensors(
    kind: ProximityModel, means: list[Mean]
) -> tuple[NDArray[np.float64], ResponseEntry | None]:
    """Return the gain of each sensor, and the echoes when they were measured at three distances."""
    from dataclasses import replace

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
    return gains / level, ResponseEntry(
        echo_mm=list(model.echo_mm), echo=[round(value * level, 2) for value in model.echo]
    )


def _noise(kind_name: str, sensor: int, means: list[Mean]) -> float:
    """Return how much noisier a sensor is than its kind, the median over its distances."""
    ratios = [
        mean.deviation / mean.value / expected_deviation(kind_name, mean.value)
        for mean in means
        if mean.sensor == sensor
    ]
    return _within(float(np.median(ratios)), 0.0, 10.0)


def _motor_gain(speeds: list[SpeedReading], side: str) -> float:
    """Return counted over ordered speed, by least squares; 1 when nothing was measured."""
    orders = np.array([reading.order for reading in speeds if reading.side == side])
    counted = np.array([reading.speed for reading in speeds if reading.side == side])
    power = float(orders @ orders)
    return round(_within(float(orders @ counted) / power, *GAIN_RANGE), 4) if power else 1.0


def _within(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)

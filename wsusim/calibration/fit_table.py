"""From a table of readings at many headings to a profile: sensor model 2.

Each sensor is fitted by itself (``sensor_fit``), with the noise of its kind first, then with that
which was found. What keeps all sensors off at a distance alike then goes into the response, and the
sensors are fitted again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from wsusim.calibration.measured_places import Places, Scene, light_at_places, places_of
from wsusim.calibration.sensor_fit import (
    LEAST_PLACES,
    Errors,
    FittedSensor,
    echoes_of,
    errors_of,
    fit_sensor,
)
from wsusim.errors import BadInput
from wsusim.formats.profile import ProfileEntry, SensorEntry
from wsusim.formats.sensor_table import SensorTable
from wsusim.model.robot_kind import ConeModel, RobotKind, SensorTraits
from wsusim.model.tuning import ProximityResponse
from wsusim.robots import robot_kind

Floats = NDArray[np.float64]

LEAST_READING, MOST_READING = 25.0, 1000.0
"""Means between these say something of a sensor's gain."""

RESPONSE_MATTERS = 0.2
"""A response that is off by less is left as the kind's."""
RESPONSE_ROUNDS = 3
NOISE_ROUNDS = 2


def fit_table(
    table: SensorTable, name: str, *, kind: str = "khepera1", diameter_mm: float | None = None
) -> ProfileEntry:
    """Return the profile of the robot that was read.

    Args:
        table: Its readings.
        name: Of the profile.
        kind: Of the robot.
        diameter_mm: Of the white cylinder that it stood before; ``None``: a white wall.

    Raises:
        BadInput: A sensor has too few readings that say something.
    """
    return fit_scenes([Scene(table, diameter_mm)], name, kind=kind).profile


@dataclass(frozen=True, slots=True)
class Fit:
    """What was made of tables of readings."""

    profile: ProfileEntry
    held: tuple[int, ...]
    """Sensors whose gain and threshold could not be told apart: the kind decided between them."""


def fit_scenes(scenes: Sequence[Scene], name: str, *, kind: str = "khepera1") -> Fit:
    """Return the profile of a robot that was read before one thing or several.

    Raises:
        BadInput: A sensor has too few readings that say something.
    """
    body = robot_kind(kind)
    places = [
        [places_of(scene.table, body, number, scene.diameter_mm) for scene in scenes]
        for number in range(len(body.sensors))
    ]
    _check(places, body)
    model = body.cone
    noises = [Errors(model.additive_noise, model.additive_noise)] * len(places)
    starts: list[SensorTraits | None] = [None] * len(places)
    echoes = [echoes_of(model, own) for own in places]
    for _ in range(RESPONSE_ROUNDS):
        for _ in range(NOISE_ROUNDS):
            fitted = [
                fit_sensor(model, own, noise, start=start, echoes=around)
                for own, noise, start, around in zip(places, noises, starts, echoes, strict=True)
            ]
            starts = [own.traits for own in fitted]
            noises = [
                errors_of(model, own.traits, at) for own, at in zip(fitted, places, strict=True)
            ]
        better = _with_response(model, fitted, places)
        if better is None:
            break
        model, echoes = better, [echoes_of(better, own) for own in places]
    fitted = [
        fit_sensor(model, own, noise, alike=noise.alike, start=start, echoes=around)
        for own, noise, start, around in zip(places, noises, starts, echoes, strict=True)
    ]
    response = None
    if model is not body.cone:
        echo = tuple(round(value, 2) for value in model.echo)
        response = ProximityResponse(model.echo_mm, echo)
    profile = ProfileEntry(
        name=name,
        kind=kind,
        sensors=[
            SensorEntry(
                name=mount.name,
                gain=round(own.traits.gain, 4),
                bearing_deg=round(own.traits.bearing_deg, 2),
                width_deg=round(own.traits.width_deg, 1),
                threshold=round(own.traits.threshold, 1),
                additive_noise=round(noises[number].of_reading, 1),
            )
            for number, (mount, own) in enumerate(zip(body.sensors, fitted, strict=True))
        ],
        response=response,
    )
    return Fit(profile, tuple(n for n, own in enumerate(fitted) if own.is_held))


def _check(places: list[list[Places]], body: RobotKind) -> None:
    few = [
        f"{number} ({body.sensors[number].name})"
        for number, own in enumerate(places)
        if sum(_telling(at) for at in own) < LEAST_PLACES
    ]
    if few:
        raise BadInput(
            f"There aren't enough usable readings for sensor {', '.join(few)}: there must be "
            f"{LEAST_PLACES} places with readings from {LEAST_READING:g} to {MOST_READING:g}. Add "
            "headings at which the sensor looks at the wall, or other distances."
        )


def _telling(places: Places) -> int:
    """Return how many places say something of a gain."""
    return int(np.count_nonzero((places.mean >= LEAST_READING) & (places.mean <= MOST_READING)))


def _with_response(
    model: ConeModel, fitted: list[FittedSensor], places: list[list[Places]]
) -> ConeModel | None:
    """Return the model with a response that fits better; ``None``: it fits as it is."""
    distances, ratios = [], []
    pairs = [(one.traits, at) for one, own in zip(fitted, places, strict=True) for at in own]
    for own, at in pairs:
        light = own.gain * light_at_places(model, own, at)
        is_free = (at.mean > 60.0) & (at.mean < MOST_READING - 60.0) & (light > own.threshold)
        distances.append(at.distance_mm[is_free])
        ratios.append(((at.mean + own.threshold) / np.maximum(light, 1e-9))[is_free])
    distance, ratio = np.concatenate(distances), np.concatenate(ratios)
    near = np.unique(np.round(distance))
    if len(near) < 3:
        return None
    factor = np.array([np.median(ratio[np.round(distance) == one]) for one in near])
    factor /= np.median(factor)  # the level belongs to the gains
    if np.abs(np.log(factor)).max() < RESPONSE_MATTERS:
        return None
    body = places[0][0].body
    inside_mm = body.radius_mm - max(np.hypot(mount.x_mm, mount.y_mm) for mount in body.sensors)
    echo = np.array(model.echo) * np.interp(model.echo_mm, near + inside_mm, factor)
    echo = np.minimum.accumulate(echo)
    return replace(model, echo=tuple(float(value) for value in echo))

"""From a table of readings at many headings to a profile: sensor model 2.

For each sensor by itself, gain, threshold, bearing and width of its field are those with the least
squared error over the means of all places (Gauss, Newton, Marquardt). What keeps all sensors off
at a distance alike then goes into the response, and the sensors are fitted again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.facing import light_of_cylinder, light_of_wall
from wsusim.errors import BadInput
from wsusim.formats.entries import ResponseEntry
from wsusim.formats.profile import GAIN_GREATEST, ProfileEntry, SensorEntry
from wsusim.formats.sensor_table import SensorTable
from wsusim.model.robot_kind import ConeModel, RobotKind, SensorTraits
from wsusim.robots import robot_kind

Floats = NDArray[np.float64]

GREATEST = 1023.0
LEAST_READING, MOST_READING = 25.0, 1000.0
"""Means between these say something of a sensor's gain."""

LEAST_PLACES = 8
"""So many such means make a fit."""

ASIDE_DEG = 70.0
"""Headings farther from a sensor's usual bearing are left out: nothing is seen there."""

STEPS = 20

MOST_PLACES = 700
"""Of one sensor: from a larger table places are taken evenly."""

BEARING_STEP_DEG, WIDTH_STEP_DEG = 0.5, 1.0
"""For the slopes."""

DOUBT = np.array([1.0, 400.0, 40.0, 20.0])
"""How far gain, threshold, bearing and width may be from usual before it costs as much as one
reading that is off by ``DOUBT_COST``: it decides only what the table leaves open."""
DOUBT_COST = 5.0

WIDTHS_DEG = (30.0, 150.0)

RESPONSE_MATTERS = 0.2
"""A response that is off by less is left as the kind's."""
RESPONSE_ROUNDS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Where one sensor was read, and its means there; all [N]."""

    distance_mm: Floats
    heading_deg: Floats
    mean: Floats


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
    body = robot_kind(kind)
    places = [places_of(table, number) for number in range(len(body.sensors))]
    _check(places, body)
    model = body.cone
    for _ in range(RESPONSE_ROUNDS):
        traits = [
            _fit_sensor(model, body, number, own, diameter_mm) for number, own in enumerate(places)
        ]
        better = _with_response(model, body, traits, places, diameter_mm)
        if better is None:
            break
        model = better
    response = None
    if model is not body.cone:
        response = ResponseEntry(
            echo_mm=list(model.echo_mm), echo=[round(value, 2) for value in model.echo]
        )
    return ProfileEntry(
        name=name,
        kind=kind,
        sensors=[
            SensorEntry(
                name=mount.name,
                gain=round(own.gain, 4),
                bearing_deg=round(own.bearing_deg, 2),
                width_deg=round(own.width_deg, 1),
                threshold=round(own.threshold, 1),
                additive_noise=round(
                    _deviation(model, body, number, own, places[number], diameter_mm), 1
                ),
            )
            for number, (mount, own) in enumerate(zip(body.sensors, traits, strict=True))
        ],
        response=response,
    )


def misfit_of_table(
    table: SensorTable, profile: ProfileEntry, diameter_mm: float | None = None
) -> float:
    """Return the mean difference of a table's means to a profile, as a ratio of the full scale."""
    body = robot_kind(profile.kind)
    model = body.cone
    if profile.response is not None:
        model = replace(
            model, echo_mm=tuple(profile.response.echo_mm), echo=tuple(profile.response.echo)
        )
    errors = []
    for number, sensor in enumerate(profile.sensors):
        usual = body.cone.traits[number]
        traits = SensorTraits(
            sensor.gain,
            usual.bearing_deg if sensor.bearing_deg is None else sensor.bearing_deg,
            usual.width_deg if sensor.width_deg is None else sensor.width_deg,
            usual.threshold if sensor.threshold is None else sensor.threshold,
        )
        places = places_of(table, number)
        errors.append(
            np.abs(_readings(model, body, number, traits, places, diameter_mm) - places.mean)
        )
    return float(np.concatenate(errors).mean()) / GREATEST


def places_of(table: SensorTable, sensor: int) -> Places:
    """Return the means of one sensor."""
    is_own = table.sensor == sensor
    keys = np.round(np.column_stack([table.distance_mm, table.heading_deg])[is_own], 6)
    found, place = np.unique(keys, axis=0, return_inverse=True)
    place = place.ravel()
    mean = np.bincount(place, table.reading[is_own]) / np.maximum(np.bincount(place), 1)
    return Places(found[:, 0], found[:, 1], mean)


def _check(places: list[Places], body: RobotKind) -> None:
    few = [
        f"{number} ({body.sensors[number].name})"
        for number, own in enumerate(places)
        if np.count_nonzero((own.mean >= LEAST_READING) & (own.mean <= MOST_READING)) < LEAST_PLACES
    ]
    if few:
        raise BadInput(
            f"There aren't enough usable readings for sensor {', '.join(few)}: there must be "
            f"{LEAST_PLACES} places with readings from {LEAST_READING:g} to {MOST_READING:g}. Add "
            "headings at which the sensor looks at the wall, or other distances."
        )


def _light(
    model: ConeModel,
    body: RobotKind,
    sensor: int,
    bearing_deg: float,
    width_deg: float,
    places: Places,
    diameter_mm: float | None,
) -> Floats:
    """Return a sensor's light at its places."""
    mount = body.sensors[sensor]
    toward = np.radians(-places.heading_deg)  # where the thing is, from the robot's front
    axis = np.radians(bearing_deg)
    middle_mm = body.radius_mm + places.distance_mm
    if diameter_mm is None:
        ahead_mm = mount.x_mm * np.cos(toward) + mount.y_mm * np.sin(toward)
        turned = np.angle(np.exp(1j * (toward - axis)))
        return light_of_wall(model, width_deg, middle_mm - ahead_mm, turned)
    middle_mm = middle_mm + diameter_mm / 2.0
    x, y = middle_mm * np.cos(toward) - mount.x_mm, middle_mm * np.sin(toward) - mount.y_mm
    turned = np.angle(np.exp(1j * (np.arctan2(y, x) - axis)))
    return light_of_cylinder(model, width_deg, np.hypot(x, y), turned, diameter_mm / 2.0)


def _readings(
    model: ConeModel,
    body: RobotKind,
    sensor: int,
    traits: SensorTraits,
    places: Places,
    diameter_mm: float | None,
) -> Floats:
    light = _light(model, body, sensor, traits.bearing_deg, traits.width_deg, places, diameter_mm)
    return np.clip(traits.gain * light - traits.threshold, 0.0, GREATEST)


def _fit_sensor(
    model: ConeModel, body: RobotKind, sensor: int, places: Places, diameter_mm: float | None
) -> SensorTraits:
    usual = body.cone.traits[sensor]
    start_deg = _centre_deg(places)
    aside = (-places.heading_deg - start_deg + 180.0) % 360.0 - 180.0
    near = np.abs(aside) <= ASIDE_DEG
    places = Places(places.distance_mm[near], places.heading_deg[near], places.mean[near])
    step = len(places.mean) // MOST_PLACES + 1
    places = Places(*(c[::step] for c in (places.distance_mm, places.heading_deg, places.mean)))
    at_usual = np.array([usual.gain, usual.threshold, start_deg, usual.width_deg])
    values, damping = at_usual.copy(), 1e-3

    def light(bearing_deg: float, width_deg: float) -> Floats:
        return _light(model, body, sensor, bearing_deg, width_deg, places, diameter_mm)

    def error(values: Floats, seen: Floats) -> Floats:
        reading = np.clip(values[0] * seen - values[1], 0.0, GREATEST)
        return np.concatenate([reading - places.mean, (values - at_usual) / DOUBT * DOUBT_COST])

    seen = light(values[2], values[3])
    left = error(values, seen)
    for _ in range(STEPS):
        ideal = values[0] * seen - values[1]
        is_free = (ideal > 0.0) & (ideal < GREATEST)
        slopes = (
            np.column_stack(
                [
                    seen,
                    np.full(len(seen), -1.0),
                    values[0]
                    * (light(values[2] + BEARING_STEP_DEG, values[3]) - seen)
                    / BEARING_STEP_DEG,
                    values[0]
                    * (light(values[2], values[3] + WIDTH_STEP_DEG) - seen)
                    / WIDTH_STEP_DEG,
                ]
            )
            * is_free[:, None]
        )
        slopes = np.vstack([slopes, np.diag(DOUBT_COST / DOUBT)])
        normal, gradient = slopes.T @ slopes, slopes.T @ left
        tried = values - np.linalg.solve(normal + damping * np.diag(np.diag(normal)), gradient)
        tried[0] = min(max(tried[0], 0.01), GAIN_GREATEST)
        tried[1] = min(max(tried[1], 0.0), 2000.0)
        tried[3] = min(max(tried[3], WIDTHS_DEG[0]), WIDTHS_DEG[1])
        then = light(tried[2], tried[3])
        other = error(tried, then)
        if other @ other < left @ left:
            is_settled = other @ other > (1.0 - 1e-5) * (left @ left)
            values, seen, left, damping = tried, then, other, max(damping / 5.0, 1e-9)
            if is_settled:
                break
        else:
            damping *= 6.0
            if damping > 1e6:
                break
    gain, threshold, bearing_deg, width_deg = values.tolist()
    return SensorTraits(gain, (bearing_deg + 180.0) % 360.0 - 180.0, width_deg, threshold)


def _centre_deg(places: Places) -> float:
    """Return the bearing of the thing at which a sensor answers, on the whole."""
    turns = np.exp(-1j * np.radians(places.heading_deg))
    return float(np.degrees(np.angle((places.mean * turns).sum())))


def _deviation(
    model: ConeModel,
    body: RobotKind,
    sensor: int,
    traits: SensorTraits,
    places: Places,
    diameter_mm: float | None,
) -> float:
    """Return the standard deviation of means from the model where nothing is cut off."""
    reading = _readings(model, body, sensor, traits, places, diameter_mm)
    is_free = (reading > 100.0) & (reading < GREATEST - 100.0)
    if np.count_nonzero(is_free) < LEAST_PLACES:
        return model.additive_noise
    return min(float(np.std((places.mean - reading)[is_free])), 300.0)


def _with_response(
    model: ConeModel,
    body: RobotKind,
    traits: list[SensorTraits],
    places: list[Places],
    diameter_mm: float | None,
) -> ConeModel | None:
    """Return the model with a response that fits better; ``None``: it fits as it is."""
    distances, ratios = [], []
    for number, (own, at) in enumerate(zip(traits, places, strict=True)):
        light = _light(model, body, number, own.bearing_deg, own.width_deg, at, diameter_mm)
        reading = own.gain * light - own.threshold
        is_free = (at.mean > 60.0) & (at.mean < MOST_READING - 60.0) & (reading > 0.0)
        distances.append(at.distance_mm[is_free])
        ratios.append(((at.mean + own.threshold) / np.maximum(own.gain * light, 1e-9))[is_free])
    distance, ratio = np.concatenate(distances), np.concatenate(ratios)
    near = np.unique(np.round(distance))
    if len(near) < 3:
        return None
    factor = np.array([np.median(ratio[np.round(distance) == one]) for one in near])
    factor /= np.median(factor)  # the level belongs to the gains
    if np.abs(np.log(factor)).max() < RESPONSE_MATTERS:
        return None
    inside_mm = body.radius_mm - max(np.hypot(mount.x_mm, mount.y_mm) for mount in body.sensors)
    echo = np.array(model.echo) * np.interp(model.echo_mm, near + inside_mm, factor)
    echo = np.minimum.accumulate(echo)
    return replace(model, echo=tuple(float(value) for value in echo))

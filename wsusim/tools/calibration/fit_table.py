"""From a table of readings at many headings to a profile: sensor model 2.

For each sensor by itself, gain, threshold, bearing and width of its field are those with the least
squared error over the means of all places (Gauss, Newton, Marquardt). They are compared with what a
noisy sensor would read there on average, as the ends of the scale cut its noise off on one side:
with the noise of its kind first, then with that which was found. What keeps all sensors off at a
distance alike then goes into the response, and the sensors are fitted again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from wsusim.errors import BadInput
from wsusim.formats.profile import GAIN_GREATEST, ProfileEntry, SensorEntry
from wsusim.formats.sensor_table import SensorTable
from wsusim.model.robot_kind import ConeModel, RobotKind, SensorTraits
from wsusim.model.tuning import ProximityResponse
from wsusim.robots import robot_kind
from wsusim.tools.calibration.measured_places import (
    GREATEST,
    Places,
    light_at_places,
    mean_reading,
    places_of,
)

Floats = NDArray[np.float64]

LEAST_READING, MOST_READING = 25.0, 1000.0
"""Means between these say something of a sensor's gain."""

LEAST_PLACES = 8
"""So many such means make a fit."""

ASIDE_DEG = 70.0
"""Headings farther from a sensor's usual bearing are left out: nothing is seen there."""

STEPS = 20

MOST_PLACES = 2500
"""Of one sensor: from a larger table places are taken evenly."""

BEARING_STEP_DEG, WIDTH_STEP_DEG = 0.5, 1.0
"""For the slopes."""

DOUBT = np.array([0.5, 150.0, 30.0, 10.0])
"""How far gain, threshold, bearing and width are from those of the kind, usually: a guess (those of
the one robot that was measured differ by 0.2, 60, 5 and 2). So far off, each costs as much as one
place that is off by the usual error of a place: it decides what the table leaves open."""

WIDTHS_DEG = (30.0, 150.0)

RESPONSE_MATTERS = 0.2
"""A response that is off by less is left as the kind's."""
RESPONSE_ROUNDS = 3
NOISE_ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Errors:
    """Standard deviations from the model, in units of a reading."""

    of_reading: float
    of_mean: float
    """Of the mean of a place: no less than that of a reading where it repeats itself."""


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
    places = [places_of(table, body, number, diameter_mm) for number in range(len(body.sensors))]
    _check(places, body)
    model = body.cone
    noises = [Errors(model.additive_noise, model.additive_noise)] * len(places)
    for _ in range(RESPONSE_ROUNDS):
        for _ in range(NOISE_ROUNDS):
            traits = [
                _fit_sensor(model, own, noise) for own, noise in zip(places, noises, strict=True)
            ]
            noises = [_errors(model, own, at) for own, at in zip(traits, places, strict=True)]
        better = _with_response(model, traits, places)
        if better is None:
            break
        model = better
    response = None
    if model is not body.cone:
        echo = tuple(round(value, 2) for value in model.echo)
        response = ProximityResponse(model.echo_mm, echo)
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
                additive_noise=round(noises[number].of_reading, 1),
            )
            for number, (mount, own) in enumerate(zip(body.sensors, traits, strict=True))
        ],
        response=response,
    )


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


def _fit_sensor(model: ConeModel, places: Places, noise: Errors) -> SensorTraits:
    usual = places.body.cone.traits[places.sensor]
    start_deg = _centre_deg(places)
    aside = (-places.heading_deg - start_deg + 180.0) % 360.0 - 180.0
    near = np.abs(aside) <= ASIDE_DEG
    places = places.taken(near)
    places = places.taken(slice(None, None, len(places.mean) // MOST_PLACES + 1))
    at_usual = np.array([usual.gain, usual.threshold, start_deg, usual.width_deg])
    values, damping = at_usual.copy(), 1e-3

    def light(bearing_deg: float, width_deg: float) -> Floats:
        traits = replace(usual, bearing_deg=bearing_deg, width_deg=width_deg)
        return light_at_places(model, traits, places)

    def error(values: Floats, seen: Floats) -> Floats:
        reading = mean_reading(values[0] * seen - values[1], noise.of_reading)[0]
        return np.concatenate([reading - places.mean, (values - at_usual) / DOUBT * noise.of_mean])

    seen = light(values[2], values[3])
    left = error(values, seen)
    for _ in range(STEPS):
        follows = mean_reading(values[0] * seen - values[1], noise.of_reading)[1]
        turned = light(values[2] + BEARING_STEP_DEG, values[3]) - seen
        widened = light(values[2], values[3] + WIDTH_STEP_DEG) - seen
        by_bearing = values[0] * turned / BEARING_STEP_DEG
        by_width = values[0] * widened / WIDTH_STEP_DEG
        by_threshold = np.full(len(seen), -1.0)
        slopes = np.column_stack([seen, by_threshold, by_bearing, by_width]) * follows[:, None]
        slopes = np.vstack([slopes, np.diag(noise.of_mean / DOUBT)])
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


def _errors(model: ConeModel, traits: SensorTraits, places: Places) -> Errors:
    """Return how far a sensor is from the model where nothing is cut off."""
    reading = traits.gain * light_at_places(model, traits, places) - traits.threshold
    is_free = (reading > 100.0) & (reading < GREATEST - 100.0)
    if np.count_nonzero(is_free) < LEAST_PLACES:
        return Errors(model.additive_noise, model.additive_noise)
    off = (places.mean - reading)[is_free] ** 2
    of_mean = math.sqrt(float(off.mean()))
    of_reading = _noise(places, places.mean - reading, is_free)
    if of_reading is None:
        of_reading = model.additive_noise
    return Errors(min(of_reading, 300.0), of_mean)


def _noise(places: Places, off: Floats, is_free: NDArray[np.bool_]) -> float | None:
    """Return the standard deviation of single readings, without what the model is wrong by.

    Where places were read several times, it is the spread of these readings. From single readings
    it is how much a place's error differs from the mean of those at the headings on either side:
    what a model is wrong by changes slowly with the heading. ``None``: neither is known.
    """
    again = np.where(is_free & (places.count > 1.0), places.count - 1.0, 0.0)
    if np.count_nonzero(again) >= LEAST_PLACES:
        return math.sqrt(float((places.variance * places.count)[again > 0.0].sum() / again.sum()))
    # Places are in the order of their distances, and of their headings at each.
    beside = (places.distance_mm[2:] == places.distance_mm[:-2]) & is_free[2:] & is_free[:-2]
    beside &= is_free[1:-1]
    if np.count_nonzero(beside) < LEAST_PLACES:
        return None
    bend = (off[2:] - 2.0 * off[1:-1] + off[:-2])[beside]
    return math.sqrt(float((bend**2).mean()) / 6.0)


def _with_response(
    model: ConeModel, traits: list[SensorTraits], places: list[Places]
) -> ConeModel | None:
    """Return the model with a response that fits better; ``None``: it fits as it is."""
    distances, ratios = [], []
    for own, at in zip(traits, places, strict=True):
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
    body = places[0].body
    inside_mm = body.radius_mm - max(np.hypot(mount.x_mm, mount.y_mm) for mount in body.sensors)
    echo = np.array(model.echo) * np.interp(model.echo_mm, near + inside_mm, factor)
    echo = np.minimum.accumulate(echo)
    return replace(model, echo=tuple(float(value) for value in echo))

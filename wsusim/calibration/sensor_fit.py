"""Gain, threshold, bearing and width of one sensor, from what it read at many places.

They are those with the least squared error (Gauss, Newton, Marquardt) over the means of all places,
before a wall, a cylinder or both. They are compared with what a noisy sensor would read there on
average, as the ends of the scale cut its noise off on one side.

Gain and threshold are hard to tell apart: a weaker sensor with a lower threshold reads almost the
same at most distances. What is left open is decided by the kind. How much is left open depends on
what the model is wrong by: noise differs from place to place and averages out, but a misfit is the
same at all places nearby, which then count together as one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wsusim.calibration.measured_places import (
    GREATEST,
    Places,
    echoes_at_places,
    light_at_places,
    mean_reading,
)
from wsusim.engine.facing import shares_around
from wsusim.formats.profile import FIFTH_POWER_DEVIATION, GAIN_GREATEST
from wsusim.model.robot_kind import ConeModel, SensorTraits

Floats = NDArray[np.float64]

LEAST_PLACES = 8
"""So many places with readings within the scale make a fit."""

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
place that is off by the usual error of a place: it decides what the table leaves open.

Gain and threshold must not be held to the kind outright. Sensors of one kind differ by as much as
robots do, and bearing and width have to make up for that then: 20 robots with skewed sensors and an
echo curve that is off by a tenth, fitted before a cylinder, were off by 28 of 1,023 before walls
so, by 33 if never fitted, and by 6 this way."""

ALIKE_PLACES = 40.0
"""So many places share what the model is wrong by there (guess: 40 degrees at two distances)."""

WIDTHS_DEG = (30.0, 150.0)

FREE_OF_ENDS = 100.0
"""So far from both ends of the scale nothing of a reading's noise is cut off."""

LEAST_ERROR = 0.3
"""Of a reading, which is a whole number."""

MOST_NOISE = 300.0
"""Of a profile."""


@dataclass(frozen=True, slots=True)
class Errors:
    """Standard deviations from the model, in units of a reading."""

    of_reading: float
    """Of single readings at one place, without what the model is wrong by."""
    of_mean: float
    """Of the mean of a place: no less than that of a reading where it repeats itself."""
    alike: float = 1.0
    """So many places count as one."""


@dataclass(frozen=True, slots=True)
class FittedSensor:
    """What one sensor's readings say."""

    traits: SensorTraits
    is_held: bool
    """Whether gain and threshold could not be told apart, so that the kind decided."""


def fit_sensor(
    model: ConeModel,
    scenes: Sequence[Places],
    noise: Errors,
    *,
    alike: float = 1.0,
    start: SensorTraits | None = None,
    echoes: Floats | None = None,
) -> FittedSensor:
    """Return the traits that fit the places of all scenes best.

    Args:
        model: Of the kind, with the response found so far.
        scenes: The sensor's places before each thing.
        noise: What is known of its errors so far.
        alike: So many places count as one where gain and threshold are told apart.
        start: Where to look first: what was found with another model or noise.
        echoes: Of ``echoes_of`` with the same model and scenes, if they are known: they take
            longer than the fit.
    """
    usual = scenes[0].body.cone.traits[scenes[0].sensor]
    centre_deg = _centre_deg(scenes)
    scenes = [_usable(places, centre_deg) for places in scenes]
    mean = np.concatenate([places.mean for places in scenes])
    at_usual = np.array([usual.gain, usual.threshold, centre_deg, usual.width_deg])
    values, damping = at_usual.copy(), 1e-3
    if start is not None:
        bearing_deg = centre_deg + math.remainder(start.bearing_deg - centre_deg, 360.0)
        values = np.array([start.gain, start.threshold, bearing_deg, start.width_deg])
    weights = np.sqrt([alike, alike, 1.0, 1.0])
    of_prior = max(noise.of_mean, LEAST_ERROR) * weights / DOUBT

    around = _echoes(model, scenes) if echoes is None else echoes

    def light(bearing_deg: float, width_deg: float) -> Floats:
        # Which profile is found may differ in its last digits from one processor to the next.
        seen: Floats = shares_around(width_deg, math.radians(bearing_deg)) @ around
        return seen + model.crosstalk

    def error(values: Floats, seen: Floats) -> Floats:
        reading = mean_reading(values[0] * seen - values[1], noise.of_reading)[0]
        return np.concatenate([reading - mean, (values - at_usual) * of_prior])

    def slopes_at(values: Floats, seen: Floats) -> Floats:
        follows = mean_reading(values[0] * seen - values[1], noise.of_reading)[1]
        turned = light(values[2] + BEARING_STEP_DEG, values[3]) - seen
        widened = light(values[2], values[3] + WIDTH_STEP_DEG) - seen
        by_bearing = values[0] * turned / BEARING_STEP_DEG
        by_width = values[0] * widened / WIDTH_STEP_DEG
        by_threshold = np.full(len(seen), -1.0)
        columns = [seen, by_threshold, by_bearing, by_width]
        slopes: Floats = np.column_stack(columns) * follows[:, None]
        return slopes

    seen = light(values[2], values[3])
    left, slopes = error(values, seen), slopes_at(values, seen)
    for _ in range(STEPS):
        all_slopes = np.vstack([slopes, np.diag(of_prior)])
        normal, gradient = all_slopes.T @ all_slopes, all_slopes.T @ left
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
            slopes = slopes_at(values, seen)
        else:
            damping *= 6.0
            if damping > 1e6:
                break
    gain, threshold, bearing_deg, width_deg = values.tolist()
    bearing_deg = (bearing_deg + 180.0) % 360.0 - 180.0
    return FittedSensor(
        SensorTraits(gain, bearing_deg, width_deg, threshold), _is_left_open(slopes / of_prior)
    )


def echoes_of(model: ConeModel, scenes: Sequence[Places]) -> Floats:
    """Return what comes back around a sensor at the places that ``fit_sensor`` fits to."""
    centre_deg = _centre_deg(scenes)
    return _echoes(model, [_usable(places, centre_deg) for places in scenes])


def _echoes(model: ConeModel, usable: Sequence[Places]) -> Floats:
    return np.hstack([echoes_at_places(model, places) for places in usable])


def _is_left_open(slopes: Floats) -> bool:
    """Return whether the kind says more of gain and threshold than the readings do.

    ``slopes`` [N, 4]: of the readings, in units in which the kind's own say is 1 for each value.
    """
    known = slopes.T @ slopes
    both, other, across = known[:2, :2], known[2:, 2:], known[:2, 2:]
    told = both - across @ np.linalg.pinv(other) @ across.T  # bearing and width are unknown, too
    return bool(np.linalg.eigvalsh(told)[0] < 1.0)


def _usable(places: Places, centre_deg: float) -> Places:
    """Return the places at which the sensor sees something, at most ``MOST_PLACES``."""
    aside = (-places.heading_deg - centre_deg + 180.0) % 360.0 - 180.0
    places = places.taken(np.abs(aside) <= ASIDE_DEG)
    return places.taken(slice(None, None, len(places.mean) // MOST_PLACES + 1))


def _centre_deg(scenes: Sequence[Places]) -> float:
    """Return the bearing of the thing at which a sensor answers, on the whole."""
    answers = [places.mean * np.exp(-1j * np.radians(places.heading_deg)) for places in scenes]
    return float(np.degrees(np.angle(np.concatenate(answers).sum())))


def errors_of(model: ConeModel, traits: SensorTraits, scenes: Sequence[Places]) -> Errors:
    """Return how far a sensor is from the model where nothing is cut off."""
    free = []
    for places in scenes:
        reading = traits.gain * light_at_places(model, traits, places) - traits.threshold
        is_free = (reading > FREE_OF_ENDS) & (reading < GREATEST - FREE_OF_ENDS)
        free.append((places, places.mean - reading, reading, is_free))
    square = np.concatenate([off[is_free] ** 2 for _, off, _, is_free in free])
    if len(square) < LEAST_PLACES:
        return Errors(model.additive_noise, model.additive_noise)
    of_mean = float(square.mean())
    noises = [_noise(places, off, is_free) for places, off, _, is_free in free]
    known = [(variance, number) for variance, number in noises if number >= LEAST_PLACES]
    if not known:
        return Errors(model.additive_noise, math.sqrt(of_mean))
    variance = sum(own * number for own, number in known) / sum(number for _, number in known)
    counts = np.concatenate([places.count[is_free] for places, _, _, is_free in free])
    by_misfit = min(max(1.0 - variance * float((1.0 / counts).mean()) / of_mean, 0.0), 1.0)
    readings = np.concatenate([reading[is_free] for _, _, reading, is_free in free])
    additive = max(variance - _relative_variance(model, readings), 0.0)
    return Errors(
        min(math.sqrt(additive), MOST_NOISE),
        math.sqrt(of_mean),
        1.0 + (ALIKE_PLACES - 1.0) * by_misfit,
    )


def _noise(places: Places, off: Floats, is_free: NDArray[np.bool_]) -> tuple[float, int]:
    """Return the variance of single readings, without what the model is wrong by.

    Where places were read several times, it is that of these readings. From single readings it is
    how much a place's error differs from the mean of those at the headings on either side: what a
    model is wrong by changes slowly with the heading. Returned with it: at how many places.
    """
    again = np.where(is_free & (places.count > 1.0), places.count - 1.0, 0.0)
    number = int(np.count_nonzero(again))
    if number >= LEAST_PLACES:
        spread = float((places.variance * places.count)[again > 0.0].sum() / again.sum())
        return spread, number
    # Places are in the order of their distances, and of their headings at each.
    beside = (places.distance_mm[2:] == places.distance_mm[:-2]) & is_free[2:] & is_free[:-2]
    beside &= is_free[1:-1]
    number = int(np.count_nonzero(beside))
    bend = (off[2:] - 2.0 * off[1:-1] + off[:-2])[beside]
    return (float((bend**2).mean()) / 6.0 if number else 0.0), number


def _relative_variance(model: ConeModel, reading: Floats) -> float:
    """Return the variance that a kind's sensors have at readings beside their additive noise."""
    greatest = model.noise_low + (model.noise_high - model.noise_low) * reading / GREATEST
    return float(((greatest * FIFTH_POWER_DEVIATION * reading) ** 2).mean())

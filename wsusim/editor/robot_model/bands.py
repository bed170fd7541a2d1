"""Response curves for the preview: what a robot with some settings reads, and how far noise goes.

Importing the engine takes most of a second, so it is done where these functions are called, and the
first time not on the window's thread.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from wsusim.editor.robot_model.parameters import Parameter
from wsusim.formats.profile import ProfileEntry
from wsusim.model.robot_kind import ConeModel, LightModel, ProximityModel
from wsusim.model.sensor_traits import additive_noise_of, traits_of
from wsusim.model.tuning import ProximityNetwork
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.robots import robot_kind

POINTS = 160
READING_MAX = 1023.0
NEAREST_LAMP_MM, FARTHEST_LAMP_MM = 5.0, 300.0
FASTEST_SHOWN = 20
"""Orders beyond it are seldom given."""

NOISE_DEVIATIONS = 2.0
"""A wheel's noise has no greatest value: of a hundred ticks, some five lie outside the band."""

Curve = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """A curve [N] with the range [N] of what noise makes of it."""

    x: Curve
    least: Curve
    middle: Curve
    greatest: Curve
    top: float
    """The greatest value that there can be."""


def proximity_band(profile: ProfileEntry, sensor: int) -> Band:
    """Return the readings of a sensor over its distance (mm) straight before a white wall."""
    kind, tuning = robot_kind(profile.kind), profile.tuning()
    entry = profile.sensors[sensor]
    model: ProximityModel | ConeModel
    ripple = 0.0
    if profile.uses_cone:
        model = kind.cone
        if tuning.response is not None:
            model = replace(model, echo_mm=tuning.response.echo_mm, echo=tuning.response.echo)
        traits = traits_of(model, tuning, sensor)
        distance_mm, light = _cone_light(model, traits.width_deg)
        ideal = entry.gain * light - traits.threshold
        ripple = math.sqrt(2.0) * additive_noise_of(model, tuning, sensor)
    else:
        model = kind.proximity
        if tuning.response is not None:
            model = replace(model, echo_mm=tuning.response.echo_mm, echo=tuning.response.echo)
        distance_mm, light = _light(model, tuning.network)
        ideal = entry.gain * light - model.threshold
    share = np.clip(ideal / READING_MAX, 0.0, 1.0)
    error = entry.noise * (model.noise_low + (model.noise_high - model.noise_low) * share)
    # What a sensor without signal reads: whole numbers below a limit.
    quiet = max(math.ceil((model.quiet_high + 1) * entry.noise) - 1.0, 0.0)
    ends = np.clip(
        [ideal * (1.0 - error) - ripple, ideal * (1.0 + error) + ripple],
        0.0,
        READING_MAX,
    )
    return Band(
        distance_mm,
        ends.min(axis=0),
        np.clip(ideal, 0.0, READING_MAX),
        np.maximum(ends.max(axis=0), quiet),
        READING_MAX,
    )


def light_band(profile: ProfileEntry, sensor: int) -> Band:
    """Return the readings of a sensor over the distance (mm) of the 1 W lamp that it looks at.

    The rare noise in the dark is not in the band.
    """
    model = robot_kind(profile.kind).light
    entry = profile.sensors[sensor]
    distance_mm = np.linspace(NEAREST_LAMP_MM, FARTHEST_LAMP_MM, POINTS)
    level = math.sqrt(entry.light_gain) / distance_mm
    ideal = np.interp(level, *_glow(model))
    error = entry.light_noise * model.noise * np.minimum(ideal, model.dark - ideal)
    least, greatest = np.clip([ideal - error, ideal + error], 0.0, READING_MAX)
    return Band(distance_mm, least, ideal, greatest, float(model.dark))


def wheel_band(profile: ProfileEntry, motor: str) -> Band:
    """Return the speed (mm/s) of one motor over the order (pulses a tick)."""
    entry = profile.left_motor if motor == "left_motor" else profile.right_motor
    order = np.linspace(0.0, FASTEST_SHOWN, POINTS)
    speed = order * entry.gain * profile.pulse_mm * TICKS_PER_SECOND
    error = NOISE_DEVIATIONS * entry.noise * robot_kind(profile.kind).motors.speed_noise
    usual = FASTEST_SHOWN * profile.pulse_mm * TICKS_PER_SECOND
    return Band(order, speed * max(1.0 - error, 0.0), speed, speed * (1.0 + error), 2.0 * usual)


def band_of(profile: ProfileEntry, parameter: Parameter) -> Band:
    """Return the curve that a number of the profile changes."""
    if parameter.sensor is None:
        return wheel_band(profile, str(parameter.path[0]))
    make = light_band if parameter.field.startswith("light") else proximity_band
    return make(profile, parameter.sensor)


@lru_cache(maxsize=8)
def _light(model: ProximityModel, network: ProximityNetwork | None) -> tuple[Curve, Curve]:
    """Return distances (mm) and what a sensor of gain 1 gets there."""
    from wsusim.tools.calibration.fit import light_at

    distance_mm = np.linspace(0.0, model.echo_mm[-1], POINTS)
    return distance_mm, light_at(model, distance_mm, network)


@lru_cache(maxsize=64)
def _cone_light(model: ConeModel, width_deg: float) -> tuple[Curve, Curve]:
    """Return distances (mm) and what a sensor of model 2 and gain 1 gets there."""
    from wsusim.engine.facing import light_of_wall

    distance_mm = np.linspace(0.0, model.echo_mm[-1], POINTS)
    return distance_mm, light_of_wall(model, width_deg, distance_mm, np.zeros(POINTS))


@lru_cache(maxsize=8)
def _glow(model: LightModel) -> tuple[Curve, Curve]:
    """Return levels of light and what a sensor of gain 1 reads there."""
    from wsusim.engine.sensing import glow_curve
    from wsusim.kernels.eyes import GLOW_SAMPLES, MAX_LEVEL

    return np.linspace(0.0, MAX_LEVEL, GLOW_SAMPLES), glow_curve(model)

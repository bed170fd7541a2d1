"""Response curves for the preview: what a robot with some settings reads, and how far noise goes.

Importing the engine takes most of a second, so it is done where these functions are called, and the
first time not on the window's thread.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from wsusim.editor.robot_model.profile_parameters import Parameter
from wsusim.formats.profile import ProfileEntry
from wsusim.model.robot_kind import ConeModel, LightModel, ProximityModel
from wsusim.model.sensor_traits import additive_noise_of, traits_of
from wsusim.model.tuning import ProximityNetwork, RobotTuning
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.robots import robot_kind

POINTS = 160
READING_MAX = 1023.0
NEAREST_LAMP_MM, FARTHEST_LAMP_MM = 5.0, 300.0
FASTEST_SHOWN = 20
"""Orders beyond it are seldom given."""

NOISE_DEVIATIONS = 2.0
"""A wheel's noise has no greatest value: of a hundred ticks, some five lie outside the band."""

HEADING_WALL_MM = 19.0
"""At so far a wall, all sensors read much and few are saturated."""

HALF_VIEW_DEG = 90.0

Curve = NDArray[np.float64]

Model = TypeVar("Model", ProximityModel, ConeModel)


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
    if profile.uses_cone:
        model = _measured(kind.cone, tuning)
        traits = traits_of(model, tuning, sensor)
        distance_mm, light = _cone_light(model, traits.width_deg)
        return _cone_band(profile, sensor, distance_mm, light)
    rays = _measured(kind.proximity, tuning)
    distance_mm, light = _light(rays, tuning.network)
    return _noisy(rays, entry.noise, 0.0, distance_mm, entry.gain * light - rays.threshold)


def heading_band(profile: ProfileEntry, sensor: int) -> Band:
    """Return its readings over the bearing (degrees) of a white wall ``HEADING_WALL_MM`` away.

    Only of sensor model 2. The wall's distance is that from the robot's body.
    """
    from wsusim.calibration.measured_places import Places, light_at_places

    kind, tuning = robot_kind(profile.kind), profile.tuning()
    model = _measured(kind.cone, tuning)
    traits = traits_of(model, tuning, sensor)
    middle_deg = kind.cone.traits[sensor].bearing_deg
    bearing_deg = middle_deg + np.linspace(-HALF_VIEW_DEG, HALF_VIEW_DEG, POINTS)
    wall_mm = np.full(POINTS, HEADING_WALL_MM)
    nothing = np.zeros(POINTS)  # was read there
    places = Places(kind, sensor, None, wall_mm, -bearing_deg, nothing, nothing, nothing)
    light = light_at_places(model, traits, places)
    return _cone_band(profile, sensor, bearing_deg, light)


def _cone_band(profile: ProfileEntry, sensor: int, x: Curve, light: Curve) -> Band:
    model, tuning = robot_kind(profile.kind).cone, profile.tuning()
    traits = traits_of(model, tuning, sensor)
    ripple = math.sqrt(2.0) * additive_noise_of(model, tuning, sensor)
    ideal = traits.gain * light - traits.threshold
    return _noisy(model, profile.sensors[sensor].noise, ripple, x, ideal)


def _measured(model: Model, tuning: RobotTuning) -> Model:
    """Return a kind's model with the response that was measured, if one was."""
    response = tuning.response
    if response is None:
        return model
    return replace(model, echo_mm=response.echo_mm, echo=response.echo)


def _noisy(
    model: ProximityModel | ConeModel, noise: float, ripple: float, x: Curve, ideal: Curve
) -> Band:
    share = np.clip(ideal / READING_MAX, 0.0, 1.0)
    error = noise * (model.noise_low + (model.noise_high - model.noise_low) * share)
    # What a sensor without signal reads: whole numbers below a limit.
    quiet = max(math.ceil((model.quiet_high + 1) * noise) - 1.0, 0.0)
    ends = np.clip(
        [ideal * (1.0 - error) - ripple, ideal * (1.0 + error) + ripple],
        0.0,
        READING_MAX,
    )
    return Band(
        x,
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
    if is_by_heading(profile, parameter):
        return heading_band(profile, parameter.sensor)
    make = light_band if parameter.field.startswith("light") else proximity_band
    return make(profile, parameter.sensor)


def is_by_heading(profile: ProfileEntry, parameter: Parameter) -> bool:
    """Return whether a number changes what is seen aside, so that its curve goes over a bearing."""
    return profile.uses_cone and parameter.field in ("bearing_deg", "width_deg")


@lru_cache(maxsize=8)
def _light(model: ProximityModel, network: ProximityNetwork | None) -> tuple[Curve, Curve]:
    """Return distances (mm) and what a sensor of gain 1 gets there."""
    from wsusim.calibration.fit import light_at

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
    from wsusim.kernels.sensor_records import GLOW_SAMPLES, MAX_LEVEL

    return np.linspace(0.0, MAX_LEVEL, GLOW_SAMPLES), glow_curve(model)

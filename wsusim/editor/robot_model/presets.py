"""Profiles that need no file: a robot just as its kind, one without noise, one of a maze."""

from __future__ import annotations

from functools import lru_cache

from wsusim.editor.robot_model import profile_parameters
from wsusim.editor.robot_model.profile_parameters import LEFT_NOISE, RIGHT_NOISE, Parameter
from wsusim.formats.profile import ProfileEntry, profile_of_tuning
from wsusim.model.tuning import RAYS_MODEL, SENSOR_MODEL, RobotTuning
from wsusim.model.world import RobotStart

OWN_NAME = "My settings"
"""Name of settings that have no file yet."""


@lru_cache
def realistic(kind: str, sensor_model: int = SENSOR_MODEL) -> ProfileEntry:
    """Return a robot with the figures of its kind and the measured spread of its sensors."""
    return profile_of_tuning(OWN_NAME, kind, RobotTuning(sensor_model=sensor_model))


@lru_cache
def ideal(kind: str, sensor_model: int = SENSOR_MODEL) -> ProfileEntry:
    """Return a robot without noise and without differences between its sensors."""
    return profile_of_tuning(OWN_NAME, kind, RobotTuning.ideal(sensor_model))


def of_robot(robot: RobotStart) -> ProfileEntry:
    """Return what a maze says of one of its robots."""
    return _tuned(robot.kind, robot.tuning or RobotTuning())


@lru_cache
def _tuned(kind: str, tuning: RobotTuning) -> ProfileEntry:
    """Return the profile of a tuning: each cell of a table asks for it."""
    return profile_of_tuning(OWN_NAME, kind, tuning)


def usual(parameter: Parameter, kind: str, sensor_model: int = SENSOR_MODEL) -> float:
    """Return the number that a robot just as its kind has."""
    return parameter.of(realistic(kind, sensor_model))


def for_sensor_model(profile: ProfileEntry, sensor_model: int) -> ProfileEntry:
    """Return a robot whose proximity sensors follow another law.

    Gains keep their ratios to the usual ones, or to those of an ideal robot when they are just
    these; what belongs to one law alone (bearings, a measured response, a network) is that of the
    kind, or none.
    """
    before = RAYS_MODEL if profile.network is not None else profile.sensor_model
    if before == sensor_model:
        return profile
    preset = ideal if _gains(profile) == _gains(ideal(profile.kind, before)) else realistic
    old, new = preset(profile.kind, before), preset(profile.kind, sensor_model)
    changed = profile.model_copy(
        update={
            "sensor_model": sensor_model,
            "response": None,
            "network": None,
            "sensors": [
                other.model_copy(
                    update={
                        "name": own.name,
                        "noise": own.noise,
                        "light_gain": own.light_gain,
                        "light_noise": own.light_noise,
                    }
                )
                for own, other in zip(profile.sensors, new.sensors, strict=True)
            ],
        }
    )
    for gain in profile_parameters.PROXIMITY_GAIN[: len(profile.sensors)]:
        changed = gain.put(changed, gain.of(new) * gain.of(profile) / gain.of(old))
    return changed


def _gains(profile: ProfileEntry) -> list[float]:
    return [sensor.gain for sensor in profile.sensors]


def for_kind(profile: ProfileEntry, kind: str) -> ProfileEntry:
    """Return a profile for another kind of robot.

    Where it was just as its old kind it is just as the new one; all other numbers stay.
    """
    new = realistic(kind).sensors
    sensors = [
        (profile.sensors[k] if k < len(profile.sensors) else own).model_copy(
            update={"name": own.name}
        )
        for k, own in enumerate(new)
    ]
    changed = profile.model_copy(update={"kind": kind, "sensors": sensors})
    both = min(len(new), len(profile.sensors))
    for parameter in (
        profile_parameters.ALL if profile.uses_cone else profile_parameters.OF_ALL_MODELS
    ):
        if (parameter.sensor or 0) >= both:
            continue
        if parameter.of(profile) == usual(parameter, profile.kind, profile.sensor_model):
            changed = parameter.put(changed, usual(parameter, kind, profile.sensor_model))
    return changed


def plain(profile: ProfileEntry) -> ProfileEntry:
    """Return the same robot with its noise in the wheels alone.

    Early profiles have one noise for both wheels beside, which is not shown.
    """
    changed = profile.model_copy(update={"motor_noise": 1.0})
    for parameter in (LEFT_NOISE, RIGHT_NOISE):
        changed = parameter.put(changed, parameter.of(profile) * profile.motor_noise)
    return changed

"""Combines a robot's kind and its tuning for each sensor, under sensor model 2."""

from __future__ import annotations

from wsusim.model.robot_kind import ConeModel, SensorTraits
from wsusim.model.tuning import RobotTuning


def traits_of(model: ConeModel, tuning: RobotTuning, sensor: int) -> SensorTraits:
    """Return the traits of one sensor of a robot, its kind's spread included or not."""
    own = model.traits[sensor] if tuning.proximity_spread else model.common(sensor)
    return SensorTraits(
        gain=own.gain * tuning.proximity_gain[sensor],
        bearing_deg=own.bearing_deg if tuning.bearing_deg is None else tuning.bearing_deg[sensor],
        width_deg=own.width_deg if tuning.width_deg is None else tuning.width_deg[sensor],
        threshold=own.threshold if tuning.threshold is None else tuning.threshold[sensor],
    )


def additive_noise_of(model: ConeModel, tuning: RobotTuning, sensor: int) -> float:
    """Return the standard deviation of a sensor's error at every level."""
    if tuning.proximity_noise[sensor] == 0.0:
        return 0.0
    own = tuning.additive_noise
    return model.additive_noise if own is None else own[sensor]

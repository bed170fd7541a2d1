"""A picture of what was measured and of the model that was fitted to it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from wsusim.errors import BadInput
from wsusim.formats.profile import ProfileEntry
from wsusim.model.robot_kind import ProximityModel
from wsusim.robots import robot_kind
from wsusim.session.calibration.fit import means_of, reading_at
from wsusim.session.calibration.measurements import Measurements


def plot(measurements: Measurements, profile: ProfileEntry, path: Path) -> None:
    """Draw model against measurement, a field for each sensor and one for the motors.

    Raises:
        BadInput: The picture can't be written, or in this format.
    """
    from matplotlib.figure import Figure

    kind = robot_kind(profile.kind)
    model = fitted_model(profile)
    figure = Figure(figsize=(13, 9), layout="constrained")
    fields = figure.subplots(3, 3)
    distance_mm = np.linspace(0.0, model.echo_mm[-1], 200)
    means = means_of(measurements)
    for number, (axes, entry) in enumerate(zip(fields.flat, profile.sensors, strict=False)):
        own = [mean for mean in means if mean.sensor == number]
        axes.plot(distance_mm, reading_at(model, entry.gain, distance_mm), label="fitted")
        table = reading_at(kind.proximity, kind.proximity.sensor_gain[number], distance_mm)
        axes.plot(distance_mm, table, "--", color="grey", label=kind.title)
        axes.errorbar(
            [mean.distance_mm for mean in own],
            [mean.value for mean in own],
            [mean.deviation for mean in own],
            fmt="o",
            capsize=3,
            label="measured",
        )
        axes.set_title(f"{number} {entry.name}: gain {entry.gain:.2f}, noise {entry.noise:.2f}")
        axes.set_xlabel("distance in mm")
        axes.set_ylabel("reading")
    fields.flat[0].legend()
    motors = fields.flat[8]
    for side, motor in (("left", profile.left_motor), ("right", profile.right_motor)):
        turned = [reading for reading in measurements.speeds if reading.side == side]
        orders = np.array([reading.order for reading in turned])
        motors.plot(orders, [reading.speed for reading in turned], "o", label=f"{side}, measured")
        motors.plot(orders, orders * motor.gain, label=f"gain {motor.gain:.3f}")
    motors.set_title("motors")
    motors.set_xlabel("speed ordered, pulses per 10 ms")
    motors.set_ylabel("speed counted")
    if measurements.speeds:
        motors.legend()
    figure.suptitle(profile.name)
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise BadInput(f"The picture {path} can't be written ({error}). Try a .png.") from None


def fitted_model(profile: ProfileEntry) -> ProximityModel:
    """Return the kind's model with the measured response in it."""
    model = robot_kind(profile.kind).proximity
    response = profile.response
    if response is None:
        return model
    return replace(model, echo_mm=tuple(response.echo_mm), echo=tuple(response.echo))


def misfit(measurements: Measurements, profile: ProfileEntry) -> float:
    """Return the mean difference of measured means to the model, as a ratio of the full scale."""
    model = fitted_model(profile)
    differences = []
    for mean in means_of(measurements):
        gain = profile.sensors[mean.sensor].gain
        (fitted,) = reading_at(model, gain, np.array([mean.distance_mm]))
        differences.append(abs(mean.value - float(fitted)))
    return float(np.mean(differences)) / 1023.0 if differences else 0.0

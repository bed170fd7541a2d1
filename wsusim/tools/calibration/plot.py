"""A picture of what was measured and of the model that was fitted to it."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np

from wsusim.errors import BadInput
from wsusim.formats.atomic import write_whole
from wsusim.formats.profile import ProfileEntry
from wsusim.robots import robot_kind
from wsusim.tools.calibration.fit import means_of, reading_at, readings_of
from wsusim.tools.calibration.measurements import Measurements


def plot(
    measurements: Measurements,
    profile: ProfileEntry,
    path: Path,
    *,
    beside: ProfileEntry | None = None,
) -> None:
    """Draw model against measurement, a field for each sensor and one for the motors.

    With a profile ``beside``, a fitted curve, the network of ``profile`` is drawn against it.

    Raises:
        BadInput: The picture can't be written, or in this format.
    """
    from matplotlib.figure import Figure

    kind = robot_kind(profile.kind)
    figure = Figure(figsize=(13, 9), layout="constrained")
    fields = figure.subplots(3, 3)
    distance_mm = np.linspace(0.0, kind.proximity.echo_mm[-1], 200)
    fitted = "network" if profile.network is not None else "fitted"
    means = means_of(measurements)
    for number, (axes, entry) in enumerate(zip(fields.flat, profile.sensors, strict=False)):
        own = [mean for mean in means if mean.sensor == number]
        axes.plot(distance_mm, readings_of(profile, number, distance_mm), label=fitted)
        if beside is not None:
            axes.plot(distance_mm, readings_of(beside, number, distance_mm), ":", label="curve")
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
    picture = io.BytesIO()
    try:
        figure.savefig(picture, format=path.suffix.removeprefix(".") or "png")
    except ValueError as error:
        raise BadInput(f"The picture {path} can't be written ({error}). Try a .png.") from None
    write_whole(path, picture.getvalue())

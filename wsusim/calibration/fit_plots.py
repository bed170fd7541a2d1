"""Pictures of what was measured and of the model that was fitted to it."""

from __future__ import annotations

import io
import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from wsusim.calibration.fit import means_of, reading_at, readings_of
from wsusim.calibration.measured_places import expected, places_of
from wsusim.calibration.measurements import Measurements
from wsusim.errors import BadInput
from wsusim.formats.atomic import write_whole
from wsusim.formats.profile import ProfileEntry
from wsusim.formats.sensor_table import SensorTable
from wsusim.robots import robot_kind

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_CURVES = 8
"""Distances that are drawn of a table by heading, from the least on."""

HALF_VIEW_DEG = 80.0
"""So far to either side of a sensor's bearing its readings are drawn."""

BEARING = "bearing of the cylinder in degrees"


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
    _draw_motors(fields.flat[8], measurements, profile)
    _save(figure, profile, path)


def plot_by_heading(
    table: SensorTable,
    profile: ProfileEntry,
    path: Path,
    *,
    diameter_mm: float | None = None,
    measurements: Measurements | None = None,
) -> None:
    """Draw readings over the bearing of the wall or cylinder, a field for each sensor.

    Args:
        table: What was read.
        profile: What was fitted to it, of sensor model 2.
        path: Of the picture.
        diameter_mm: Of the cylinder; ``None``: a wall.
        measurements: What else was measured: the motors get a field, too.

    Raises:
        BadInput: The picture can't be written, or in this format.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(13, 9), layout="constrained")
    fields = figure.subplots(3, 3)
    cone = robot_kind(profile.kind).cone
    distances_mm = np.unique(table.distance_mm)
    step = math.ceil(len(distances_mm) / MOST_CURVES)
    for number, (axes, entry) in enumerate(zip(fields.flat, profile.sensors, strict=False)):
        bearing_deg = entry.bearing_deg
        middle = cone.traits[number].bearing_deg if bearing_deg is None else bearing_deg
        places = places_of(table, robot_kind(profile.kind), number, diameter_mm)
        aside = (-places.heading_deg - middle + 180.0) % 360.0 - 180.0
        for k, distance_mm in enumerate(distances_mm[::step]):
            is_here = (places.distance_mm == distance_mm) & (np.abs(aside) <= HALF_VIEW_DEG)
            here, at = places.taken(is_here), aside[is_here] + middle
            axes.plot(at, here.mean, ".", color=f"C{k}", markersize=4)
            along = np.linspace(-HALF_VIEW_DEG, HALF_VIEW_DEG, 121) + middle
            drawn = replace(places, distance_mm=np.full(121, distance_mm), heading_deg=-along)
            axes.plot(along, expected(profile, drawn), color=f"C{k}", label=f"{distance_mm:g} mm")
        axes.axvline(middle, color="grey", linewidth=0.6)
        width = "" if entry.width_deg is None else f", width {entry.width_deg:.0f}°"
        axes.set_title(f"{number} {entry.name}: gain {entry.gain:.2f}, at {middle:.0f}°{width}")
        axes.set_xlabel("bearing of the wall in degrees" if diameter_mm is None else BEARING)
        axes.set_ylabel("reading")
    last = fields.flat[8]
    handles, labels = fields.flat[0].get_legend_handles_labels()
    if measurements is not None and measurements.speeds:
        _draw_motors(last, measurements, profile)
        fields.flat[0].legend(fontsize=7)
    else:
        last.axis("off")
        last.legend(handles, labels, title="from the body; dots: measured", loc="center", ncols=2)
    _save(figure, profile, path)


def _draw_motors(motors: Axes, measurements: Measurements, profile: ProfileEntry) -> None:
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


def _save(figure: Figure, profile: ProfileEntry, path: Path) -> None:
    figure.suptitle(profile.name)
    picture = io.BytesIO()
    try:
        figure.savefig(picture, format=path.suffix.removeprefix(".") or "png")
    except ValueError as error:
        raise BadInput(f"The picture {path} can't be written ({error}). Try a .png.") from None
    write_whole(path, picture.getvalue())

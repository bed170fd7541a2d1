"""What one sensor read at each place before a wall or cylinder, and what a model says of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.facing import echoes_around, light_of_cylinder, light_of_wall
from wsusim.engine.sensing import measured_kind
from wsusim.formats.profile import ProfileEntry
from wsusim.formats.sensor_table import SensorTable
from wsusim.model.robot_kind import ConeModel, RobotKind, SensorTraits
from wsusim.model.sensor_traits import additive_noise_of, traits_of
from wsusim.robots import robot_kind

Floats = NDArray[np.float64]

GREATEST = 1023.0


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Readings before one thing."""

    table: SensorTable
    diameter_mm: float | None = None
    """Of the white cylinder before the robot; ``None``: it is a white wall."""

    def part(self, is_kept: NDArray[np.bool_]) -> Scene:
        """Return some of the readings [N]."""
        table = self.table
        return replace(
            self,
            table=SensorTable(
                table.sensor[is_kept],
                table.distance_mm[is_kept],
                table.heading_deg[is_kept],
                table.reading[is_kept],
            ),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Where one sensor was read, and what it read there; arrays [N]."""

    body: RobotKind
    sensor: int
    diameter_mm: float | None
    """Of the white cylinder before the robot; ``None``: it is a white wall."""
    distance_mm: Floats
    heading_deg: Floats
    mean: Floats
    variance: Floats
    """Of the readings at a place about their mean; 0 for a single one."""
    count: Floats
    """How many readings there were."""

    def taken(self, which: NDArray[np.bool_] | slice) -> Places:
        """Return some of the places."""
        return replace(
            self,
            distance_mm=self.distance_mm[which],
            heading_deg=self.heading_deg[which],
            mean=self.mean[which],
            variance=self.variance[which],
            count=self.count[which],
        )


def places_of(
    table: SensorTable, body: RobotKind, sensor: int, diameter_mm: float | None
) -> Places:
    """Return the means of one sensor."""
    is_own = table.sensor == sensor
    keys = np.round(np.column_stack([table.distance_mm, table.heading_deg])[is_own], 6)
    found, place = np.unique(keys, axis=0, return_inverse=True)
    place = place.ravel()
    count = np.maximum(np.bincount(place), 1)
    mean = np.bincount(place, table.reading[is_own]) / count
    variance = np.bincount(place, (table.reading[is_own] - mean[place]) ** 2) / count
    return Places(
        body, sensor, diameter_mm, found[:, 0], found[:, 1], mean, variance, count.astype(float)
    )


def mean_reading(ideal: Floats, noise: float) -> tuple[Floats, Floats]:
    """Return what sensors with additive noise read on average, and how fast that follows the ideal.

    ``noise`` is the standard deviation of a sine, as in ``kernels.noise.rippled_proximity``.
    """
    peak = max(math.sqrt(2.0) * noise, 1e-6)

    def above(value: Floats) -> tuple[Floats, Floats]:
        share = np.clip(value / peak, -1.0, 1.0)
        rises = 0.5 + np.arcsin(share) / np.pi
        mean = value * rises + peak * np.sqrt(1.0 - share * share) / np.pi
        return mean, rises

    low, low_rises = above(ideal)
    high, high_rises = above(ideal - GREATEST)
    return low - high, low_rises - high_rises


def light_at_places(model: ConeModel, traits: SensorTraits, places: Places) -> Floats:
    """Return what a sensor gets at places before its gain and threshold."""
    away_mm, toward_rad = _thing_from_sensor(places)
    turned = np.angle(np.exp(1j * (toward_rad - np.radians(traits.bearing_deg))))
    if places.diameter_mm is None:
        return light_of_wall(model, traits.width_deg, away_mm, turned)
    return light_of_cylinder(model, traits.width_deg, away_mm, turned, places.diameter_mm / 2.0)


def echoes_at_places(model: ConeModel, places: Places) -> Floats:
    """Return what comes back at places from all around the sensor, [directions, N]."""
    away_mm, toward_rad = _thing_from_sensor(places)
    radius_mm = None if places.diameter_mm is None else places.diameter_mm / 2.0
    return echoes_around(model, away_mm, toward_rad, radius_mm)


def _thing_from_sensor(places: Places) -> tuple[Floats, Floats]:
    """Return how far the wall or the cylinder's middle is, and where, from the robot's heading."""
    body = places.body
    mount = body.sensors[places.sensor]
    toward = np.radians(-places.heading_deg)
    middle_mm = body.radius_mm + places.distance_mm
    if places.diameter_mm is None:
        return middle_mm - (mount.x_mm * np.cos(toward) + mount.y_mm * np.sin(toward)), toward
    middle_mm = middle_mm + places.diameter_mm / 2.0
    x, y = middle_mm * np.cos(toward) - mount.x_mm, middle_mm * np.sin(toward) - mount.y_mm
    return np.hypot(x, y), np.arctan2(y, x)


def misfit_of_table(
    table: SensorTable, profile: ProfileEntry, diameter_mm: float | None = None
) -> float:
    """Return the mean difference of a table's means to a profile, as a ratio of the full scale."""
    return misfit_of_scenes([Scene(table, diameter_mm)], profile)


def misfit_of_scenes(scenes: Sequence[Scene], profile: ProfileEntry) -> float:
    """Return the same over all places of several scenes."""
    errors = []
    for scene in scenes:
        for number in range(len(profile.sensors)):
            places = places_of(scene.table, robot_kind(profile.kind), number, scene.diameter_mm)
            errors.append(np.abs(expected(profile, places) - places.mean))
    return float(np.concatenate(errors).mean()) / GREATEST


def expected(profile: ProfileEntry, places: Places) -> Floats:
    """Return what a profile's sensor reads at places on average, its noise cut at both ends."""
    tuning = profile.tuning()
    model = measured_kind(places.body, tuning).cone
    traits = traits_of(model, tuning, places.sensor)
    ideal = traits.gain * light_at_places(model, traits, places) - traits.threshold
    return mean_reading(ideal, additive_noise_of(model, tuning, places.sensor))[0]

"""Converts a robot kind to the tables of its file, and back.

The tables are plain values as in TOML and JSON. They are taken as valid: what people write is
checked by ``wsusim.formats.robot_file`` first.
"""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

from wsusim.model.elementary import cos, log
from wsusim.model.robot_kind import (
    ConeModel,
    FloorMount,
    GripperModel,
    LightModel,
    MotorModel,
    ProximityModel,
    RobotKind,
    SensorMount,
    SensorTraits,
    UsualReadings,
)

FORMAT = "wsusim-robot"
VERSION = 1

Tables = dict[str, Any]

_RAY_ANGLE_DEG = (-45.0, -30.0, -15.0, 0.0, 15.0, 30.0, 45.0)
"""Of robots that have no rays of their own: as the Khepera's."""

FULL_SCALE = 1023
"""Of readings, unless a file says otherwise."""

_BODY = ("radius_mm", "height_mm", "mass_g", "outline_mm")
_MOUNT = ("name", "x_mm", "y_mm", "bearing_deg")


def kind_of(file: Tables) -> RobotKind:
    """Return the kind of robot that a file describes."""
    body, wheels = dict(file["body"]), dict(file["wheels"])
    sensors = file["sensors"]
    cone = _cone(file["proximity"], sensors)
    return RobotKind(
        name=file["name"],
        title=file["title"],
        body_reflectivity=body.pop("reflectivity"),
        **_hashable(body),
        wheel_base_mm=wheels.pop("base_mm"),
        axle_x_mm=wheels.pop("axle_x_mm", 0.0),
        motors=MotorModel(**wheels),
        sensors=tuple(SensorMount(*(sensor[name] for name in _MOUNT)) for sensor in sensors),
        cone=cone,
        proximity=_rays(file["rays"], sensors) if "rays" in file else rays_of(cone),
        light=LightModel(**_hashable(file["light"])),
        gripper=GripperModel(**_hashable(file["gripper"])) if "gripper" in file else None,
        full_scale=file.get("full_scale", FULL_SCALE),
        cameras=tuple(file.get("cameras", ())),
        protocol=file.get("protocol"),
        floor_sensors=tuple(FloorMount(**mount) for mount in file.get("floor_sensors", ())),
        readings=UsualReadings(**file.get("readings", {})),
    )


def file_of(kind: RobotKind) -> Tables:
    """Return the file that describes a kind: the inverse of ``kind_of``."""
    cone = asdict(kind.cone)
    del cone["traits"], cone["bearing_deg"]
    has_own_rays = kind.proximity != rays_of(kind.cone)
    file: Tables = {
        "format": FORMAT,
        "version": VERSION,
        "name": kind.name,
        "title": kind.title,
        "full_scale": None if kind.full_scale == FULL_SCALE else kind.full_scale,
        "cameras": kind.cameras,
        "protocol": kind.protocol,
        "body": {name: getattr(kind, name) for name in _BODY}
        | {"reflectivity": kind.body_reflectivity},
        "wheels": {
            "base_mm": kind.wheel_base_mm,
            "axle_x_mm": kind.axle_x_mm or None,
            **asdict(kind.motors),
        },
        "proximity": cone,
        "light": asdict(kind.light),
        "sensors": [
            _sensor(kind, number, has_own_rays=has_own_rays) for number in range(len(kind.sensors))
        ],
        "floor_sensors": [asdict(mount) for mount in kind.floor_sensors],
    }
    if kind.readings != UsualReadings():
        file["readings"] = asdict(kind.readings)
    if kind.gripper is not None:
        file["gripper"] = asdict(kind.gripper)
    if has_own_rays:
        rays = asdict(kind.proximity)
        del rays["sensor_gain"]
        file["rays"] = rays
    tables: Tables = _plain(file)
    return tables


def rays_of(cone: ConeModel) -> ProximityModel:
    """Return sensor model 1 for a robot that was described only for model 2.

    Its rays stand for the field of a common sensor, and see the same echoes.
    """
    return ProximityModel(
        ray_angle_deg=_RAY_ANGLE_DEG,
        ray_weight=tuple(_sensitivity(cone.width_deg, angle) for angle in _RAY_ANGLE_DEG),
        echo_mm=cone.echo_mm,
        echo=cone.echo,
        threshold=cone.threshold,
        crosstalk=cone.crosstalk,
        sensor_gain=tuple(own.gain for own in cone.traits),
        noise_low=cone.noise_low,
        noise_high=cone.noise_high,
        quiet_zero_share=cone.quiet_zero_share,
        quiet_low_share=cone.quiet_low_share,
        quiet_low=cone.quiet_low,
        quiet_high=cone.quiet_high,
    )


def _sensitivity(width_deg: float, angle_deg: float) -> float:
    """Return a sensor's sensitivity off its axis: a power of the cosine, half at half its width."""
    half, angle = cos(math.radians(width_deg / 2.0)), cos(math.radians(angle_deg))
    return float(angle ** (log(0.5) / log(half)))


def _cone(proximity: Tables, sensors: list[Tables]) -> ConeModel:
    looks: list[Any] = [sensor.get("looks_deg", sensor["bearing_deg"]) for sensor in sensors]
    traits = tuple(
        SensorTraits(
            gain=own.get("gain", 1.0),
            bearing_deg=own.get("looks_deg", look_deg),
            width_deg=own.get("width_deg", proximity["width_deg"]),
            threshold=own.get("threshold", proximity["threshold"]),
        )
        for look_deg, own in zip(looks, (sensor.get("own", {}) for sensor in sensors), strict=True)
    )
    return ConeModel(**_hashable(proximity), bearing_deg=tuple(looks), traits=traits)


def _rays(rays: Tables, sensors: list[Tables]) -> ProximityModel:
    gains = tuple(sensor.get("own", {}).get("ray_gain", 1.0) for sensor in sensors)
    return ProximityModel(**_hashable(rays), sensor_gain=gains)


def _sensor(kind: RobotKind, number: int, *, has_own_rays: bool) -> Tables:
    """Return a sensor's table, without defaults."""
    mount, cone = kind.sensors[number], kind.cone
    own, common = cone.traits[number], cone.common(number)
    table: Tables = asdict(mount)
    if common.bearing_deg != mount.bearing_deg:
        table["looks_deg"] = common.bearing_deg
    spread: Tables = {"gain": own.gain} if own.gain != 1.0 else {}
    if own.bearing_deg != common.bearing_deg:
        spread["looks_deg"] = own.bearing_deg
    if own.width_deg != common.width_deg:
        spread["width_deg"] = own.width_deg
    if own.threshold != common.threshold:
        spread["threshold"] = own.threshold
    ray_gain = kind.proximity.sensor_gain[number]
    if has_own_rays and ray_gain != 1.0:
        spread["ray_gain"] = ray_gain
    return table | ({"own": spread} if spread else {})


def _hashable(value: Any) -> Any:
    """Return tables with tuples for lists."""
    if isinstance(value, dict):
        return {name: _hashable(part) for name, part in value.items()}
    return tuple(map(_hashable, value)) if isinstance(value, list | tuple) else value


def _plain(value: Any) -> Any:
    """Return tables with lists for tuples, and without missing or empty values."""
    if isinstance(value, dict):
        parts = {name: _plain(part) for name, part in value.items()}
        return {name: part for name, part in parts.items() if part is not None and part != []}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value

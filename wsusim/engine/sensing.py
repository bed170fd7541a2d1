"""From the tables of a robot's kind to the arrays that the sensing kernels get."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.sensor_network import network_light, pack_network
from wsusim.kernels import elementwise
from wsusim.kernels import sensor_records as e
from wsusim.kernels.rays import Found
from wsusim.model.elementary import cos, hypot, log, sin
from wsusim.model.fixed_order import product
from wsusim.model.robot_kind import (
    ConeModel,
    LightModel,
    ProximityModel,
    RobotKind,
    meets_arm,
)
from wsusim.model.sensor_traits import additive_noise_of, traits_of
from wsusim.model.tuning import CONE_MODEL, RAYS_MODEL, ProximityNetwork, RobotTuning

GAUSS = (
    (0.1834346424956498, 0.362683783378362),
    (0.525532409916329, 0.31370664587788727),
    (0.7966664774136267, 0.22238103445337448),
    (0.9602898564975363, 0.10122853629037626),
)
"""The places right of the middle, and the shares, of Gauss's rule with ``NODES`` places in -1 .. 1.

They stand here because numpy works them out with the processor's own linear algebra.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Sensing:
    """The sensors of all robots of a world, packed into ``kernels.sensor_records``."""

    eyes: NDArray[np.void]
    """Of robots of the same kind and tuning: one after the other robot would cost the processor's
    caches more than all else."""
    eye_of: NDArray[np.int64]
    """[R] row of each robot's eyes."""
    responses: NDArray[np.void]
    """[kinds]."""


def pack_sensing(kinds: Sequence[RobotKind], tunings: Sequence[RobotTuning]) -> Sensing:
    """Return the packed sensors of robots, given the kind and the tuning of each."""
    robots = [
        (measured_kind(kind, tuning), tuning) for kind, tuning in zip(kinds, tunings, strict=True)
    ]
    alike = {robot: row for row, robot in enumerate(dict.fromkeys(robots))}
    eye_of = np.array([alike[robot] for robot in robots], np.int64)
    kinds, tunings = [kind for kind, _ in alike], [tuning for _, tuning in alike]
    laws = [(tuning.network, tuning.uses_cone) for tuning in tunings]
    different = list(dict.fromkeys(zip(kinds, laws, strict=True)))
    eyes = np.zeros(len(kinds), e.EYES)
    for row, kind, tuning, law in zip(eyes, kinds, tunings, laws, strict=True):
        row["kind"] = different.index((kind, law))
        row["model"] = CONE_MODEL if tuning.uses_cone else RAYS_MODEL
        row["body_radius_mm"] = kind.radius_mm
        row["sensor_count"] = len(kind.sensors)
        row["body_reflectivity"] = kind.body_reflectivity
        if tuning.uses_cone:
            _pack_cones(row, kind, tuning)
        else:
            _pack_rays(row, kind, tuning)
        _pack_light(row, kind, tuning)
    responses = np.zeros(len(different), e.RESPONSE)
    for row, (kind, (network, is_cone)) in zip(responses, different, strict=True):
        row["echo"] = echo_curve(kind.cone if is_cone else kind.proximity)
        row["lean"] = elementwise.power(
            np.linspace(0.0, 1.0, e.LEAN_SAMPLES), kind.cone.incidence_power
        )
        row["glow"] = glow_curve(kind.light)
        row["node_places"], row["node_shares"] = gauss_nodes()
        if network is not None:
            pack_network(row, network, kind.proximity)
    return Sensing(eyes, eye_of, responses)


def measured_kind(kind: RobotKind, tuning: RobotTuning) -> RobotKind:
    """Return the kind with the response that was measured on the robot itself, if one was."""
    measured = tuning.response
    if measured is None:
        return kind
    if tuning.uses_cone:
        return replace(kind, cone=replace(kind.cone, echo_mm=measured.echo_mm, echo=measured.echo))
    proximity = replace(kind.proximity, echo_mm=measured.echo_mm, echo=measured.echo)
    return replace(kind, proximity=proximity)


def cone_power(width_deg: float) -> float:
    """Return the power of the cosine that is one half at half of a width."""
    return log(0.5) / log(cos(math.radians(0.5 * width_deg)))


@lru_cache(maxsize=64)
def cone_curve(width_deg: float) -> NDArray[np.float64]:
    """Return a sensor's sensitivity at ``CONE_SAMPLES`` tangents of half the angle, 0 to 1.

    It is for each unit of that tangent, and its integral from -1 to 1 is 1. It is kept, and
    not to be written to; so are the curves below.
    """
    tangent = np.linspace(0.0, 1.0, e.CONE_SAMPLES)
    cosine = (1.0 - tangent**2) / (1.0 + tangent**2)
    curve = (
        elementwise.power(np.maximum(cosine, 0.0), cone_power(width_deg)) * 2.0 / (1.0 + tangent**2)
    )
    whole = 2.0 * np.trapezoid(curve, tangent)
    scaled: NDArray[np.float64] = curve / whole
    return _kept(scaled)


@cache
def gauss_nodes() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the nodes of Gauss's rule within 0..1, the middle ones first, and their weights."""
    places = [place for right, _ in GAUSS for place in (-right, right)]
    shares = [share for _, share in GAUSS for _ in range(2)]
    return 0.5 + 0.5 * np.array(places), 0.5 * np.array(shares)


def faint_mm(echo: NDArray[np.float64], range_mm: float, light: float) -> float:
    """Return the distance beyond which no echo (a curve over 0 to the range) exceeds a light."""
    over = int(np.count_nonzero(echo > light))
    return float(min(over, len(echo) - 1) * range_mm / (len(echo) - 1))


def scratch_of(things: int, edges: int, boxes: int = 0) -> Found:
    """Return the scratch of ``Bodies`` for a world of so many things, edges, and boxes among them.

    Things are discs and robots.
    """
    return Found(
        bodies_in_reach=np.zeros(things + 1, np.int64),
        bodies_in_view=np.zeros(things, np.int64),
        edges_in_reach=np.zeros(edges, np.int64),
        edges_in_view=np.zeros(edges, np.int64),
        views=np.zeros(things + boxes + edges + 1, e.VIEW),
        pieces=np.zeros(2 * (things + boxes + edges) + 1, e.PIECE),
    )


def idle_light(model: ProximityModel, network: ProximityNetwork | None) -> float:
    """Return the light that a sensor gets when its rays meet nothing."""
    if network is None:
        return model.crosstalk
    return float(network_light(network, model, np.zeros((1, len(model.ray_angle_deg))))[0])


@lru_cache(maxsize=64)
def facing_curve(width_deg: float, incidence_power: float) -> NDArray[np.float64]:
    """Return how much of the echo of an endless wall a sensor could get at most.

    At ``FACING_SAMPLES`` cosines, -1 to 1, of the angle from its bearing to the perpendicular of
    the wall: the mean of ``cos(incidence) ** incidence_power`` over its field, and 2 % more than
    that, as the kernel draws straight lines between the samples.
    """
    angle = np.radians(np.arange(-89.5, 90.0, 1.0))
    share = elementwise.power(elementwise.cos(angle), cone_power(width_deg))
    turned = elementwise.acos(np.linspace(-1.0, 1.0, e.FACING_SAMPLES))
    cosine = np.maximum(elementwise.cos(angle - turned[:, None]), 0.0)
    curve: NDArray[np.float64] = (
        1.02 * product(elementwise.power(cosine, incidence_power), share / share.sum()) + 1e-3
    )
    return curve


@lru_cache(maxsize=64)
def echo_curve(model: ProximityModel | ConeModel) -> NDArray[np.float64]:
    """Return the echo of white plastic at ``ECHO_SAMPLES`` distances from 0 to the range."""
    samples = np.linspace(0.0, model.echo_mm[-1], e.ECHO_SAMPLES)
    return _kept(smooth_curve(model.echo_mm, model.echo, samples))


@lru_cache(maxsize=64)
def glow_curve(model: LightModel) -> NDArray[np.float64]:
    """Return the light reading at ``GLOW_SAMPLES`` levels from 0 to ``MAX_LEVEL``."""
    level = np.linspace(0.0, e.MAX_LEVEL, e.GLOW_SAMPLES)
    distance_mm = 1.0 / np.maximum(level, 1e-9)
    within = smooth_curve(model.distance_mm, model.reading, distance_mm)
    last = model.distance_mm[-1]
    beyond = model.dark - (model.dark - model.reading[-1]) * (last * level) ** 2
    return _kept(np.where(distance_mm > last, beyond, within))


def _kept(curve: NDArray[np.float64]) -> NDArray[np.float64]:
    """Make a curve read-only and return it: it is kept for later calls."""
    curve.flags.writeable = False
    return curve


def smooth_curve(
    x: Sequence[float], y: Sequence[float], at: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return a smooth curve through points that rises and falls only where they do.

    Piecewise cubic; the slope at a point is the harmonic mean of those of its two neighbouring
    stretches, 0 where these have different signs (Fritsch and Butland 1984). Beyond the first and
    the last point the curve is level.
    """
    xs, ys = np.asarray(x, np.float64), np.asarray(y, np.float64)
    width = np.diff(xs)
    slope = np.diff(ys) / width
    w0, w1 = 2.0 * width[1:] + width[:-1], width[1:] + 2.0 * width[:-1]
    s0, s1 = slope[:-1], slope[1:]
    same = s0 * s1 > 0.0
    inner = np.where(same, (w0 + w1) / (w0 / np.where(same, s0, 1) + w1 / np.where(same, s1, 1)), 0)
    tangent = np.concatenate([slope[:1], inner, slope[-1:]])
    where = np.clip(at, xs[0], xs[-1])
    k = np.clip(np.searchsorted(xs, where, side="right") - 1, 0, len(xs) - 2)
    t = (where - xs[k]) / width[k]
    return (
        ys[k] * (1.0 + 2.0 * t) * (1.0 - t) ** 2
        + ys[k + 1] * t * t * (3.0 - 2.0 * t)
        + width[k] * t * (1.0 - t) * (tangent[k] * (1.0 - t) - tangent[k + 1] * t)
    )


def _slots(row: np.void, kind: RobotKind) -> NDArray[np.void]:
    """Return the records of the sensors that a robot has; those beyond stay 0."""
    slots: NDArray[np.void] = row["sensors"][: len(kind.sensors)]
    return slots


def _pack_rays(row: np.void, kind: RobotKind, tuning: RobotTuning) -> None:
    model = kind.proximity
    rays = len(model.ray_angle_deg)
    _pack_reach(row, kind, model)
    row["ray_count"] = rays
    row["threshold"] = model.threshold
    row["crosstalk"] = idle_light(model, tuning.network)
    weight = np.array(model.ray_weight)
    row["weights"][:rays] = weight / weight.sum()
    for number, (sensor, mount) in enumerate(zip(_slots(row, kind), kind.sensors, strict=True)):
        spread = model.sensor_gain[number] if tuning.proximity_spread else 1.0
        sensor["gain"] = spread * tuning.proximity_gain[number]
        _pack_noise(sensor, model, tuning.proximity_noise[number])
        bearing = math.radians(mount.bearing_deg) + np.radians(model.ray_angle_deg)
        sensor["ray_cos"][:rays] = elementwise.cos(bearing)
        sensor["ray_sin"][:rays] = elementwise.sin(bearing)


def _pack_cones(row: np.void, kind: RobotKind, tuning: RobotTuning) -> None:
    model = kind.cone
    _pack_reach(row, kind, model)
    row["crosstalk"] = model.crosstalk
    echo = echo_curve(model)
    for number, sensor in enumerate(_slots(row, kind)):
        traits = traits_of(model, tuning, number)
        bearing = math.radians(traits.bearing_deg)
        noise = tuning.proximity_noise[number]
        # The ripple is a sine, whose peak is so much higher than its standard deviation.
        ripple = math.sqrt(2.0) * additive_noise_of(model, tuning, number)
        sensor["gain"], sensor["threshold"] = traits.gain, traits.threshold
        sensor["look_cos"], sensor["look_sin"] = cos(bearing), sin(bearing)
        sensor["ripple"] = ripple
        # The relative error can bring an ideal value below 0 so much nearer to it.
        lifted = _over(ripple, 1.0 - model.noise_low * noise)
        saturated = _over(1023.0 + ripple, 1.0 - model.noise_high * noise)
        sensor["faint_light"] = _over(traits.threshold - lifted, traits.gain)
        light = sensor["faint_light"] - model.crosstalk
        sensor["faint_mm"] = faint_mm(echo, model.echo_mm[-1], light)
        sensor["full_light"] = _over(saturated + traits.threshold, traits.gain)
        sensor["cone"] = cone_curve(traits.width_deg)
        sensor["facing"] = facing_curve(traits.width_deg, model.incidence_power)
        _pack_noise(sensor, model, noise)


def _over(value: float, ratio: float) -> float:
    """Return a value divided by a ratio, ``inf`` where that is impossible."""
    return value / ratio if ratio > 0.0 else math.inf


def _pack_reach(row: np.void, kind: RobotKind, model: ProximityModel | ConeModel) -> None:
    farthest = max(hypot(mount.x_mm, mount.y_mm) for mount in kind.sensors)
    row["range_mm"] = model.echo_mm[-1]
    row["reach_mm"] = farthest + model.echo_mm[-1]


def _pack_noise(sensor: np.void, model: ProximityModel | ConeModel, noise: float) -> None:
    sensor["noise_low"] = model.noise_low * noise
    sensor["noise_high"] = model.noise_high * noise
    sensor["quiet_zero_share"] = model.quiet_zero_share if noise > 0.0 else 1.0
    sensor["quiet_low_share"] = model.quiet_low_share if noise > 0.0 else 1.0
    sensor["quiet_low"] = model.quiet_low * noise
    # Cut to whole numbers later, so this one is excluded.
    sensor["quiet_high"] = (model.quiet_high + 1) * noise
    sensor["arm_noise"] = 8.0 * min(noise, 1.0)


def _pack_light(row: np.void, kind: RobotKind, tuning: RobotTuning) -> None:
    model = kind.light
    for sensor, mount in zip(_slots(row, kind), kind.sensors, strict=True):
        axis = math.radians(mount.bearing_deg)
        sensor["x_mm"], sensor["y_mm"] = mount.x_mm, mount.y_mm
        sensor["meets_arm"] = meets_arm(kind, mount)
        sensor["axis_cos"], sensor["axis_sin"] = cos(axis), sin(axis)
    row["dark"] = model.dark
    row["cos_limit"] = cos(math.radians(model.half_angle_deg))
    # Half a unit below dark, by the inverse square law beyond the table.
    last = model.distance_mm[-1]
    row["faint"] = 0.5 / ((model.dark - model.reading[-1]) * last * last)
    for number, sensor in enumerate(_slots(row, kind)):
        noise = tuning.light_noise[number]
        sensor["light_gain"] = tuning.light_gain[number]
        sensor["light_noise"] = model.noise * noise
        sensor["dark_noise_share"] = model.dark_noise_share if noise > 0.0 else 0.0
        sensor["dark_noise"] = (model.dark_noise + 0.5) * noise

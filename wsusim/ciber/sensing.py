"""What the seven sensors of a match measure: exact values, then noise, rounding and latency."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field

import numpy as np

from wsusim.ciber.geometry import (
    FAR,
    Floats,
    is_inside,
    is_line_crossed,
    ray_to_discs,
    ray_to_edges,
    wrapped_rad,
)
from wsusim.ciber.lab import Beacon, Lab
from wsusim.ciber.motion import RADIUS
from wsusim.ciber.parameters import Parameters

IR_ANGLES_DEG = (0.0, 60.0, -60.0, 180.0)
IR_HALF_CONE_RAD = math.radians(30.0)
IR_GREATEST = 100.0
IR_NEAREST = 0.01

LINE_AHEAD = 0.438
LINE_LEFT = 0.24
LINE_STEP = 0.08
LINE_POINTS = 7

HIDDEN = None
"""A beacon that is not seen."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One robot's values of one cycle.

    Attributes:
        obstacles: 1 / distance (um), a tenth exact, by the number of the sensor.
        beacons: Degrees from the heading, or ``None`` for not seen, by the number of the beacon.
        compass_deg: -180..180.
        ground: Number of the target that the robot stands on, else -1.
        is_colliding: It ran into something in this cycle.
        gps: x, y, a tenth exact, with the match's own offset.
        line: Seven times 0 or 1, from left to right.
    """

    obstacles: tuple[float, ...]
    beacons: tuple[int | None, ...]
    compass_deg: int
    ground: int
    is_colliding: bool
    gps: tuple[float, float]
    line: str


class Eyes:
    """The sensors of a lab: what stands still is looked up once."""

    def __init__(self, lab: Lab, parameters: Parameters, gps_offset: tuple[float, float]) -> None:
        self._lab = lab
        self._parameters = parameters
        self._gps_offset = gps_offset
        self._solid = lab.edges()
        border = 4
        self._corners = self._solid[border:, 0:2]
        self._floor = [
            Lab("", lab.width, lab.height, walls=(wall,)).edges(solid_only=False)[border:]
            for wall in lab.walls
        ]
        self._bounds = np.array(
            [[*e[:, 0:2].min(axis=0), *e[:, 0:2].max(axis=0)] for e in self._floor]
        ).reshape(-1, 4)

    @property
    def solid_edges(self) -> Floats:
        """[e, 5] edges of all that robots bump into, the border's first."""
        return self._solid

    def measure(
        self,
        robot: int,
        poses: Floats,
        ir_angles_deg: tuple[float, ...],
        *,
        beacons: tuple[Beacon, ...],
        others: list[int],
        is_colliding: bool,
        noise: np.random.Generator,
    ) -> Measured:
        """Return what a robot's sensors say of this moment.

        ``noise`` is drawn from in a fixed order, whatever is then shown to the agent.
        """
        p = self._parameters
        x, y, heading = poses[robot]
        drawn = noise.standard_normal(len(ir_angles_deg) + len(beacons) + 3)
        obstacle_noise, beacon_noise = np.split(drawn[:-3], [len(ir_angles_deg)])
        obstacles = self._obstacles(poses[robot], ir_angles_deg, poses[others, 0:2])
        return Measured(
            obstacles=tuple(
                round(float(value) + p.obstacle_noise * float(n), 1)
                for value, n in zip(obstacles, obstacle_noise, strict=True)
            ),
            beacons=tuple(
                self._beacon(beacon, poses[robot], float(n))
                for beacon, n in zip(beacons, beacon_noise, strict=True)
            ),
            compass_deg=_degrees(math.degrees(heading) + p.compass_noise_deg * float(drawn[-3])),
            ground=self._ground(x, y),
            is_colliding=is_colliding,
            gps=(
                round(x + self._gps_offset[0] + p.gps_noise_um * float(drawn[-2]), 1),
                round(y + self._gps_offset[1] + p.gps_noise_um * float(drawn[-1]), 1),
            ),
            line=self._line(poses[robot], noise.random(LINE_POINTS)),
        )

    def _obstacles(self, pose: Floats, angles_deg: tuple[float, ...], others: Floats) -> Floats:
        """Return [s] the exact answer of each sensor: 1 / distance to the nearest thing."""
        looks = pose[2] + np.radians(angles_deg)
        at = pose[0:2] + RADIUS * np.stack([np.cos(looks), np.sin(looks)], axis=1)
        spread = np.array([0.0, IR_HALF_CONE_RAD, -IR_HALF_CONE_RAD])
        rays = (looks[:, None] + spread[None, :]).ravel()
        starts = np.repeat(at, len(spread), axis=0)
        nearest = ray_to_edges(starts, rays, self._solid).min(axis=1)
        if len(others):
            nearest = np.minimum(nearest, ray_to_discs(starts, rays, others, RADIUS).min(axis=1))
        nearest = nearest.reshape(len(looks), len(spread)).min(axis=1)
        for points, size in ((self._corners, 0.0), (others, RADIUS)):
            if len(points):
                nearest = np.minimum(nearest, self._in_cone(at, looks, points, size))
        return np.where(nearest <= IR_NEAREST, IR_GREATEST, 1.0 / np.maximum(nearest, IR_NEAREST))

    def _in_cone(self, at: Floats, looks: Floats, points: Floats, size: float) -> Floats:
        """Return [s] how near the nearest of the points is that lie in each sensor's cone."""
        offset = points[None, :, :] - at[:, None, :]
        aside = wrapped_rad(np.arctan2(offset[:, :, 1], offset[:, :, 0]) - looks[:, None])
        distance = np.hypot(offset[:, :, 0], offset[:, :, 1]) - size
        is_seen = np.abs(aside) <= IR_HALF_CONE_RAD
        near: Floats = np.where(is_seen, np.maximum(distance, 0.0), FAR).min(axis=1)
        return near

    def _beacon(self, beacon: Beacon, pose: Floats, noise: float) -> int | None:
        p = self._parameters
        dx, dy = beacon.x - pose[0], beacon.y - pose[1]
        if math.hypot(dx, dy) > p.beacon_range_um:
            return HIDDEN
        off_rad = float(wrapped_rad(np.array([math.atan2(dy, dx) - pose[2]]))[0])
        if abs(off_rad) > p.beacon_aperture_rad:
            return HIDDEN
        walls = self._solid[4:]
        high = walls[walls[:, 4] >= beacon.height]
        if is_line_crossed(pose[0:2], np.array([beacon.x, beacon.y]), high).any():
            return HIDDEN
        return _degrees(math.degrees(off_rad) + p.beacon_noise_deg * noise)

    def _ground(self, x: float, y: float) -> int:
        holding = [n for n, target in enumerate(self._lab.targets) if target.holds(x, y)]
        return holding[-1] if holding else -1

    def _line(self, pose: Floats, drawn: Floats) -> str:
        """Return which of the seven points lie on a wall or line; most bits are right."""
        aside = LINE_LEFT - LINE_STEP * np.arange(LINE_POINTS)
        cos, sin = math.cos(pose[2]), math.sin(pose[2])
        points = np.stack(
            [pose[0] + LINE_AHEAD * cos - aside * sin, pose[1] + LINE_AHEAD * sin + aside * cos],
            axis=1,
        )
        low, high = points.min(axis=0), points.max(axis=0)
        is_dark = np.zeros(LINE_POINTS, dtype=np.bool_)
        if len(self._bounds):
            b = self._bounds
            near = (
                (b[:, 0] <= high[0])
                & (b[:, 2] >= low[0])
                & (b[:, 1] <= high[1])
                & (b[:, 3] >= low[1])
            )
            for wall in np.flatnonzero(near):
                is_dark |= is_inside(points, self._floor[wall])
        is_told = is_dark ^ (drawn >= self._parameters.line_truth)
        return "".join("1" if bit else "0" for bit in is_told)


@dataclass(slots=True)
class Delays:
    """The values of the last cycles of one robot: what a late sensor has to say."""

    parameters: Parameters
    _past: deque[Measured] = field(default_factory=deque)

    def __post_init__(self) -> None:
        p = self.parameters
        late = (p.obstacle, p.beacon, p.ground, p.compass, p.collision)
        self._past = deque(maxlen=1 + max(sensor.latency_cycles for sensor in late))

    def tell(self, newest: Measured) -> Measured:
        """Return what is told in this cycle; before there is a value it is that of nothing."""
        self._past.append(newest)
        p = self.parameters

        def ago(cycles: int) -> Measured | None:
            return self._past[-1 - cycles] if cycles < len(self._past) else None

        obstacle, beacon, compass = (
            ago(s.latency_cycles) for s in (p.obstacle, p.beacon, p.compass)
        )
        ground, collision = ago(p.ground.latency_cycles), ago(p.collision.latency_cycles)
        return Measured(
            obstacles=obstacle.obstacles if obstacle else (0.0,) * len(newest.obstacles),
            beacons=beacon.beacons if beacon else (HIDDEN,) * len(newest.beacons),
            compass_deg=compass.compass_deg if compass else 0,
            ground=ground.ground if ground else -1,
            is_colliding=collision.is_colliding if collision else False,
            gps=newest.gps,
            line=newest.line,
        )


def _degrees(value: float) -> int:
    """Return whole degrees within -180..180."""
    wrapped = (value + 180.0) % 360.0 - 180.0
    return round(wrapped)

"""What the seven sensors of a match measure: exact values, then noise, rounding and latency."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from wsusim.ciber.contest_lab import Beacon, Lab
from wsusim.ciber.match_parameters import Parameters, Requestable
from wsusim.ciber.motion import RADIUS
from wsusim.engine.randomness import RandomStream
from wsusim.kernels.contest import Floats, is_hidden, nearest_seen, on_outlines
from wsusim.model.elementary import atan2, cos, hypot, sin

IR_ANGLES_DEG = (0.0, 60.0, -60.0, 180.0)
SENSOR_NAMES = (
    *("Collision", "Ground", "Compass", "GPS", "LineSensor"),
    *(f"IRSensor{number}" for number in range(len(IR_ANGLES_DEG))),
)
"""What can be asked for, beside ``Beacon0`` and so on."""

IR_HALF_CONE_RAD = math.radians(30.0)
IR_GREATEST = 100.0
IR_NEAREST = 0.01

LINE_AHEAD = 0.438
LINE_LEFT = 0.24
LINE_STEP = 0.08
LINE_POINTS = 7

_ASIDE = LINE_LEFT - LINE_STEP * np.arange(LINE_POINTS)

HIDDEN = None
"""A beacon that is not seen."""

BORDER_EDGES = 4


@dataclass(frozen=True, slots=True)
class Sensed:
    """The part of a robot that its sensors need."""

    row: int
    ir_angles_deg: tuple[float, ...]
    known_beacons: int
    is_colliding: bool


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
    """The sensors of all robots in a lab."""

    def __init__(self, lab: Lab, parameters: Parameters, gps_offset: tuple[float, float]) -> None:
        self._lab = lab
        self._parameters = parameters
        self._gps_offset = gps_offset
        self.solid_edges = lab.edges()
        """[e, 5] edges of all that robots bump into, the border's first."""
        self._wall_edges = np.ascontiguousarray(self.solid_edges[BORDER_EDGES:])
        self._corners = np.ascontiguousarray(self._wall_edges[:, 0:2])
        self._floor_edges = np.ascontiguousarray(lab.edges(solid_only=False)[BORDER_EDGES:])
        self._floor_first = np.cumsum([0, *(len(wall.corners) for wall in lab.walls)])

    def measure(
        self,
        poses: Floats,
        robots: list[Sensed],
        beacons: tuple[Beacon, ...],
        noise_of: Callable[[int], RandomStream],
    ) -> list[Measured]:
        """Return the measures of the robots' sensors at this moment.

        Args:
            poses: [n, 3] of all places of the grid.
            robots: Those that take part.
            beacons: What shines.
            noise_of: Random numbers of a row; drawn in a fixed order, whatever an agent is told.
        """
        is_there = np.zeros(len(poses), dtype=np.bool_)
        angles_rad = np.zeros((len(poses), len(IR_ANGLES_DEG)))
        for robot in robots:
            is_there[robot.row] = True
            angles_rad[robot.row] = np.radians(robot.ir_angles_deg)
        nearest = np.empty_like(angles_rad)
        nearest_seen(
            poses,
            is_there,
            angles_rad,
            self.solid_edges,
            self._corners,
            RADIUS,
            IR_HALF_CONE_RAD,
            nearest,
        )
        return [
            self._measure(robot, poses[robot.row], nearest[robot.row], beacons, noise_of(robot.row))
            for robot in robots
        ]

    def _measure(
        self,
        robot: Sensed,
        pose: Floats,
        nearest: Floats,
        beacons: tuple[Beacon, ...],
        noise: RandomStream,
    ) -> Measured:
        p, sensors = self._parameters, len(nearest)
        x, y, heading_rad = pose.tolist()
        known = beacons[: robot.known_beacons]
        drawn = noise.normals(sensors + len(beacons) + 3).tolist()
        truth = noise.uniforms(LINE_POINTS)
        return Measured(
            obstacles=tuple(
                _tenths(_strength(near) + p.obstacle_noise * n)
                for near, n in zip(nearest.tolist(), drawn, strict=False)
            ),
            beacons=tuple(
                self._beacon(beacon, x, y, heading_rad, n)
                for beacon, n in zip(known, drawn[sensors:], strict=False)
            ),
            compass_deg=_degrees(math.degrees(heading_rad) + p.compass_noise_deg * drawn[-3]),
            ground=max(self._lab.targets_at(x, y), default=-1),
            is_colliding=robot.is_colliding,
            gps=(
                _tenths(x + self._gps_offset[0] + p.gps_noise_um * drawn[-2]),
                _tenths(y + self._gps_offset[1] + p.gps_noise_um * drawn[-1]),
            ),
            line=self._line(x, y, heading_rad, truth),
        )

    def _beacon(
        self, beacon: Beacon, x: float, y: float, heading_rad: float, noise: float
    ) -> int | None:
        p, dx, dy = self._parameters, beacon.x - x, beacon.y - y
        # Right under a beacon its direction is that of -y, as with the public simulator.
        towards_rad = atan2(dy, dx) if dx or dy else -math.pi / 2.0
        off_deg = _within_turn(math.degrees(towards_rad - heading_rad))
        off_deg = _within_turn(off_deg + p.beacon_noise_deg * noise)
        if hypot(dx, dy) > p.beacon_range_um:
            return HIDDEN
        if abs(off_deg) > math.degrees(p.beacon_aperture_rad):
            return HIDDEN
        if is_hidden(x, y, beacon.x, beacon.y, beacon.height, self._wall_edges):
            return HIDDEN
        return _degrees(off_deg)

    def _line(self, x: float, y: float, heading_rad: float, truth: Floats) -> str:
        """Return which of the seven points lie on a wall or line; most bits are right."""
        ahead, aside = cos(heading_rad), sin(heading_rad)
        points = np.stack(
            [x + LINE_AHEAD * ahead - _ASIDE * aside, y + LINE_AHEAD * aside + _ASIDE * ahead],
            axis=1,
        )
        is_dark = np.empty(LINE_POINTS, dtype=np.bool_)
        on_outlines(points, self._floor_edges, self._floor_first, is_dark)
        is_told = is_dark ^ (truth >= self._parameters.line_truth)
        return "".join("1" if bit else "0" for bit in is_told.tolist())


def _strength(distance: float) -> float:
    """Return what an obstacle sensor answers to a distance."""
    return IR_GREATEST if distance <= IR_NEAREST else 1.0 / distance


@dataclass(slots=True)
class Delays:
    """The values of the last cycles of one robot, for late sensors."""

    parameters: Parameters
    _past: deque[Measured] = field(default_factory=deque)
    _is_filled: bool = False

    def __post_init__(self) -> None:
        p = self.parameters
        late = (p.obstacle, p.beacon, p.ground, p.compass, p.collision)
        self._past = deque(maxlen=1 + max(sensor.latency_cycles for sensor in late))

    def fill(self) -> None:
        """Fill all delays with the first measure, as if the robot had stood there before."""
        self._is_filled = True

    def tell(self, newest: Measured) -> Measured:
        """Return what is sent in this cycle; before there is a value, that of nothing."""
        self._past.append(newest)
        while self._is_filled and len(self._past) < (self._past.maxlen or 0):
            self._past.appendleft(self._past[0])
        p = self.parameters
        nothing = Measured(
            obstacles=(0.0,) * len(newest.obstacles),
            beacons=(HIDDEN,) * len(newest.beacons),
            compass_deg=0,
            ground=-1,
            is_colliding=False,
            gps=newest.gps,
            line=newest.line,
        )

        def told_by(sensor: Requestable) -> Measured:
            ago = sensor.latency_cycles
            return self._past[-1 - ago] if ago < len(self._past) else nothing

        return replace(
            newest,
            obstacles=told_by(p.obstacle).obstacles,
            beacons=told_by(p.beacon).beacons,
            compass_deg=told_by(p.compass).compass_deg,
            ground=told_by(p.ground).ground,
            is_colliding=told_by(p.collision).is_colliding,
        )


def _degrees(value: float) -> int:
    """Return whole degrees within -180..180, halves upwards."""
    return math.floor(_within_turn(value) + 0.5)


def _within_turn(degrees: float) -> float:
    """Return an angle within -180..180 that is at most a turn off it."""
    if degrees > 180.0:
        return degrees - 360.0
    return degrees + 360.0 if degrees < -180.0 else degrees


def _tenths(value: float) -> float:
    """Return a value with one digit, halves upwards."""
    return math.floor(10.0 * value + 0.5) / 10.0

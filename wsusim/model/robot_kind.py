"""A kind of robot as data: body, motors, sensors, gripper. Files: ``wsusim.robots``."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from wsusim.model.commands import SetProfile
from wsusim.model.geometry import Point
from wsusim.model.limits import PAIR, Count, Place, Ratio, Sealed, number, whole
from wsusim.model.units import ACCELERATION_UNIT_MM_S2, TICK_S

MOST_SENSORS = 8
"""Infra-red sensors of a robot, at most."""

USUAL_WAY_MM_S = 160.0
"""Speed of a Khepera on its way to a target: 20 units."""

KHEPERA_LINES = "khepera"
"""The Khepera's serial protocol."""

EPUCK_LINES = "epuck"
"""The e-puck's "advanced sercom"."""

ASEBA_NODE = "thymio"
"""Aseba's messages and a Thymio's variables."""

LINE_CAMERA = "k213"
"""K-Team's linear camera turret."""

Beside = Annotated[float, number(-250, 250)]
Reach = Annotated[float, number(0, 1000)]
Reading = Annotated[float, number(0, 1023)]
Reading10 = Annotated[int, whole(0, 1023)]
Outline = Annotated[tuple[Annotated[tuple[Place, Place], PAIR], ...], Count(3, 100)]


@dataclass(frozen=True, slots=True)
class SensorMount:
    """Where one infra-red sensor sits: x forward, y left, bearing counter-clockwise from ahead."""

    name: str
    x_mm: float
    y_mm: float
    bearing_deg: float


@dataclass(frozen=True, slots=True)
class FloorMount(Sealed):
    """Where a sensor looks at the floor, under the robot."""

    x_mm: Beside
    """Ahead of the middle."""
    y_mm: Beside
    """To the left of the middle."""


@dataclass(frozen=True, slots=True)
class MotorModel:
    """The wheels, and how they follow their orders.

    Inside of wsusim wheels turn in pulses, and speeds are pulses a tick. A program orders whole
    numbers of the robot's own unit of speed.
    """

    diameter_mm: float
    pulses_per_turn: float
    speed_unit_mm_s: float
    """Speed of the robot under an order of 1."""
    max_speed: int
    """Greatest speed order."""
    acceleration_mm_s2: float
    """Greatest change of a wheel's speed under a speed order."""
    speed_noise: float
    """Standard deviation of a wheel's speed, as a ratio of that speed."""
    blocked_counter_ratio: float
    """Counter speed of a wheel that pushes against something fixed, ratio of the order."""
    measured_pulse_mm: float | None = None
    """Way of a wheel for a pulse where it is known better than by the wheel's diameter."""

    @property
    def pulse_mm(self) -> float:
        """Distance that a wheel rolls for a pulse of its counter."""
        if self.measured_pulse_mm is not None:
            return self.measured_pulse_mm
        return math.pi * self.diameter_mm / self.pulses_per_turn

    @property
    def unit_pulses(self) -> float:
        """Pulses a tick under a speed order of 1."""
        return self.speed_unit_mm_s * TICK_S / self.pulse_mm

    @property
    def acceleration(self) -> float:
        """Greatest change of a wheel's speed, in pulses a tick, each tick."""
        return self.acceleration_mm_s2 * TICK_S * TICK_S / self.pulse_mm

    def order_of(self, speed_mm_s: float) -> int:
        """Return the speed order nearest to a speed, the greatest one for a greater speed."""
        order = round(speed_mm_s / self.speed_unit_mm_s)
        return max(-self.max_speed, min(self.max_speed, order))

    def profile_acceleration(self, order: float) -> float:
        """Return the acceleration on the way to a target that an order of a profile means.

        In pulses a tick, each tick; orders are the Khepera's, of 3.125 mm/s2, on every robot.
        """
        return order * (ACCELERATION_UNIT_MM_S2 * TICK_S * TICK_S / self.pulse_mm)

    @property
    def usual_profile(self) -> SetProfile:
        """How the wheels go to a target by default: as a Khepera, if they can."""
        speed = min(self.max_speed, round(USUAL_WAY_MM_S / self.speed_unit_mm_s))
        return SetProfile(left_speed=speed, right_speed=speed)

    @property
    def top_mm_s(self) -> float:
        """Greatest speed."""
        return self.max_speed * self.speed_unit_mm_s


@dataclass(frozen=True, slots=True)
class ProximityModel:
    """Sensor model 1: reflected infra-red to a 10-bit value, along a few rays.

    ``reading = gain * (crosstalk + sum of weight * reflectivity * echo) - threshold``, cut to
    0..1023, over the rays of a sensor; the echo of a ray depends on its distance alone.
    """

    ray_angle_deg: tuple[float, ...]
    """Directions of the rays, from the sensor's axis."""
    ray_weight: tuple[float, ...]
    """Sensitivity in these directions; only their ratios count."""
    echo_mm: tuple[float, ...]
    """Distances from the sensor, rising from 0; the last is the length of a ray."""
    echo: tuple[float, ...]
    """Echo of white plastic at these distances, falling to 0; a smooth curve goes through them."""
    threshold: float
    """What an echo must exceed to be seen at all."""
    crosstalk: float
    """What a sensor gets from its own lamp when nothing is there."""
    sensor_gain: tuple[float, ...]
    """Differences from sensor to sensor; 1 = the table."""
    noise_low: float
    """Greatest relative error of a low reading."""
    noise_high: float
    """Greatest relative error of a reading near saturation."""
    quiet_zero_share: float
    """Share of the readings of a sensor without signal that are 0."""
    quiet_low_share: float
    """Share of these readings that are below ``quiet_low``, zeros included."""
    quiet_low: int
    quiet_high: int
    """The remaining quiet readings are from ``quiet_low`` to ``quiet_high``."""


@dataclass(frozen=True, slots=True)
class SensorTraits:
    """What belongs to a single infra-red sensor under ``ConeModel``."""

    gain: float
    """Of the echo, a ratio to its kind."""
    bearing_deg: float
    """Where it looks, counter-clockwise from ahead: mounting and optics together."""
    width_deg: float
    """Full width of its field at half of its sensitivity."""
    threshold: float
    """What its light must exceed to be seen at all, in units of a reading."""


@dataclass(frozen=True, slots=True)
class ConeModel:
    """Sensor model 2: reflected infra-red, weighed by the angle from which it comes.

    ``reading = gain * (crosstalk + light) - threshold``, cut to 0..1023. The light is an integral
    over all that a sensor sees: sensitivity in that direction, times reflectivity, times
    ``cos(incidence) ** incidence_power``, times the echo at that distance. The sensitivity is
    ``cos(angle off the bearing) ** n`` with the ``n`` that ``width_deg`` implies, and its integral
    is 1.
    """

    bearing_deg: tuple[float, ...]
    """Of the sensors of a robot whose sensors don't differ from each other."""
    width_deg: float
    """Of a common sensor: full width at half of its sensitivity."""
    incidence_power: float
    echo_mm: tuple[float, ...]
    """Distances from the sensor, rising from 0; what is as far as the last is not seen."""
    echo: tuple[float, ...]
    """Echo of white plastic at these distances, falling to 0; a smooth curve goes through them."""
    threshold: float
    """Of a common sensor."""
    crosstalk: float
    """What a sensor gets from its own lamp when nothing is there."""
    additive_noise: float
    """Standard deviation of the error that is there at every level, before the threshold."""
    noise_low: float
    """Greatest relative error of a low reading, beside that."""
    noise_high: float
    """Greatest relative error of a reading near saturation."""
    quiet_zero_share: float
    """Share of the readings of a sensor without signal that are 0."""
    quiet_low_share: float
    """Share of these readings that are below ``quiet_low``, zeros included."""
    quiet_low: int
    quiet_high: int
    """The remaining quiet readings are from ``quiet_low`` to ``quiet_high``."""
    traits: tuple[SensorTraits, ...]
    """Of each sensor, as measured: the spread of the kind."""

    def common(self, sensor: int) -> SensorTraits:
        """Return the traits of a sensor of a robot whose sensors don't differ."""
        return SensorTraits(1.0, self.bearing_deg[sensor], self.width_deg, self.threshold)


@dataclass(frozen=True, slots=True)
class LightModel(Sealed):
    """Ambient light to a 10-bit value: dark is high, bright is low."""

    dark: Reading10
    distance_mm: Annotated[tuple[Reach, ...], Count(3, 64)]
    """From a lamp of power 1, rising."""
    reading: Annotated[tuple[Reading, ...], Count(3, 64)]
    """Readings on the axis of a lamp of power 1 at these distances, rising. Beyond the last, the
    difference to ``dark`` falls with the square of the distance."""
    half_angle_deg: Annotated[float, number(5, 90)] = 67.5
    """Beyond this angle from its axis a sensor sees nothing of a lamp."""
    noise: Ratio = 0.05
    """Greatest error, as a ratio of the reading or of its distance to ``dark``, the smaller one."""
    dark_noise_share: Ratio = 0.02
    """Share of all readings that are off without a reason."""
    dark_noise: Reading10 = 10
    """How much these are off, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GripperModel(Sealed):
    """Arm and jaws, x forward from the robot's centre."""

    arm_up: Annotated[int, whole(0, 255)] = 180
    """At this position and below the arm is up and out of the way."""
    arm_down: Annotated[int, whole(0, 255)] = 249
    """At this position and above the jaws are at the floor."""
    arm_speed_per_tick: Annotated[float, number(0.01, 100)] = 0.7
    """Arm positions travelled per tick."""
    jaw_speed_mm_per_tick: Annotated[float, number(0.01, 50)] = 0.9
    """Change of the gap between the jaws per tick."""
    open_gap_mm: Annotated[float, number(1, 300)]
    closed_gap_mm: Annotated[float, number(0, 300)] = 2.0
    barrier_x_mm: Annotated[float, number(0, 500)]
    """Where the light barrier crosses the gap, arm down."""
    jaw_outline_mm: Outline
    """Outline of the left jaw, arm down and the jaws' inner sides together: any polygon at y >= 0,
    counter-clockwise. The right jaw is its mirror image; each is half a gap farther out."""
    arm_outline_mm: Outline
    """Outline of what else comes down with the arm, counter-clockwise."""

    @property
    def jaw_root_x_mm(self) -> float:
        """Where the jaws begin."""
        return min(x for x, _ in self.jaw_outline_mm)

    @property
    def jaw_tip_x_mm(self) -> float:
        """Where the jaws end."""
        return max(x for x, _ in self.jaw_outline_mm)

    @property
    def jaw_width_mm(self) -> float:
        """How far a jaw's outline reaches to the side."""
        return max(y for _, y in self.jaw_outline_mm)

    @property
    def half_width_mm(self) -> float:
        """How far to the side the gripper reaches with open jaws."""
        return max(
            0.5 * self.open_gap_mm + self.jaw_width_mm, max(abs(y) for _, y in self.arm_outline_mm)
        )

    def outlines_mm(self, gap_mm: float) -> tuple[tuple[Point, ...], ...]:
        """Return left jaw, right jaw and arm at a gap between the jaws, all counter-clockwise."""
        half = 0.5 * gap_mm
        left = tuple((x, half + y) for x, y in self.jaw_outline_mm)
        return left, tuple((x, -y) for x, y in reversed(left)), self.arm_outline_mm


@dataclass(frozen=True, slots=True)
class UsualReadings(Sealed):
    """Proximities by which a program for every kind of robot can decide."""

    near: Reading10 = 300
    """What the sensors that look ahead read before a white wall from which it is time to turn."""
    far: Reading10 = 100
    """From this reading on something is there: a sensor that sees nothing reads less."""


@dataclass(frozen=True, slots=True)
class RobotKind:
    """Everything by which one kind of robot differs from another."""

    name: str
    """Under which ``wsusim.robots`` finds it."""
    title: str
    radius_mm: float
    """Of its body, which is a disc to walls, things and other robots."""
    wheel_base_mm: float
    sensors: tuple[SensorMount, ...]
    """The infra-red ones, at most ``MOST_SENSORS``."""
    motors: MotorModel
    proximity: ProximityModel
    cone: ConeModel
    light: LightModel
    gripper: GripperModel | None
    body_reflectivity: float
    """Infra-red that its body reflects, as a ratio to white plastic: what other robots see."""
    full_scale: int = 1023
    """What the real robot's own software shows where wsusim shows 1023."""
    height_mm: float | None = None
    mass_g: float | None = None
    outline_mm: tuple[Point, ...] = ()
    """Of the body as it is drawn, counter-clockwise; empty: round."""
    cameras: tuple[str, ...] = ()
    """What can be mounted: ``LINE_CAMERA``."""
    protocol: str | None = None
    """What a real one speaks on its serial line: ``KHEPERA_LINES``, or none that wsusim knows."""
    floor_sensors: tuple[FloorMount, ...] = ()
    """From left to right, at most two; none: it can't see the floor."""
    axle_x_mm: float = 0.0
    """The wheels' axle, ahead of the middle of the body: about it the robot turns."""
    readings: UsualReadings = UsualReadings()
    """What its sensors read when something is near, and when something is there at all."""


def is_arm_down(kind: RobotKind, arm_position: float) -> bool:
    """Return whether a robot's jaws are at the floor at an arm position."""
    return kind.gripper is not None and arm_position >= kind.gripper.arm_down


def meets_arm(kind: RobotKind, mount: SensorMount) -> bool:
    """Return whether a sensor looks into the lowered arm: all except those behind do."""
    return kind.gripper is not None and abs(mount.bearing_deg) <= 90.0

"""A kind of robot as data: body, motors, sensors, gripper. The tables are in ``wsusim.robots``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SensorMount:
    """Where one infra-red sensor sits: x forward, y left, bearing counter-clockwise from ahead."""

    name: str
    x_mm: float
    y_mm: float
    bearing_deg: float


@dataclass(frozen=True, slots=True)
class MotorModel:
    """How the wheels follow their orders."""

    max_speed: int
    """Greatest speed order in pulses per 10 ms."""
    acceleration: float
    """Greatest change of a wheel's speed under a speed order, in pulses per 10 ms per tick."""
    speed_noise: float
    """Standard deviation of a wheel's speed, as a ratio of that speed."""
    blocked_counter_ratio: float
    """Counter speed of a wheel that pushes against something fixed, ratio of the order."""


@dataclass(frozen=True, slots=True)
class ProximityModel:
    """Reflected infra-red to a 10-bit value."""

    range_mm: float
    """Rays are cast this far from the sensor."""
    cone_half_angle_deg: float
    rays: int
    response_mm: tuple[float, ...]
    """Distances of the response table, rising."""
    response: tuple[float, ...]
    """Readings of a white wall square to the sensor at these distances, falling."""
    sensor_gain: tuple[float, ...]
    """Per sensor; 1 = the table."""
    noise_low: float
    """Relative noise of a low reading."""
    noise_high: float
    """Relative noise of a reading near saturation."""
    floor: int
    """Reading in free space."""


@dataclass(frozen=True, slots=True)
class LightModel:
    """Ambient light to a 10-bit value: dark is high, bright is low."""

    dark: int
    distance_mm: tuple[float, ...]
    reading: tuple[float, ...]
    """Readings on the axis of a lamp of power 1 at these distances, rising to ``dark``."""
    half_angle_deg: float
    """Beyond this angle from its axis a sensor sees nothing of a lamp."""
    noise: float


@dataclass(frozen=True, slots=True)
class GripperModel:
    """Arm and jaws, x forward from the robot's centre."""

    arm_up: int
    """At this position and below the arm is up and out of the way."""
    arm_down: int
    """At this position and above the jaws are at the floor."""
    arm_speed_per_tick: float
    """Arm positions travelled per tick."""
    jaw_speed_mm_per_tick: float
    """Change of the gap between the jaws per tick."""
    open_gap_mm: float
    closed_gap_mm: float
    jaw_length_mm: float
    jaw_thickness_mm: float
    jaw_root_x_mm: float
    """Where the jaws begin, arm down."""
    barrier_x_mm: float
    """Where the light barrier crosses the gap, arm down."""
    beam_half_width_mm: float
    """Half the width of the cross-beam at the jaws' root."""


@dataclass(frozen=True, slots=True)
class RobotKind:
    """Everything by which one kind of robot differs from another."""

    name: str
    title: str
    radius_mm: float
    wheel_base_mm: float
    sensors: tuple[SensorMount, ...]
    motors: MotorModel
    proximity: ProximityModel
    light: LightModel
    gripper: GripperModel

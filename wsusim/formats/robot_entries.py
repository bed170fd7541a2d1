"""What a robot file of version 1 may hold: one class per table, units in the names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from wsusim.formats.entries import Entry, Point
from wsusim.model.commands import SPEED_MOST
from wsusim.model.limits import Ratio, clash, kind_name, line, name, number, whole
from wsusim.model.robot_kind import (
    MOST_SENSORS,
    Beside,
    FloorMount,
    GripperModel,
    LightModel,
    Reach,
    Reading,
    Reading10,
    UsualReadings,
)

MOST_RAYS = 9
"""Of sensor model 1, as the kernels have room."""

Bearing = Annotated[float, number(-180, 180)]
Width = Annotated[float, number(20, 160)]
Threshold = Annotated[float, number(0, 2000)]
Gain = Annotated[float, number(0, 4)]
Distances = Annotated[list[Reach], Field(min_length=3, max_length=64)]
Echoes = Annotated[list[Annotated[float, number(0, 1e7)]], Field(min_length=3, max_length=64)]
Outline = Annotated[list[Point], Field(min_length=3, max_length=100)]


class BodyEntry(Entry):
    """The body."""

    radius_mm: Annotated[float, number(5, 250)]
    """Walls, things and other robots meet a disc of this radius."""
    height_mm: Annotated[float, number(1, 1000)] | None = None
    """For people; the simulated world is flat."""
    mass_g: Annotated[float, number(1, 100_000)] | None = None
    """For people; it drives as its wheels say."""
    outline_mm: Outline | None = None
    """As it is drawn: corners, x ahead and y to the left of the middle. Without it: round."""
    reflectivity: Ratio = 0.6
    """Infra-red that it reflects, 1 = white plastic: what the sensors of other robots see."""


class WheelsEntry(Entry):
    """Two wheels on one axle, and their motors."""

    base_mm: Annotated[float, number(5, 500)]
    """Distance between the wheels."""
    axle_x_mm: Beside = 0.0
    """Where the axle is, ahead of the middle of the body; negative: behind it."""
    diameter_mm: Annotated[float, number(2, 500)]
    pulses_per_turn: Annotated[float, number(1, 1_000_000)]
    """What the counter counts in a turn of the wheel."""
    measured_pulse_mm: Annotated[float, number(0.0001, 100)] | None = None
    """Way for a pulse, where it is known better than by diameter and pulses."""
    speed_unit_mm_s: Annotated[float, number(0.001, 1000)]
    """How fast the robot drives under a speed order of 1."""
    max_speed: Annotated[int, whole(1, SPEED_MOST)]
    """Greatest speed order."""
    acceleration_mm_s2: Annotated[float, number(1, 100_000)] = 2400.0
    """How fast a wheel may change its speed."""
    speed_noise: Annotated[float, number(0, 1)] = 0.05
    """Standard deviation of a wheel's speed, as a ratio of it."""
    blocked_counter_ratio: Ratio = 0.125
    """What a wheel that slips before an obstacle counts, as a ratio of its order."""

    @model_validator(mode="after")
    def _is_drivable(self) -> WheelsEntry:
        top_mm_s = self.max_speed * self.speed_unit_mm_s
        if not 1.0 <= top_mm_s <= 2000.0:
            raise clash(
                f"has a top speed, max_speed times speed_unit_mm_s, of {top_mm_s:g} mm/s, but it "
                "must be from 1 to 2000 mm/s"
            )
        return self


class QuietEntry(Entry):
    """Noise of a proximity sensor."""

    crosstalk: Reading = 0.0
    """What a sensor gets from its own lamp when nothing is there."""
    noise_low: Ratio = 0.1
    """Greatest relative error of a low reading."""
    noise_high: Ratio = 0.03
    """Greatest relative error of a reading near 1023."""
    quiet_zero_share: Ratio = 1.0
    """Share of the readings that are 0 when nothing is there."""
    quiet_low_share: Ratio = 1.0
    """Share of those that are below quiet_low, zeros included; at least quiet_zero_share."""
    quiet_low: Reading10 = 0
    quiet_high: Reading10 = 0
    """The others are from quiet_low to quiet_high."""


class ProximityEntry(QuietEntry):
    """What all proximity sensors have in common: sensor model 2."""

    width_deg: Width
    """Full width of a sensor's field at half of its sensitivity."""
    incidence_power: Annotated[float, number(0, 5)] = 1.53
    """A surface seen askew sends back the cosine of the angle to this power."""
    echo_mm: Distances
    """Distances from the sensor, rising from 0; beyond the last nothing is seen."""
    echo: Echoes
    """Light that white plastic sends back from there, falling to 0."""
    threshold: Threshold = 0.0
    """What the light must exceed to be seen; it is taken off the reading."""
    additive_noise: Annotated[float, number(0, 300)] = 0.0
    """Standard deviation of the error at any level."""

    @model_validator(mode="after")
    def _is_curve(self) -> ProximityEntry:
        check_echo(self.echo_mm, self.echo)
        return self


class RaysEntry(QuietEntry):
    """Sensor model 1; without this table it is made of the proximity table."""

    ray_angle_deg: Annotated[list[Annotated[float, number(-90, 90)]], Field(max_length=MOST_RAYS)]
    ray_weight: Annotated[list[Annotated[float, number(0, 100)]], Field(max_length=MOST_RAYS)]
    echo_mm: Distances
    echo: Echoes
    threshold: Threshold = 0.0

    @model_validator(mode="after")
    def _fits(self) -> RaysEntry:
        if not 0 < len(self.ray_angle_deg) == len(self.ray_weight):
            raise clash(
                f"has {len(self.ray_angle_deg)} angles (ray_angle_deg) and {len(self.ray_weight)} "
                "weights (ray_weight), but it must have as many of both, and at least one"
            )
        check_echo(self.echo_mm, self.echo)
        return self


class OwnEntry(Entry):
    """How one sensor differs from the others: the spread of a real robot."""

    gain: Gain = 1.0
    looks_deg: Bearing | None = None
    width_deg: Width | None = None
    threshold: Threshold | None = None
    ray_gain: Gain = 1.0
    """Of sensor model 1."""


class SensorEntry(Entry):
    """One sensor."""

    name: Annotated[str, name(30)]
    """As programs call it: sensors.NAME."""
    kind: Literal["infrared"] = "infrared"
    """Reflected infra-red, and ambient light."""
    x_mm: Beside
    """Ahead of the middle."""
    y_mm: Beside
    """To the left of the middle."""
    bearing_deg: Bearing
    """Where it points: 0 is ahead, positive is left."""
    looks_deg: Bearing | None = None
    """Where it answers most, if that is not where it points."""
    own: OwnEntry | None = None


def _check_light(light: LightModel) -> LightModel:
    distances, readings = light.distance_mm, light.reading
    if len(distances) != len(readings):
        raise clash(
            f"has {len(readings)} readings and {len(distances)} distances (distance_mm), but it "
            "must have as many of both"
        )
    for title, values in (("distances (distance_mm)", distances), ("readings", readings)):
        for before, after in pairwise(values):
            if before >= after:
                raise clash(f"has {after:g} after {before:g}, but its {title} must rise")
    if distances[0] <= 0.0:
        raise clash(f"begins at a distance of {distances[0]:g} mm, but it must be above 0")
    if readings[-1] >= light.dark:
        raise clash(
            f"reads {readings[-1]:g} at its last distance and {light.dark:g} in the dark (dark), "
            "but dark must be the greater one"
        )
    return light


def _check_gripper(gripper: GripperModel) -> GripperModel:
    if gripper.arm_up >= gripper.arm_down:
        raise clash(
            f"has arm_up = {gripper.arm_up} and arm_down = {gripper.arm_down}, but arm_up must be "
            "below arm_down"
        )
    if gripper.closed_gap_mm >= gripper.open_gap_mm:
        raise clash(
            f"has closed_gap_mm = {gripper.closed_gap_mm:g} and open_gap_mm = "
            f"{gripper.open_gap_mm:g}, but it must be narrower when closed"
        )
    return gripper


def _check_readings(readings: UsualReadings) -> UsualReadings:
    if readings.far >= readings.near:
        raise clash(
            f"has far = {readings.far} and near = {readings.near}, but far must be below near"
        )
    return readings


class RobotFileEntry(Entry):
    """The whole file."""

    format: Literal["wsusim-robot"]
    version: Literal[1]
    name: Annotated[str, kind_name(30)]
    """One word: --robot and mazes know it by this. wsusim adds ~ and a fingerprint in mazes."""
    title: Annotated[str, line(40)]
    """For people."""
    full_scale: Annotated[int, whole(1, 1_000_000)] = 1023
    """What the real robot's own software shows where wsusim shows 1023."""
    cameras: list[Literal["k213"]] = Field([])
    """What can be mounted: "k213", the linear camera."""
    protocol: Literal["khepera", "epuck", "thymio"] | None = None
    """Protocol of the real robot. Without it wsusim can't drive a real one."""
    body: BodyEntry
    wheels: WheelsEntry
    proximity: ProximityEntry
    rays: RaysEntry | None = None
    light: Annotated[LightModel, AfterValidator(_check_light)] | None = None
    """What the same sensors read of lamps. Without this table: as a Khepera."""
    sensors: Annotated[list[SensorEntry], Field(min_length=1, max_length=MOST_SENSORS)]
    floor_sensors: Annotated[list[FloorMount], Field(max_length=2)] = Field([])
    """From left to right, at most two."""
    gripper: Annotated[GripperModel, AfterValidator(_check_gripper)] | None = None
    """Arm and jaws in front, as a Khepera's."""
    readings: Annotated[UsualReadings, AfterValidator(_check_readings)] | None = None
    """What programs know as sensors.near and sensors.far. Without this table: 300 and 100."""


def check_echo(echo_mm: Sequence[float], echo: Sequence[float]) -> None:
    """Refuse a curve of echoes that does not fall to 0 over distances that rise from 0."""
    if len(echo_mm) != len(echo):
        raise clash(
            f"has {len(echo)} echoes and {len(echo_mm)} distances (echo_mm), but it must have as "
            "many of both"
        )
    if echo_mm[0] != 0.0:
        raise clash(f"has {echo_mm[0]:g} as its first distance (echo_mm), but it must be 0")
    for before, after in pairwise(echo_mm):
        if before >= after:
            raise clash(f"has {after:g} after {before:g}, but its distances (echo_mm) must rise")
    for before, after in pairwise(echo):
        if before < after:
            raise clash(f"has {after:g} after {before:g}, but its echoes must fall")
    if echo[-1] != 0.0:
        raise clash(f"has {echo[-1]:g} as its last echo, but it must be 0")

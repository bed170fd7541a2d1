"""The measuring itself: where the robot must stand, how it turns, what is read."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from wsusim.backends.contract import Backend
from wsusim.errors import BadInput
from wsusim.model.commands import SetCounters, SetSpeeds, SetTargets
from wsusim.model.readings import Quantity
from wsusim.model.robot_kind import RobotKind, SensorMount
from wsusim.model.units import PULSE_MM, SENSOR_REFRESH_TICKS, TICKS_PER_SECOND
from wsusim.tools.calibration.measurements import (
    SIDES,
    STEP_TICKS,
    Measurements,
    ProximityReading,
    SpeedReading,
    StepReading,
)

CLEARANCES_MM = (10.0, 16.0, 19.0, 22.0, 25.0, 28.0, 32.0, 38.0)
"""Distances from the robot's body to the wall at which is measured."""

READINGS = 30
"""Of each sensor at each distance."""

SPEEDS = (5, 10, 20)
"""Orders, in pulses per 10 ms; each forwards, then backwards, so that the robot comes back."""

SPEED_S = 1.0
"""So long each speed is measured, after it was reached."""

STARTING_S = 0.3
"""After so long a speed is reached."""

WAY_PULSES = 3000
"""Way that a person measures: 240 mm."""

TURN_STEP_DEG = 10.0

TURN_S = 20.0
"""No step of a turn, and no drive, takes longer."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who puts the robot in its place."""

    place: Callable[[float], None]
    """Put the robot before a white wall, facing it squarely, its body so many mm away; returns when
    that is done."""
    clear: Callable[[], None]
    """Put the robot where it can drive 30 cm ahead."""
    measure_way: Callable[[], float | None]
    """Return how many mm the robot has driven since ``clear``; ``None``: not measured."""
    tell: Callable[[str], None]
    """Hear what is being done."""


def measure(
    backend: Backend,
    kind: RobotKind,
    person: Person,
    *,
    clearances_mm: tuple[float, ...] = CLEARANCES_MM,
) -> Measurements:
    """Measure a connected robot; its motors are at zero afterwards, whatever happens."""
    measurements = Measurements(kind.name)
    try:
        for clearance_mm in clearances_mm:
            person.place(clearance_mm)
            _look_round(backend, kind, clearance_mm, measurements, person)
        person.clear()
        _drive_way(backend, person, measurements)
        for order in SPEEDS:
            person.tell(f"Measuring the motors at speed {order}.")
            _drive(backend, order, measurements)
            _drive(backend, -order, measurements)
    finally:
        backend.send(SetSpeeds(0, 0))
    return measurements


def sensor_distance_mm(mount: SensorMount, kind: RobotKind, clearance_mm: float) -> float:
    """Return how far a sensor is from the wall when the robot has turned so that it faces it.

    The robot turns about its centre, whose distance to the wall is the clearance and its radius.
    """
    axis = math.radians(mount.bearing_deg)
    ahead_mm = mount.x_mm * math.cos(axis) + mount.y_mm * math.sin(axis)
    return kind.radius_mm + clearance_mm - ahead_mm


def _look_round(
    backend: Backend,
    kind: RobotKind,
    clearance_mm: float,
    measurements: Measurements,
    person: Person,
) -> None:
    """Turn each sensor to the wall, and back to where the robot began."""
    backend.send(SetCounters(0, 0))
    backend.sleep_until_tick(backend.now_ticks() + SENSOR_REFRESH_TICKS)
    bearings = sorted({mount.bearing_deg for mount in kind.sensors})
    heading_deg = 0.0
    for bearing_deg in bearings:
        facing = [n for n, mount in enumerate(kind.sensors) if mount.bearing_deg == bearing_deg]
        names = ", ".join(kind.sensors[number].name for number in facing)
        person.tell(f"Measuring {names} with the robot {clearance_mm:g} mm from the wall.")
        heading_deg = _turn_to(backend, kind, heading_deg, -bearing_deg)
        for _ in range(READINGS):
            backend.sleep_until_tick(backend.now_ticks() + SENSOR_REFRESH_TICKS)
            values = backend.read(Quantity.PROXIMITY)
            measurements.proximity += [
                ProximityReading(
                    number,
                    round(sensor_distance_mm(kind.sensors[number], kind, clearance_mm), 1),
                    values[number],
                )
                for number in facing
            ]
    _turn_to(backend, kind, heading_deg, 0.0)


def _turn_to(backend: Backend, kind: RobotKind, from_deg: float, to_deg: float) -> float:
    """Turn on the spot from one heading to another, counted from where the counters were 0.

    Wheels that are not equally fast would carry the robot aside; after each small step they have
    waited for each other.
    """
    steps = max(1, math.ceil(abs(to_deg - from_deg) / TURN_STEP_DEG))
    for step in range(1, steps + 1):
        heading_deg = from_deg + (to_deg - from_deg) * step / steps
        pulses = round(math.radians(heading_deg) * kind.wheel_base_mm / 2.0 / PULSE_MM)
        backend.send(SetTargets(-pulses, pulses))
        _await_target(backend)
    return to_deg


def _await_target(backend: Backend) -> None:
    until_tick = backend.now_ticks() + round(TURN_S * TICKS_PER_SECOND)
    while backend.now_ticks() < until_tick and not backend.is_stopping:
        backend.sleep_until_tick(backend.now_ticks() + 2)
        motion = backend.read(Quantity.MOTION)
        if motion[0] and motion[3]:
            return
    raise BadInput(
        "The robot didn't reach its target: a wheel is blocked, or the battery is empty. Check "
        "both and start again."
    )


def _drive(backend: Backend, order: int, measurements: Measurements) -> None:
    backend.send(SetSpeeds(order, order))
    backend.sleep_until_tick(backend.now_ticks() + round(STARTING_S * TICKS_PER_SECOND))
    begun_tick, begun = backend.now_ticks(), backend.read(Quantity.POSITIONS)
    last = begun
    for step in range(1, round(SPEED_S * TICKS_PER_SECOND) // STEP_TICKS):
        backend.sleep_until_tick(begun_tick + step * STEP_TICKS)
        counters = backend.read(Quantity.POSITIONS)
        measurements.steps += [
            StepReading(side, float(order), float(after - then))
            for side, then, after in zip(SIDES, last, counters, strict=True)
        ]
        last = counters
    backend.sleep_until_tick(begun_tick + round(SPEED_S * TICKS_PER_SECOND))
    ticks, ended = backend.now_ticks() - begun_tick, backend.read(Quantity.POSITIONS)
    backend.send(SetSpeeds(0, 0))
    for side, before, after in zip(SIDES, begun, ended, strict=True):
        measurements.speeds.append(SpeedReading(side, float(order), (after - before) / ticks))
    backend.sleep_until_tick(backend.now_ticks() + round(STARTING_S * TICKS_PER_SECOND))


def _drive_way(backend: Backend, person: Person, measurements: Measurements) -> None:
    """Drive a known number of pulses, let the person measure, and come back."""
    person.tell("Driving forward.")
    backend.send(SetCounters(0, 0))
    backend.send(SetTargets(WAY_PULSES, WAY_PULSES))
    _await_target(backend)
    measurements.way_mm = person.measure_way()
    measurements.way_pulses = sum(backend.read(Quantity.POSITIONS)) / 2.0
    backend.send(SetTargets(0, 0))
    _await_target(backend)

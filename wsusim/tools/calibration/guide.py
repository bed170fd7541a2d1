"""The measuring itself: where the robot must stand, how it turns, what is read."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from wsusim.backends.contract import Backend
from wsusim.errors import BadInput
from wsusim.formats.profile import PULSE_GREATEST_MM, PULSE_LEAST_MM
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
    TurnedReading,
)

CLEARANCES_MM = (10.0, 16.0, 19.0, 22.0, 25.0, 28.0, 32.0, 38.0)
"""Distances from the robot's body to the wall at which is measured."""

TURN_STEP_DEG = 5.0
"""At each of these headings all sensors are read: no multiple of the 9 degrees with which real
readings ripple along the heading, and a part of every bearing."""

MOVES_A_STEP = 2
"""Wheels that are not equally fast carry the robot aside; after each move they have waited for each
other, and the shorter the moves, the less."""

READINGS = 6
"""Of all sensors at each heading."""

FACING_READINGS = 30
"""Where a sensor looks straight at the wall."""

SPEEDS = (5, 10, 20)
"""Orders, in pulses per 10 ms; each forwards, then backwards, so that the robot comes back."""

SPEED_S = 1.0
"""So long each speed is measured, after it was reached."""

STARTING_S = 0.3
"""After so long a speed is reached."""

WAY_PULSES = 3000
"""Way that a person measures: 240 mm."""

FACING_DEG = 0.1

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
    measuring = _Measuring(backend, kind, person, measurements)
    try:
        person.clear()
        measuring.drive_way()
        for order in SPEEDS:
            person.tell(f"Measuring the motors at speed {order}.")
            measuring.drive(order)
            measuring.drive(-order)
        for clearance_mm in clearances_mm:
            person.place(clearance_mm)
            measuring.look_round(clearance_mm)
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


@dataclass(frozen=True, slots=True)
class _Measuring:
    """What is done with the robot, and where its answers are kept."""

    backend: Backend
    kind: RobotKind
    person: Person
    measurements: Measurements

    def look_round(self, clearance_mm: float) -> None:
        """Turn all the way round before the wall, half to either side of where the robot began."""
        self.backend.send(SetCounters(0, 0))
        self._rest(SENSOR_REFRESH_TICKS)
        pulse_mm = self.measurements.pulse_mm or PULSE_MM
        pulse_mm = min(max(pulse_mm, PULSE_LEAST_MM), PULSE_GREATEST_MM)
        pulses_a_deg = math.radians(self.kind.wheel_base_mm / 2.0) / pulse_mm
        half = round(180.0 / TURN_STEP_DEG)
        pulses_a_step = TURN_STEP_DEG * pulses_a_deg
        self.person.tell(f"Turning all the way round, {clearance_mm:g} mm from the wall.")
        for side, steps in ((1.0, range(half + 1)), (-1.0, range(1, half))):
            for step in steps:
                for part in range(MOVES_A_STEP):
                    moves = step - 1 + (part + 1) / MOVES_A_STEP
                    self._turn_to(side * max(moves, 0.0) * pulses_a_step)
                heading_deg = side * step * TURN_STEP_DEG
                self._read_all(clearance_mm, heading_deg)
            # As it came, so that it comes back to the same place.
            for move in reversed(range(steps[-1] * MOVES_A_STEP)):
                self._turn_to(side * move / MOVES_A_STEP * pulses_a_step)
            self.person.tell("Half of it is done." if side > 0.0 else "That is done.")

    def _read_all(self, clearance_mm: float, heading_deg: float) -> None:
        """Read all sensors at a heading; those that face the wall are read as such, too."""
        facing = {
            number: sensor_distance_mm(mount, self.kind, clearance_mm)
            for number, mount in enumerate(self.kind.sensors)
            if abs(math.remainder(mount.bearing_deg + heading_deg, 360.0)) < FACING_DEG
        }
        for _ in range(FACING_READINGS if facing else READINGS):
            self._rest(SENSOR_REFRESH_TICKS)
            values = self.backend.read(Quantity.PROXIMITY)
            self.measurements.turned += [
                TurnedReading(number, clearance_mm, heading_deg, value)
                for number, value in enumerate(values)
            ]
            self.measurements.proximity += [
                ProximityReading(number, round(distance_mm, 1), values[number])
                for number, distance_mm in facing.items()
            ]

    def _turn_to(self, pulses: float) -> None:
        """Turn on the spot until the right counter is at so many pulses, the left at minus that."""
        self.backend.send(SetTargets(-round(pulses), round(pulses)))
        self._await_target()

    def _rest(self, ticks: int) -> None:
        self.backend.sleep_until_tick(self.backend.now_ticks() + ticks)

    def _await_target(self) -> None:
        until_tick = self.backend.now_ticks() + round(TURN_S * TICKS_PER_SECOND)
        while self.backend.now_ticks() < until_tick and not self.backend.is_stopping:
            self._rest(2)
            motion = self.backend.read(Quantity.MOTION)
            if motion[0] and motion[3]:
                return
        raise BadInput(
            "The robot didn't reach its target: a wheel is blocked, or the battery is empty. Check "
            "both and start again."
        )

    def drive(self, order: int) -> None:
        self.backend.send(SetSpeeds(order, order))
        self._rest(round(STARTING_S * TICKS_PER_SECOND))
        begun_tick, begun = self.backend.now_ticks(), self.backend.read(Quantity.POSITIONS)
        last = begun
        for step in range(1, round(SPEED_S * TICKS_PER_SECOND) // STEP_TICKS):
            self.backend.sleep_until_tick(begun_tick + step * STEP_TICKS)
            counters = self.backend.read(Quantity.POSITIONS)
            self.measurements.steps += [
                StepReading(side, float(order), float(after - then))
                for side, then, after in zip(SIDES, last, counters, strict=True)
            ]
            last = counters
        self.backend.sleep_until_tick(begun_tick + round(SPEED_S * TICKS_PER_SECOND))
        ticks, ended = self.backend.now_ticks() - begun_tick, self.backend.read(Quantity.POSITIONS)
        self.backend.send(SetSpeeds(0, 0))
        for side, before, after in zip(SIDES, begun, ended, strict=True):
            speed = (after - before) / ticks
            self.measurements.speeds.append(SpeedReading(side, float(order), speed))
        self._rest(round(STARTING_S * TICKS_PER_SECOND))

    def drive_way(self) -> None:
        """Drive a known number of pulses, let the person measure, and come back."""
        self.person.tell("Driving forward.")
        self.backend.send(SetCounters(0, 0))
        self.backend.send(SetTargets(WAY_PULSES, WAY_PULSES))
        self._await_target()
        self.measurements.way_mm = self.person.measure_way()
        self.measurements.way_pulses = sum(self.backend.read(Quantity.POSITIONS)) / 2.0
        self.backend.send(SetTargets(0, 0))
        self._await_target()

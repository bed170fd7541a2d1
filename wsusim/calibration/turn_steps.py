"""The steps by which the sensors are measured: turning on the spot before a wall."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from wsusim.backends.contract import Backend
from wsusim.calibration.measurements import Measurements, ProximityReading, TurnedReading
from wsusim.calibration.patience import Patience
from wsusim.calibration.person import Person
from wsusim.calibration.targets import await_target, rest
from wsusim.formats.profile import PULSE_GREATEST_MM, PULSE_LEAST_MM
from wsusim.model.commands import SetCounters, SetTargets
from wsusim.model.readings import Quantity
from wsusim.model.robot_kind import ASEBA_NODE, RobotKind, SensorMount
from wsusim.model.units import SENSOR_REFRESH_TICKS

TURN_STEP_DEG = 5.0
"""At headings so far apart all sensors are read: no multiple of the 9 degrees with which real
readings ripple along the heading, and a part of every bearing."""

MOVES_A_STEP = 2
"""Wheels that are not equally fast carry the robot aside; after each move they have waited for each
other, and the shorter the moves, the less. (A robot without counters makes one: what it knows of
its way is least certain when it starts and stops.)"""

READINGS = 6
"""Of all sensors at each heading."""

FACING_READINGS = 30
"""Where a sensor looks straight at the wall."""

FACING_DEG = 0.1

SLACK_MM = 2.0
"""A wheel that is within so much of where it was sent has stayed there."""


class _Misplaced(Exception):
    """The robot is not where its turn had brought it, or that is unknown."""


def missing_clearances(measured: Measurements, clearances_mm: tuple[float, ...]) -> list[float]:
    """Return the distances from the wall at which the robot has not been turned yet."""
    done = {reading.clearance_mm for reading in measured.turned}
    return [clearance_mm for clearance_mm in clearances_mm if clearance_mm not in done]


def sensor_distance_mm(mount: SensorMount, kind: RobotKind, clearance_mm: float) -> float:
    """Return how far a sensor is from the wall when the robot has turned so that it faces it.

    It was put before the wall looking at it; then its centre's distance to the wall is the
    clearance and its radius. It turns about its axle.
    """
    axis = math.radians(mount.bearing_deg)
    ahead_mm = (mount.x_mm - kind.axle_x_mm) * math.cos(axis) + mount.y_mm * math.sin(axis)
    return kind.radius_mm + clearance_mm - kind.axle_x_mm - ahead_mm


@dataclass(frozen=True, slots=True)
class TurnSteps:
    """Turns the robot before the wall, and reads its sensors."""

    backend: Backend
    kind: RobotKind
    person: Person
    patience: Patience

    def missing(
        self, measured: Measurements, clearances_mm: tuple[float, ...]
    ) -> Iterator[Callable[[], Measurements]]:
        """Yield the steps that have not been done; each returns what it has measured."""
        for clearance_mm in missing_clearances(measured, clearances_mm):
            usual_mm = self.kind.motors.pulse_mm
            pulse_mm = measured.pulse_mm or usual_mm
            if not PULSE_LEAST_MM <= pulse_mm <= PULSE_GREATEST_MM:
                pulse_mm = usual_mm
            yield partial(self._look_round, clearance_mm, pulse_mm)

    def _look_round(self, clearance_mm: float, pulse_mm: float) -> Measurements:
        """Have the robot put before the wall and turn all the way round."""
        while True:
            self.person.place(clearance_mm)
            try:
                return self._turn_round(clearance_mm, pulse_mm)
            except _Misplaced as misplaced:
                self.person.tell(f"{misplaced} It begins this distance again.")

    def _turn_round(self, clearance_mm: float, pulse_mm: float) -> Measurements:
        """Turn all the way round, half to either side of where the robot began."""
        found = Measurements(self.kind.name)
        self.patience.until_done(self._begin)
        half = round(180.0 / TURN_STEP_DEG)
        moves = 1 if self.kind.protocol == ASEBA_NODE else MOVES_A_STEP
        a_move = math.radians(TURN_STEP_DEG / moves) * self.kind.wheel_base_mm / 2.0
        a_move /= pulse_mm
        self.person.tell(f"Turning all the way round, {clearance_mm:g} mm from the wall.")
        at = 0.0
        for side, steps in ((1.0, range(half + 1)), (-1.0, range(1, half))):
            for step in steps:
                first = max((step - 1) * moves + 1, 0)
                for move in range(first, step * moves + 1):
                    at = self._move(at, side * move * a_move)
                facing_deg = side * step * TURN_STEP_DEG
                found.add(self._read_at(at, facing_deg, clearance_mm, pulse_mm))
            # As it came, so that it comes back to the same place.
            for move in reversed(range(steps[-1] * moves)):
                at = self._move(at, side * move * a_move)
            self.person.tell("Half of it is done." if side > 0.0 else "That is done.")
        return found

    def _begin(self) -> None:
        self.backend.send(SetCounters(0, 0))
        rest(self.backend, SENSOR_REFRESH_TICKS)

    def _move(self, here: float, there: float) -> float:
        """Turn from one place to another; return that one. Places are pulses of the right wheel."""
        self.patience.until_done(
            partial(self._turn_to, there), partial(self._expect_between, here, there)
        )
        return there

    def _read_at(
        self, place: float, asked_deg: float, clearance_mm: float, pulse_mm: float
    ) -> Measurements:
        def come_back() -> None:
            self._expect_between(place, place)
            self._turn_to(place)

        return self.patience.until_done(
            partial(self._read_all, asked_deg, clearance_mm, pulse_mm), come_back
        )

    def _read_all(self, asked_deg: float, clearance_mm: float, pulse_mm: float) -> Measurements:
        """Read all sensors at a heading; those that face the wall are read as such, too.

        The heading is what the counters say: wheels stop a little beside their targets.
        """
        found = Measurements(self.kind.name)
        facing = {
            number: sensor_distance_mm(mount, self.kind, clearance_mm)
            for number, mount in enumerate(self.kind.sensors)
            if abs(math.remainder(mount.bearing_deg + asked_deg, 360.0)) < FACING_DEG
        }
        left, right = self.backend.read(Quantity.POSITIONS)
        turned_mm = (right - left) / 2.0 * pulse_mm
        heading_deg = round(math.degrees(turned_mm / (self.kind.wheel_base_mm / 2.0)), 2)
        for _ in range(FACING_READINGS if facing else READINGS):
            rest(self.backend, SENSOR_REFRESH_TICKS)
            values = self.backend.read(Quantity.PROXIMITY)
            found.turned += [
                TurnedReading(number, clearance_mm, heading_deg, value)
                for number, value in enumerate(values)
            ]
            found.proximity += [
                ProximityReading(number, round(distance_mm, 1), values[number])
                for number, distance_mm in facing.items()
            ]
        return found

    def _turn_to(self, pulses: float) -> None:
        """Turn on the spot until the right counter is at so many pulses, the left at minus that."""
        self.backend.send(SetTargets(-round(pulses), round(pulses)))
        await_target(self.backend)

    def _expect_between(self, one: float, other: float) -> None:
        """Make sure after a silence that the robot has not left its place.

        Raises:
            _Misplaced: It has, or that is unknown.
        """
        if self.kind.protocol == ASEBA_NODE:
            raise _Misplaced("This robot has no counters: how far it has turned is not known.")
        low, high = sorted((one, other))
        slack = SLACK_MM / self.kind.motors.pulse_mm
        left, right = self.backend.read(Quantity.POSITIONS)
        if not all(low - slack <= place <= high + slack for place in (-left, right)):
            raise _Misplaced("The robot was reset, or switched on in the meantime.")

"""The steps by which the wheels are measured: a way for the ruler, and three speeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from wsusim.backends.contract import Backend
from wsusim.calibration.measurements import (
    SIDES,
    STEP_TICKS,
    Measurements,
    SpeedReading,
    StepReading,
)
from wsusim.calibration.patience import Patience
from wsusim.calibration.person import Person
from wsusim.calibration.targets import await_target, rest
from wsusim.model.commands import SetCounters, SetSpeeds, SetTargets
from wsusim.model.readings import Quantity
from wsusim.model.robot_kind import RobotKind
from wsusim.model.units import TICKS_PER_SECOND

SPEEDS_MM_S = (40.0, 80.0, 160.0)
"""Each forwards, then backwards, so that the robot comes back. On a Khepera: 5, 10 and 20."""

SPEED_S = 1.0
"""So long each speed is measured, after it was reached."""

STARTING_S = 0.3
"""After so long a speed is reached."""

WAY_MM = 240.0
"""Way that a person measures."""


def speed_orders(kind: RobotKind) -> list[int]:
    """Return the orders at which a kind's wheels are measured."""
    return [
        kind.motors.order_of(sign * speed_mm_s) for speed_mm_s in SPEEDS_MM_S for sign in (1, -1)
    ]


def pulses_ordered(order: int, kind: RobotKind) -> float:
    """Return the pulses in 10 ms that an order means."""
    return round(order * kind.motors.unit_pulses, 4)


def missing_orders(measured: Measurements, kind: RobotKind) -> list[int]:
    """Return the orders at which the wheels have not been measured yet."""
    done = {reading.order for reading in measured.speeds}
    return [order for order in speed_orders(kind) if pulses_ordered(order, kind) not in done]


@dataclass(frozen=True, slots=True)
class WheelSteps:
    """Drives, and counts pulses."""

    backend: Backend
    kind: RobotKind
    person: Person
    patience: Patience

    def missing(self, measured: Measurements) -> Iterator[Callable[[], Measurements]]:
        """Yield the steps that have not been done; each returns what it has measured."""
        drives: list[Callable[[], Measurements]] = []
        if not measured.way_pulses:
            drives.append(self._drive_way)
        drives += [partial(self._drive, order) for order in missing_orders(measured, self.kind)]
        if drives:
            self.person.clear()
        for drive in drives:
            # A robot that was not heard has driven on: it must be put back.
            yield partial(self.patience.until_done, drive, self.person.clear)

    def _drive_way(self) -> Measurements:
        """Drive a known number of pulses, let the person measure, and come back."""
        found = Measurements(self.kind.name)
        way = round(WAY_MM / self.kind.motors.pulse_mm)
        self.person.tell("Driving forward.")
        self.backend.send(SetCounters(0, 0))
        self.backend.send(SetTargets(way, way))
        await_target(self.backend)
        found.way_pulses = sum(self.backend.read(Quantity.POSITIONS)) / 2.0
        found.way_mm = self.person.measure_way()
        self.backend.send(SetTargets(0, 0))
        await_target(self.backend)
        return found

    def _drive(self, order: int) -> Measurements:
        found = Measurements(self.kind.name)
        ordered = pulses_ordered(order, self.kind)
        self.person.tell(f"Measuring the motors at speed {order}.")
        self.backend.send(SetSpeeds(order, order))
        rest(self.backend, round(STARTING_S * TICKS_PER_SECOND))
        begun_tick, begun = self.backend.now_ticks(), self.backend.read(Quantity.POSITIONS)
        last = begun
        for step in range(1, round(SPEED_S * TICKS_PER_SECOND) // STEP_TICKS):
            self.backend.sleep_until_tick(begun_tick + step * STEP_TICKS)
            counters = self.backend.read(Quantity.POSITIONS)
            found.steps += [
                StepReading(side, ordered, float(after - then))
                for side, then, after in zip(SIDES, last, counters, strict=True)
            ]
            last = counters
        self.backend.sleep_until_tick(begun_tick + round(SPEED_S * TICKS_PER_SECOND))
        ticks, ended = self.backend.now_ticks() - begun_tick, self.backend.read(Quantity.POSITIONS)
        self.backend.send(SetSpeeds(0, 0))
        for side, before, after in zip(SIDES, begun, ended, strict=True):
            found.speeds.append(SpeedReading(side, ordered, (after - before) / ticks))
        rest(self.backend, round(STARTING_S * TICKS_PER_SECOND))
        return found

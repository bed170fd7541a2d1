"""What is measured on a robot, and the table in which it is kept."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from wsusim.errors import BadInput
from wsusim.formats.atomic import read_whole, write_whole
from wsusim.formats.json_text import decode_text
from wsusim.formats.sensor_table import SensorTable
from wsusim.robots import ROBOT_KINDS, robot_kind

COLUMNS = ("what", "number", "at", "value")
SIDES = ("left", "right")
SENSORS = 8

LARGEST = 1e9
"""Of any number in a table; what is measured on a Khepera is far below."""

LARGEST_READING = 1023
"""Of a sensor."""

STEP_TICKS = 4
"""Length of the steps from which the unsteadiness of a wheel is found: long enough for a reading of
the counters at 9600 baud, short enough for many."""


@dataclass(frozen=True, slots=True)
class ProximityReading:
    """One reading of one sensor that looks straight at a white wall."""

    sensor: int
    distance_mm: float
    """From the sensor's face to the wall."""
    value: int


@dataclass(frozen=True, slots=True)
class TurnedReading:
    """One reading of one sensor of a robot that has turned on the spot before a white wall."""

    sensor: int
    clearance_mm: float
    """From the robot's body to the wall, when it faced it."""
    heading_deg: float
    """0: the robot faces the wall; counter-clockwise."""
    value: int


@dataclass(frozen=True, slots=True)
class SpeedReading:
    """How fast one wheel turned."""

    side: str
    """``left`` or ``right``."""
    order: float
    """Pulses per 10 ms that were ordered."""
    speed: float
    """Pulses per 10 ms that its counter counted."""


@dataclass(frozen=True, slots=True)
class StepReading:
    """How many pulses one wheel turned in a step of ``STEP_TICKS``, at a steady order."""

    side: str
    """``left`` or ``right``; the two of one step follow each other."""
    order: float
    """Pulses per 10 ms that were ordered."""
    pulses: float


@dataclass(frozen=True, slots=True)
class LightReading:
    """One light reading of one sensor that looks straight at a lamp, with nothing between."""

    sensor: int
    distance_mm: float
    """From the sensor's face to the middle of the lamp."""
    value: int


@dataclass(slots=True)
class Measurements:
    """All that was measured on one robot."""

    kind: str = "khepera1"
    proximity: list[ProximityReading] = field(default_factory=list)
    turned: list[TurnedReading] = field(default_factory=list)
    speeds: list[SpeedReading] = field(default_factory=list)
    steps: list[StepReading] = field(default_factory=list)
    light: list[LightReading] = field(default_factory=list)
    lamp_power: float = 1.0
    """Of the lamp that the light readings are of, in W."""
    way_mm: float | None = None
    """Way that a person measured for ``way_pulses``; ``None``: not measured."""
    way_pulses: float = 0.0
    turn_round_s: float | None = None
    """Shortest time of an exchange beside its time on the line."""

    def add(self, step: Measurements) -> None:
        """Take over what a step has measured."""
        self.proximity += step.proximity
        self.turned += step.turned
        self.speeds += step.speeds
        self.steps += step.steps
        self.light += step.light
        if step.way_pulses:
            self.way_mm, self.way_pulses = step.way_mm, step.way_pulses

    @property
    def pulse_mm(self) -> float | None:
        """Way for a pulse; ``None``: not measured."""
        if self.way_mm is None or not self.way_pulses:
            return None
        return self.way_mm / self.way_pulses

    @property
    def by_heading(self) -> SensorTable:
        """The readings of the turned robot as a table.

        A turn about an axle that is not below the middle of the body takes the body away from the
        wall, or nearer to it.
        """
        heading_deg = np.array([r.heading_deg for r in self.turned], np.float64)
        clearance_mm = np.array([r.clearance_mm for r in self.turned], np.float64)
        away_mm = -robot_kind(self.kind).axle_x_mm * (1.0 - np.cos(np.radians(heading_deg)))
        return SensorTable(
            np.array([r.sensor for r in self.turned], np.int64),
            clearance_mm + away_mm,
            heading_deg,
            np.array([r.value for r in self.turned], np.float64),
        )


def write_csv(measurements: Measurements, path: Path) -> None:
    """Write a table of measurements; raises ``BadInput`` when it can't be written."""
    rows: list[tuple[object, ...]] = [COLUMNS, ("kind", "", "", measurements.kind)]
    rows += [("proximity", r.sensor, r.distance_mm, r.value) for r in measurements.proximity]
    rows += [
        ("turned", r.sensor, f"{r.clearance_mm:g} at {r.heading_deg:g}", r.value)
        for r in measurements.turned
    ]
    rows += [("speed", r.side, r.order, r.speed) for r in measurements.speeds]
    rows += [("step", r.side, r.order, r.pulses) for r in measurements.steps]
    if measurements.light:
        rows.append(("lamp", "", "", measurements.lamp_power))
    rows += [("light", r.sensor, r.distance_mm, r.value) for r in measurements.light]
    if measurements.way_pulses:
        way_mm = "" if measurements.way_mm is None else measurements.way_mm
        rows.append(("way", "", measurements.way_pulses, way_mm))
    if measurements.turn_round_s is not None:
        rows.append(("turn_round", "", "", measurements.turn_round_s))
    table = io.StringIO(newline="")
    csv.writer(table).writerows(rows)
    write_whole(path, table.getvalue().encode())


def read_csv(path: Path) -> Measurements:
    """Return the measurements in a table.

    Raises:
        BadInput: The file can't be read, or a line of it makes no sense (with its number).
    """
    wanted = "a table of measurements"
    try:
        text = decode_text(read_whole(path, wanted))
        rows = list(csv.reader(io.StringIO(text, newline="")))
    except csv.Error as error:
        raise BadInput(f"{path} can't be read ({error}). Give {wanted}.") from None
    if not rows or tuple(rows[0]) != COLUMNS:
        raise BadInput(
            f"{path} is not a table of measurements: its first line must be {','.join(COLUMNS)}. "
            "The manual page on calibrating shows one."
        )
    return _measurements(rows[1:], path)


def _measurements(rows: Iterable[list[str]], path: Path) -> Measurements:
    found = Measurements()
    for number, row in enumerate(rows, 2):
        if not any(row):
            continue
        try:
            _take(found, row)
        except (ValueError, IndexError):
            raise BadInput(
                f"{path}, line {number}: {','.join(row)[:60]!r} makes no sense. Lines should look "
                "like proximity,2,15,640 or speed,left,10,9.4 or way,,3000,240 or kind,,,khepera1 "
                "or step,left,20,79 or lamp,,,1 or light,2,100,290 or turned,2,19 at -8,842"
            ) from None
    return found


def _take(found: Measurements, row: list[str]) -> None:
    what, number, at, value = (cell.strip() for cell in row[:4])
    match what:
        case "kind" if value in ROBOT_KINDS:
            found.kind = value
        case "proximity" if 0 <= int(number) < SENSORS:
            found.proximity.append(ProximityReading(int(number), _finite(at), _reading(value)))
        case "turned" if 0 <= int(number) < SENSORS:
            clearance, heading = at.split(" at ")
            found.turned.append(
                TurnedReading(int(number), _finite(clearance), _finite(heading), _reading(value))
            )
        case "speed" if number in SIDES:
            found.speeds.append(SpeedReading(number, _finite(at), _finite(value)))
        case "step" if number in SIDES:
            found.steps.append(StepReading(number, _finite(at), _finite(value)))
        case "lamp" if _finite(value) > 0.0:
            found.lamp_power = _finite(value)
        case "light" if 0 <= int(number) < SENSORS and _finite(at) > 0.0:
            found.light.append(LightReading(int(number), _finite(at), _reading(value)))
        case "way":
            found.way_pulses = _finite(at)
            found.way_mm = _finite(value) if value else None
        case "turn_round":
            found.turn_round_s = _finite(value)
        case _:
            raise ValueError(what)


def _finite(text: str) -> float:
    number = float(text)
    if not abs(number) <= LARGEST:
        raise ValueError(text)
    return number


def _reading(text: str) -> int:
    number = int(text)
    if not 0 <= number <= LARGEST_READING:
        raise ValueError(text)
    return number

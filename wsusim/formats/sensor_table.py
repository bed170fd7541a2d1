"""Tables of proximity readings around a robot: CSV, and the layout of evolutionary robotics.

Both contain what each sensor read when the robot, at some distance from a wall or cylinder, had
turned to some heading. Heading 0: the robot faces the thing; counter-clockwise is positive, so at
heading h the thing is at a bearing of -h.
"""

from __future__ import annotations

import csv
import io
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wsusim.errors import BadInput
from wsusim.formats.atomic import read_whole
from wsusim.formats.json_text import decode_text

COLUMNS = ("sensor", "distance_mm", "heading_deg", "reading")
MOST_SENSORS = 64
GREATEST = 1023
MOST_READINGS = 2_000_000
FARTHEST_MM = 10_000.0


@dataclass(frozen=True, slots=True, eq=False)
class SensorTable:
    """Readings, one a row of four columns [N]."""

    sensor: NDArray[np.int64]
    distance_mm: NDArray[np.float64]
    """From the robot's body to the thing."""
    heading_deg: NDArray[np.float64]
    reading: NDArray[np.float64]
    """0 to 1023."""


def csv_text(table: SensorTable) -> str:
    """Return a table as CSV with a heading line."""
    out = io.StringIO()
    out.write(",".join(COLUMNS) + "\n")
    rows = zip(table.sensor, table.distance_mm, table.heading_deg, table.reading, strict=True)
    for sensor, distance, heading, reading in rows:
        out.write(f"{sensor},{distance:g},{heading:g},{reading:g}\n")
    return out.getvalue()


def sample_text(table: SensorTable) -> str:
    """Return a table in the layout of evolutionary robotics.

    Raises:
        BadInput: Its places are not full turns in even steps at evenly spaced distances.
    """
    sensors, distances, headings = (
        np.unique(column) for column in (table.sensor, table.distance_mm, table.heading_deg)
    )
    order = np.lexsort((table.sensor, table.heading_deg, table.distance_mm))
    shape = (len(distances), len(headings), len(sensors))
    even = np.arange(len(headings)) * 360.0 / len(headings)
    step = distances[1] - distances[0] if len(distances) > 1 else 1.0
    is_whole = np.allclose(np.round([distances[0], step]), [distances[0], step])
    if (
        math.prod(shape) != len(order)
        or not np.allclose(headings, even)
        or not np.allclose(np.diff(distances), step)
        or not is_whole
    ):
        raise BadInput(
            "A .sample file holds full turns at even distances in whole mm. Ask for them, for "
            "example: --distances 5:43:2 --headings 0:358:2"
        )
    values = table.reading[order].reshape(shape) / GREATEST
    lines = [f"{len(sensors)} {len(headings)} {len(distances)} {distances[0]:.0f} {step:.0f}"]
    for number, turn in enumerate(values):
        lines.append(f"TURN {number}")
        lines += [" ".join(f"{value:.6f}" for value in row) for row in turn]
    return "\n".join([*lines, "END", ""])


def is_sensor_table(content: bytes) -> bool:
    """Return whether a file looks like one of the two tables."""
    first = content[:200].lstrip(b"\xef\xbb\xbf").split(b"\n")[0].decode("utf-8", "replace")
    return _is_csv(first) or _is_sample(first)


def read_sensor_table(path: Path) -> SensorTable:
    """Return the table in a file; raises ``BadInput`` that names what is wrong, with its line."""
    lines = decode_text(read_whole(path, "a table of readings")).splitlines()
    if lines and _is_csv(lines[0]):
        return _read_csv(lines, path)
    if lines and _is_sample(lines[0]):
        return _read_sample(lines, path)
    raise BadInput(
        f"{path} is not a table of readings. Its first line must be {','.join(COLUMNS)} or, in a "
        ".sample file, five whole numbers: sensors, headings, distances, first distance and step."
    )


def _is_csv(first: str) -> bool:
    cells = [cell.strip().lower() for cell in first.split(",")]
    short = [name.split("_")[0] for name in COLUMNS]
    return len(cells) == 4 and [cell.split("_")[0] for cell in cells] == short


def _is_sample(first: str) -> bool:
    """Return whether a line is five numbers, valid or not: no other table begins so."""
    try:
        return len([float(cell) for cell in first.split()]) == 5
    except ValueError:
        return False


def _read_csv(lines: list[str], path: Path) -> SensorTable:
    rows = []
    for number, cells in enumerate(csv.reader(lines[1:]), 2):
        if not any(cell.strip() for cell in cells):
            continue
        try:
            sensor, distance, heading, reading = (float(cell) for cell in cells)
            is_good = (
                sensor in range(MOST_SENSORS)
                and 0.0 <= distance <= FARTHEST_MM
                and -3600.0 <= heading <= 3600.0
                and 0.0 <= reading <= GREATEST
            )
        except ValueError:
            is_good = False
        if not is_good:
            raise BadInput(
                f"{path}, line {number}: {','.join(cells)[:60]!r} makes no sense. A line must hold "
                f"a sensor from 0, a distance in mm, a heading in degrees and a reading from 0 to "
                f"{GREATEST}, for example 2,19,-8,842"
            )
        rows.append((sensor, distance, heading, reading))
    if not rows:
        raise BadInput(f"{path} holds no readings. Add lines such as 2,19,-8,842")
    columns = np.array(rows[:MOST_READINGS]).T
    return SensorTable(columns[0].astype(np.int64), columns[1], columns[2], columns[3])


def _sample_header(text: str, path: Path) -> tuple[int, ...]:
    """Return a .sample file's five numbers; raises ``BadInput`` for an impossible one."""
    names = (
        "number of sensors",
        "number of headings",
        "number of distances",
        "first distance",
        "step",
    )
    limits = ((1, MOST_SENSORS), (1, 3600), (1, 1000), (0, FARTHEST_MM), (1, FARTHEST_MM))
    numbers = []
    for name, cell, (low, high) in zip(names, text.split(), limits, strict=True):
        number = float(cell)
        if not (number.is_integer() and low <= number <= high):
            raise BadInput(
                f"{path}, line 1: the {name} is {cell[:20]}, but it "
                f"must be a whole number from {low} to {high:,.0f}. A .sample file begins with "
                "sensors, headings, distances, first distance and step in mm, for example: "
                "8 180 20 5 2"
            )
        numbers.append(int(number))
    if math.prod(numbers[:3]) > MOST_READINGS:
        raise BadInput(
            f"{path}, line 1: {text[:60]!r} promises {math.prod(numbers[:3]):,} readings, but "
            f"there may be {MOST_READINGS:,}. Check the numbers."
        )
    return tuple(numbers)


def _read_sample(lines: list[str], path: Path) -> SensorTable:
    sensors, headings, distances, first_mm, step_mm = _sample_header(lines[0], path)
    values = np.zeros((distances, headings, sensors))
    row = 1
    for distance in range(distances):
        if row >= len(lines) or not lines[row].startswith("TURN"):
            raise BadInput(f"{path}, line {row + 1}: there must be a line TURN {distance}.")
        for heading in range(headings):
            at = row + 1 + heading
            cells = lines[at].split() if at < len(lines) else []
            try:
                numbers = [float(cell) for cell in cells]
            except ValueError:
                numbers = []
            if len(numbers) != sensors or not all(0.0 <= one <= 1.0 for one in numbers):
                raise BadInput(
                    f"{path}, line {at + 1}: there must be {sensors} readings from 0 to 1."
                )
            values[distance, heading] = numbers
        row += 1 + headings
    if row >= len(lines) or lines[row].strip() != "END":
        raise BadInput(f"{path}, line {row + 1}: there must be a line END.")
    for number, text in enumerate(lines[row + 1 :], row + 2):
        if text.strip():
            raise BadInput(
                f"{path}, line {number}: there is {text.strip()[:40]!r} after END, but nothing may "
                f"follow. Line 1 promises {distances} distances of {headings} headings each: "
                "correct it, or remove the rest."
            )
    places = np.meshgrid(
        first_mm + step_mm * np.arange(distances, dtype=float),
        np.arange(headings) * 360.0 / max(headings, 1),
        np.arange(sensors),
        indexing="ij",
    )
    distance_mm, heading_deg, sensor = (place.ravel() for place in places)
    return SensorTable(
        sensor.astype(np.int64), distance_mm, heading_deg, np.round(values.ravel() * GREATEST)
    )

"""Tables of readings by heading, in both layouts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from wsusim.errors import BadInput
from wsusim.formats.sensor_table import (
    SensorTable,
    csv_text,
    is_sensor_table,
    read_sensor_table,
    sample_text,
)


def small_table() -> SensorTable:
    """Return readings of two sensors at two distances and four headings."""
    distance, heading, sensor = (
        place.ravel()
        for place in np.meshgrid([5.0, 7.0], [0.0, 90.0, 180.0, 270.0], [0, 1], indexing="ij")
    )
    return SensorTable(sensor, distance, heading, np.arange(16.0) * 68)


def columns(table: SensorTable) -> list[tuple[float, ...]]:
    """Return a table's rows, sorted."""
    rows = zip(table.distance_mm, table.heading_deg, table.sensor, table.reading, strict=True)
    return sorted(tuple(map(float, row)) for row in rows)


@pytest.mark.parametrize("write", [csv_text, sample_text])
def test_a_table_comes_back_as_it_was_written(tmp_path: Path, write) -> None:
    """Both layouts hold every reading with its place."""
    file = tmp_path / "table"
    file.write_text(write(small_table()), encoding="utf-8")

    assert columns(read_sensor_table(file)) == columns(small_table())
    assert is_sensor_table(file.read_bytes())


def test_the_rows_of_a_sample_turn_the_thing_to_the_right(tmp_path: Path) -> None:
    """In row i of n the thing stands at a bearing of -360 i / n: the robot has turned left."""
    file = tmp_path / "one.sample"
    file.write_text("1 4 1 5 2\nTURN 0\n0\n0.5\n0\n0\nEND\n", encoding="utf-8")

    table = read_sensor_table(file)

    assert table.heading_deg[table.reading > 0].tolist() == [90.0]
    assert table.reading.max() == 512


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\n1,2\n", "first line must be"),
        ("sensor,distance_mm,heading_deg,reading\n", "no readings"),
        ("sensor,distance_mm,heading_deg,reading\n2,19,-8,1024\n", "line 2"),
        ("sensor,distance,heading,reading\n2,19,x,100\n", "line 2"),
        ("sensor,distance,heading,reading\n2,19,nan,100\n", "line 2"),
        ("1 2 1 5 2\nTURN 0\n0\n1.5\nEND\n", "line 4: there must be 1 readings"),
        ("1 2 1 5 2\nTURN 0\n0\n", "line 4"),
        ("1 1 1 5 2\n0\nEND\n", "line TURN 0"),
        ("1 1 1 5 2\nTURN 0\n0\n", "line END"),
        ("64 3600 999 5 2\nTURN 0\n", "promises"),
        ("999 180 20 5 2\nTURN 0\n", "number of sensors is 999, .* from 1 to 64"),
        ("8 1800000 20 5 2\nTURN 0\n", "number of headings is 1800000"),
        ("8 180 0 5 2\nEND\n", "number of distances is 0"),
        ("8 180 20 -5 2\nTURN 0\n", "first distance is -5"),
        ("8 180 20 5 2.5\nTURN 0\n", "step is 2.5"),
        ("1 1 1 5 2\nTURN 0\n0\nEND\nTURN 1\n0\nEND\n", "line 5: there is 'TURN 1' after END"),
    ],
)
def test_a_bad_table_is_told_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    """What can't be read is named."""
    file = tmp_path / "table"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(BadInput, match=words):
        read_sensor_table(file)


@pytest.mark.parametrize("header", ["8 180 20 -5 2", "8 180 20 5 2.5", "8 9999999 20 5 2"])
def test_a_bad_sample_is_taken_for_a_sample(header: str) -> None:
    """A file that begins with five numbers is told of as a .sample, whatever the numbers are."""
    assert is_sensor_table(header.encode())


def test_empty_lines_may_follow_the_end(tmp_path: Path) -> None:
    """Only text after END is refused."""
    file = tmp_path / "one.sample"
    file.write_text("1 1 1 5 2\nTURN 0\n0.5\nEND\n\n  \n", encoding="utf-8")

    assert len(read_sensor_table(file).reading) == 1


def test_a_sample_holds_full_turns_only() -> None:
    """Another set of headings is refused, with an example."""
    table = small_table()
    half = SensorTable(table.sensor, table.distance_mm, table.heading_deg / 2, table.reading)

    with pytest.raises(BadInput, match=r"--headings 0:358:2"):
        sample_text(half)

"""Logs of matches are written as the contest's tools read them."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element, XMLPullParser

import pytest

from tests.unit.ciber.matches import cycles, drive, match
from wsusim.ciber.log import LogWriter


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Return the log of five cycles."""
    file = tmp_path / "log.xml"
    arena, _ = match()
    writer = LogWriter(file, arena)
    for _ in range(5):
        cycles(arena, 1, drive(0.1, 0.1))
        writer.note(arena)
    writer.close()
    return file


def _read(log: Path) -> list[Element]:
    """Return the cycles of a log, as far as it goes."""
    parser = XMLPullParser()
    parser.feed(log.read_text())
    return [element for _, element in parser.read_events() if element.tag == "LogInfo"]  # type: ignore[union-attr]


def test_every_cycle_of_a_running_match_is_read_back(log: Path) -> None:
    """Time and true pose."""
    found = _read(log)
    assert [cycle.get("Time") for cycle in found] == ["1", "2", "3", "4", "5"]
    assert [float(place.get("X", "")) for cycle in found for place in cycle.iter("Pos")] == (
        pytest.approx([3.05, 3.125, 3.2125, 3.30625, 3.403125], abs=1e-5)
    )


def test_a_log_that_breaks_off_is_read_as_far_as_it_goes(log: Path) -> None:
    """The simulator was killed: the cycles before it are there."""
    whole = log.read_text()
    log.write_text(whole[: whole.index('<LogInfo Time="4"') + 30])
    assert [cycle.get("Time") for cycle in _read(log)] == ["1", "2", "3"]

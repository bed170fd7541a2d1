"""Logs of matches are written and read as the contest's tools do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.ciber.matches import cycles, drive, match
from wsusim.ciber.log import LogWriter, describe_log, read_log
from wsusim.errors import BadInput


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


def test_every_cycle_of_a_running_match_is_read_back(log: Path) -> None:
    """Time and true pose."""
    found = list(read_log(log))
    assert [cycle.time for cycle in found] == [1, 2, 3, 4, 5]
    assert [cycle.robots[0].x for cycle in found] == pytest.approx(
        [3.05, 3.125, 3.2125, 3.30625, 3.403125], abs=1e-5
    )


def test_a_log_that_breaks_off_is_read_as_far_as_it_goes(log: Path) -> None:
    """The simulator was killed: the cycles before it are there."""
    whole = log.read_text()
    log.write_text(whole[: whole.index('<LogInfo Time="4"') + 30])
    assert [cycle.time for cycle in read_log(log)] == [1, 2, 3]


def test_what_is_no_log_is_refused(tmp_path: Path) -> None:
    """One sentence for other files."""
    file = tmp_path / "other.xml"
    file.write_text("hello")
    with pytest.raises(BadInput, match="not the log"):
        list(read_log(file))


def test_info_tells_how_the_robots_stand_at_the_end(log: Path) -> None:
    """In words, for a log that the contest's own server may have written."""
    text = describe_log(log).as_text()
    assert "holds       5 cycles, up to 5" in text
    assert "Running, score " in text


def test_a_log_without_cycles_is_refused(tmp_path: Path) -> None:
    """It never began."""
    file = tmp_path / "empty.xml"
    file.write_text("<Log></Log>")
    with pytest.raises(BadInput, match="no cycles"):
        describe_log(file)

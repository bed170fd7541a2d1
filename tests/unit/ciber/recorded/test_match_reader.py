"""A recorded match is read back as it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.ciber.recorded.files import LAB, NOISY, THOUGHT, play, recorded
from wsusim.ciber.match_inputs import Came, Ordered
from wsusim.ciber.recorded.match_reader import MatchRecording
from wsusim.recording.reader import BadRecording, Recording


@pytest.fixture
def recording(tmp_path: Path) -> Iterator[MatchRecording]:
    """Return a match of 60 cycles."""
    with recorded(tmp_path / "m.mcap") as server:
        play(server)
    with MatchRecording(tmp_path / "m.mcap") as made:
        yield made


def test_the_head_has_lab_and_rules_exactly(recording: MatchRecording) -> None:
    """Also an endless range of the beacon, which JSON has no word for."""
    assert (recording.head.lab, recording.head.parameters) == (LAB, NOISY)


def test_any_cycle_can_be_looked_at(recording: MatchRecording) -> None:
    """Before the first and after the last one those are meant."""
    assert [recording.at(time).time for time in (-5, 0, 39, 40, 41, 60, 999)] == [
        *(0, 0, 39, 40, 41, 60, 60)
    ]


def test_what_a_robot_says_and_asks_for_is_in_its_picture(recording: MatchRecording) -> None:
    """In the cycle in which it does."""
    one, two = recording.at(20).robots
    assert (one.said, two.requests_refused) == ("at 19", 20)


def test_everything_that_came_from_outside_is_kept_in_order(recording: MatchRecording) -> None:
    """Registrations with the places that were given, then orders."""
    inputs = [given for _, given in recording.inputs()]
    assert [i.number for i in inputs if isinstance(i, Came)] == [1, 2]
    assert sum(isinstance(i, Ordered) for i in inputs) == 120


def test_thoughts_stay_until_there_are_new_ones(recording: MatchRecording) -> None:
    """Nothing before the first one."""
    assert recording.thoughts_at(9) == {}
    assert recording.thoughts_at(50) == {2: THOUGHT}


def test_a_recorded_run_is_no_match(tmp_path: Path) -> None:
    """One clear sentence."""
    (tmp_path / "no.mcap").write_bytes(b"something else")
    with pytest.raises(BadRecording, match="not a recording"):
        MatchRecording(tmp_path / "no.mcap")


def test_a_match_is_no_run(recording: MatchRecording) -> None:
    """Reading it as a run gives a message that says what the file is."""
    with Recording(recording.path) as file, pytest.raises(BadRecording, match="not a run"):
        _ = file.header

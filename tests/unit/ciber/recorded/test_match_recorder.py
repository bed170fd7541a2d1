"""A match is recorded while it is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.ciber.recorded.files import play, play_with_a_pause, recorded
from wsusim.ciber.recorded.match_reader import MatchRecording
from wsusim.ciber.recorded.match_recorder import MatchRecorder
from wsusim.recording.match_kind import is_match
from wsusim.recording.recorder import FileExists
from wsusim.recording.repair import repair


def test_each_cycle_of_the_running_match_is_kept_once(tmp_path: Path) -> None:
    """Also where the match stands still for a while; the first picture is that of the start."""
    with recorded(tmp_path / "m.mcap") as server:
        play_with_a_pause(server)
        server.cycle()
    with MatchRecording(tmp_path / "m.mcap") as recording:
        # The cycle of the stop itself is still a running one.
        assert [picture.time for picture in recording.pictures()] == list(range(33))


def test_after_a_reset_the_next_match_has_a_file_of_its_own(tmp_path: Path) -> None:
    """The first one is not touched any more."""
    with recorded(tmp_path / "m.mcap") as server:
        play(server, 10)
        server.reset()
        play(server, 20)
    with (
        MatchRecording(tmp_path / "m.mcap") as first,
        MatchRecording(tmp_path / "m-2.mcap") as next_,
    ):
        assert (first.last_time, next_.last_time) == (10, 20)


def test_a_file_that_is_there_is_not_replaced(tmp_path: Path) -> None:
    """One clear error, and the file stays."""
    (tmp_path / "m.mcap").write_bytes(b"mine")
    with pytest.raises(FileExists), recorded(tmp_path / "m.mcap"):
        pass
    assert (tmp_path / "m.mcap").read_bytes() == b"mine"


def test_a_match_that_never_begins_leaves_no_file(tmp_path: Path) -> None:
    """An agent could not be started, for example."""
    MatchRecorder(tmp_path / "match.mcap", "simulated").close({})

    assert list(tmp_path.iterdir()) == []


def test_a_match_that_was_cut_off_can_be_repaired(tmp_path: Path) -> None:
    """What was written before the kill is saved, block by block."""
    file = tmp_path / "m.mcap"
    with recorded(file) as server:
        play(server, 90)
    file.write_bytes(file.read_bytes()[:-3000])
    report = repair(file)
    assert is_match(file)
    assert "sample" not in report.as_text()
    with MatchRecording(file) as recording:
        assert recording.was_repaired
        assert recording.at(0).robots[0].x == 3.0

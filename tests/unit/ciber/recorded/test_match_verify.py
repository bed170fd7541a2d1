"""A recorded match is done again with its recorded orders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.ciber.recorded.files import play, play_with_a_pause, recorded
from wsusim.ciber.recorded import match_recorder
from wsusim.ciber.recorded.match_verify import verify_match


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a recorded match of 60 cycles that stood still in between."""
    with recorded(tmp_path / "m.mcap") as server:
        play_with_a_pause(server)
        play_on = [server.cycle() for _ in range(30)]
        assert len(play_on) == 30
    return tmp_path / "m.mcap"


def test_the_same_match_comes_out_to_the_last_bit(file: Path) -> None:
    """With noise in motors and sensors, and a pause."""
    verdict = verify_match(file)
    assert (verdict.finding, verdict.cycles) == ("identical", 62)


def test_another_order_shows_in_the_first_cycle_it_changes(tmp_path: Path) -> None:
    """The verdict names cycle, robot and value."""
    with recorded(tmp_path / "m.mcap") as server:
        play(server, 5)
        server.arena.bodies.poses[1, 0] += 1e-9  # a hand that the recording knows nothing of
        server.cycle()
    verdict = verify_match(tmp_path / "m.mcap")
    assert verdict.finding == "differs"
    assert verdict.difference.startswith("Cycle 6, robot 2, x:")


def test_a_match_of_other_rules_is_not_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A scoring mode of another version would count otherwise."""
    plain = match_recorder.MatchHead.metadata
    monkeypatch.setattr(
        match_recorder.MatchHead,
        "metadata",
        lambda head: {**plain(head), "judge": json.dumps("0 (version 99)")},
    )
    with recorded(tmp_path / "m.mcap") as server:
        play(server, 5)
    verdict = verify_match(tmp_path / "m.mcap")
    assert (verdict.finding, verdict.cycles) == ("cannot_run", 0)
    assert "version 99" in verdict.difference

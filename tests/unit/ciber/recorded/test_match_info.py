"""What ``info`` tells of a match."""

from __future__ import annotations

from pathlib import Path

from tests.unit.ciber.recorded.files import play, recorded
from wsusim.ciber.recorded.match_info import describe_match


def test_a_match_is_described(tmp_path: Path) -> None:
    """Lab, rules, who played, what they reached."""
    with recorded(tmp_path / "m.mcap") as server:
        play(server, 20)
    info = describe_match(tmp_path / "m.mcap")
    assert (info.lab, info.seed, info.cycles, info.agents) == ("small", 5, 20, ("one", "two"))
    assert info.inputs == {"came": 2, "started": 1, "ordered": 40}
    assert "robot 2     two: score 200" in info.as_text()


def test_a_match_that_was_cut_off_is_described_too(tmp_path: Path) -> None:
    """It says what a repair would save, and leaves the file alone."""
    file = tmp_path / "m.mcap"
    with recorded(file) as server:
        play(server, 90)
    half = file.read_bytes()[:-3000]
    file.write_bytes(half)
    assert describe_match(file).needs_repair
    assert file.read_bytes() == half

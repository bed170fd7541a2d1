"""``info``, ``replay`` and ``export`` of a recorded match."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.unit.ciber.recorded.files import play, recorded
from wsusim.cli.compare import compare
from wsusim.cli.export import export
from wsusim.cli.info import info
from wsusim.cli.replay import replay
from wsusim.errors import BadInput


@pytest.fixture
def match_file(tmp_path: Path) -> str:
    """Return a recorded match of 60 cycles."""
    with recorded(tmp_path / "m.mcap") as server:
        play(server)
    return str(tmp_path / "m.mcap")


def test_info_tells_of_a_match(match_file: str) -> None:
    """In words and as JSON."""
    assert "CiberMouse match" in CliRunner().invoke(info, [match_file]).output
    values = json.loads(CliRunner().invoke(info, [match_file, "--json"]).output)
    assert (values["lab"], values["cycles"]) == ("small", 60)


def test_replay_tells_the_story(match_file: str) -> None:
    """States, collisions and what was said, in the order of time."""
    told = CliRunner().invoke(replay, [match_file]).output
    assert "robot 1 says at 0" in told
    assert "robot 1 collides, score 202" in told


def test_a_match_is_verified(match_file: str) -> None:
    """With the recorded orders: other controllers have no place in it."""
    result = CliRunner().invoke(replay, [match_file, "--verify"], standalone_mode=False)
    assert (result.return_value, result.output) == (0, "identical, 61 cycles\n")
    refused = CliRunner().invoke(replay, [match_file, "--verify", "--controller", "x.py"])
    assert isinstance(refused.exception, BadInput)


def test_a_match_is_not_compared_with_a_run(match_file: str) -> None:
    """It has no ways of Kheperas; what can be done with it is told."""
    refused = CliRunner().invoke(compare, [match_file, match_file])
    assert isinstance(refused.exception, BadInput)
    assert "is the recording of a CiberMouse match" in str(refused.exception)


def test_a_match_is_exported(match_file: str, tmp_path: Path) -> None:
    """Tables and pictures; never as SVG, and that is told."""
    names = ["--csv", str(tmp_path / "t"), "--png", str(tmp_path / "w.png")]
    assert CliRunner().invoke(export, [match_file, *names]).exit_code == 0
    assert (tmp_path / "w.png").stat().st_size > 1000
    refused = CliRunner().invoke(export, [match_file, "--svg", str(tmp_path / "w.svg")])
    assert isinstance(refused.exception, BadInput)

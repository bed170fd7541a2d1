"""``match`` prints a table, or one JSON object, of the games that were played."""

from __future__ import annotations

import json
from pathlib import Path

from tests.command_line import wsusim

GAME = (
    *("match", "goalkeeper", "striker", "--games", "1"),
    *("--players", "1", "--time", "10"),
)


def test_a_match_is_a_table_and_recordings(tmp_path: Path) -> None:
    """Each game has a line, each team a row; every game is recorded."""
    ran = wsusim([*GAME, "--record", str(tmp_path / "games")])

    assert ran.returncode == 0
    assert "game 1: " in ran.stdout
    assert "goalkeeper" in ran.stdout.splitlines()[-2]
    assert (tmp_path / "games" / "game-1.mcap").is_file()


def test_a_match_as_json() -> None:
    """``--report json`` is for other programs."""
    ran = wsusim([*GAME, "--report", "json"])

    values = json.loads(ran.stdout)
    assert [row["programs"] for row in values["teams"]] == ["goalkeeper", "striker"]
    assert values["games"][0]["outcome"] == "time"


def test_an_unknown_program_is_one_line() -> None:
    """Nobody plays, and the exit code is 2."""
    ran = wsusim(["match", "striker", "nobody_there", "--players", "1"])

    assert ran.returncode == 2
    assert "nobody_there" in ran.stderr

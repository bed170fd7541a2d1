"""``match`` prints a table, or one JSON object, of the games that were played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.command_line import wsusim
from wsusim.cli import match as command
from wsusim.runs.soccer_matches import Game, play_match

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
    """``--json`` is for other programs."""
    ran = wsusim([*GAME, "--json"])

    values = json.loads(ran.stdout)
    assert [row["programs"] for row in values["teams"]] == ["goalkeeper", "striker"]
    assert values["games"][0]["outcome"] == "time"
    assert values["games"][0]["is_reproducible"] is True


def test_an_unknown_program_is_one_line() -> None:
    """No game is played, and the exit code is 2."""
    ran = wsusim(["match", "striker", "nobody_there", "--players", "1"])

    assert ran.returncode == 2
    assert "nobody_there" in ran.stderr


def test_what_went_wrong_is_told_with_its_line(tmp_path: Path) -> None:
    """Once for all robots of a program, and in the JSON, too."""
    program = tmp_path / "broken.py"
    program.write_text(
        "from wsusim import Controller\n\nclass B(Controller):\n    def run(self):\n        1 / 0\n"
    )
    words = ["match", str(program), "striker", "--games", "1", "--time", "10"]

    told = wsusim(words)
    values = json.loads(wsusim([*words, "--json"]).stdout)

    assert told.returncode == 1
    assert told.stdout.count("broken.py, line 5") == 1
    assert "division by zero" in values["games"][0]["errors"][0]


def test_a_file_in_the_place_of_the_folder_is_told_before_the_first_game(tmp_path: Path) -> None:
    """Recordings go into a folder."""
    (tmp_path / "games").write_text("mine")
    ran = wsusim([*GAME, "--record", str(tmp_path / "games")])

    assert ran.returncode == 2
    assert "games is a file. Give the name of a folder." in ran.stderr


@pytest.mark.parametrize("ending", ["in a game", "between games"])
def test_a_match_that_is_broken_off_says_what_was_not_played(
    monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    """An interrupted game doesn't count, and the exit code is that of Ctrl-C."""
    whole = next(play_match(("striker", "goalkeeper"), players=1, games=1, game_s=10.0))

    def broken(*_teams: object, **_options: object) -> Iterator[Game]:
        yield whole
        if ending == "between games":
            raise KeyboardInterrupt
        yield replace(whole, number=2, report=replace(whole.report, end="stopped"))

    monkeypatch.setattr(command, "play_match", broken)

    words = ["striker", "goalkeeper", "--games", "200"]
    told = CliRunner().invoke(command.match, words, standalone_mode=False)

    assert told.return_value == 130
    assert "199 of 200 games were not played to the end and do not count." in told.output
    played = [sum(map(int, row.split()[1:4])) for row in told.output.splitlines()
              if row.startswith(("striker ", "goalkeeper "))]  # fmt: skip
    assert played == [1, 1]

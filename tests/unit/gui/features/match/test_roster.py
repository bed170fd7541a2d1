"""The table of robots."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pytestqt.qtbot import QtBot

from wsusim.ciber.match_robot import State
from wsusim.ciber.recorded.match_reader import MatchRecording
from wsusim.gui.features.match.roster import Roster


def test_each_robot_has_a_row(qtbot: QtBot, match_file: Path) -> None:
    """Name, state, score, hits, lamps, requests, agent; silent ones are named so."""
    with MatchRecording(match_file) as recording:
        moment = recording.at(60)
    one, two = moment.robots
    one = replace(one, visiting_led=True, silent_cycles=33, requests_refused=4, requests=2)
    two = replace(two, state=State.RETURNING)
    roster = Roster()
    qtbot.addWidget(roster)
    roster.show_moment(replace(moment, robots=(one, two)), 2, {2: 1})
    rows = [[roster.item(row, column).text() for column in range(7)] for row in (0, 1)]
    assert rows[0] == ["1  one", "under way", "202", "1", "visiting", "2/2 (+4)",
                       "silent for 33 cycles"]  # fmt: skip
    assert rows[1][1] == "going home"
    assert rows[1][6] == "has ended (code 1)"

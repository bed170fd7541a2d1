"""The window of a match: live, recorded, and the lab alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from tests.unit.gui.features.run.conftest import PATIENCE_MS
from tests.unit.gui.test_app import nameless_controls
from wsusim.ciber.arena import Phase
from wsusim.ciber.recorded.match_reader import MatchRecording
from wsusim.ciber.recorded.match_verify import verify_match
from wsusim.gui.features.match.match_side import MatchSide
from wsusim.gui.features.match.match_window import MatchWindow

AGENT = """
from wsusim.ciber import CiberController

class Straight(CiberController):
    frame = "start"

    def step(self):
        self.motors.set_powers(0.1, 0.1)
        if self.time == 5:
            self.show_map([[0.0, 1.0], [None, 0.5]], 0, 0, 1)
            self.show_path([(1, 0), (2, 0)])
            self.show_text("ahead")
"""

Until = Callable[[Callable[[], bool]], None]


@pytest.fixture
def until(qtbot: QtBot) -> Until:
    """Return what lets the window live until something has come."""
    return lambda condition: qtbot.waitUntil(condition, timeout=PATIENCE_MS)


@pytest.fixture
def replayed(side: MatchSide, match_file: Path) -> MatchWindow:
    """Return the window with a recorded match."""
    side.open(match_file)
    return side.window


def test_every_control_has_a_name(side: MatchSide, replayed: MatchWindow) -> None:
    """For screen readers."""
    assert nameless_controls(replayed) == []


def test_any_cycle_of_a_recorded_match_can_be_looked_at(replayed: MatchWindow) -> None:
    """Clock and roster follow the slider."""
    replayed.slider.setValue(40)
    assert replayed.clock.text() == "Cycle 40   Score 402"
    assert replayed.roster.item(0, 0).text() == "1  one"


def test_playing_stops_at_the_end(replayed: MatchWindow, until: Until) -> None:
    """And starts again from there."""
    replayed.speed.setCurrentIndex(replayed.speed.count() - 1)
    replayed.play_button.click()
    until(lambda: replayed.slider.value() == 60)
    assert replayed.play_button.text() == "Play"


def test_the_thoughts_of_a_robot_can_be_chosen(replayed: MatchWindow) -> None:
    """In the box, or by the robot's row."""
    replayed.slider.setValue(50)
    assert [replayed.thinker.itemData(i) for i in range(replayed.thinker.count())] == [None, 2]
    replayed.roster.selectRow(1)
    assert replayed.thinker.currentData() == 2


def test_closing_the_window_closes_the_recording(replayed: MatchWindow) -> None:
    """The file can then be moved."""
    replayed.close()
    assert replayed.recording is None


def test_a_live_match_is_played_recorded_and_watched(
    side: MatchSide, tmp_path: Path, until: Until
) -> None:
    """Two agents, lock-step: start, stop, thoughts; the recording verifies."""
    agent, file = tmp_path / "straight.py", tmp_path / "live.mcap"
    agent.write_text(AGENT)
    window = side.window
    window.setup.add_agent(agent)
    window.setup.add_agent(agent)
    window.setup.lockstep.setChecked(True)
    window.setup.record_file = file
    window.open_button.click()
    match = window.match
    assert match is not None
    until(lambda: window.roster.rowCount() == 2 and window.start_button.isEnabled())
    window.start_button.click()
    until(lambda: match.frame.picture.time > 12 and window.stop_button.isEnabled())
    window.stop_button.click()
    until(lambda: match.frame.picture.phase is Phase.STOPPED)
    until(lambda: window.thinker.count() == 3)
    window.end_button.click()
    assert (window.match, match.is_open, match.failure) == (None, False, "")
    with MatchRecording(file) as recording:
        thought = recording.thoughts_at(12)[1]
    assert (thought.text, thought.path) == ("ahead", ((3.0, 2.0), (4.0, 2.0)))
    assert verify_match(file).is_identical


def test_an_agent_that_has_ended_is_shown(side: MatchSide, tmp_path: Path, until: Until) -> None:
    """With its exit code; the match can still be ended."""
    file = tmp_path / "short.py"
    file.write_text(
        AGENT.replace("def step", "def run(self):\n        self.next_cycle()\n\n    def step")
    )
    window = side.window
    window.setup.add_agent(file)
    window.setup.lockstep.setChecked(True)
    window.open_button.click()
    until(lambda: window.roster.rowCount() == 1 and window.start_button.isEnabled())
    window.start_button.click()
    until(lambda: window.roster.item(0, 6).text() == "has ended (code 0)")
    window.end_button.click()
    assert window.match is None


MAPPER = """
from pathlib import Path
from wsusim.ciber import CiberController

class Mapper(CiberController):
    def step(self):
        if self.time == 3:
            Path(f"{self.name}.map").write_text((" " * 55 + "\\n") * 13 + " " * 27 + "I?\\n")
"""


def test_the_map_that_an_agent_writes_is_shown_live_and_recorded(
    side: MatchSide, tmp_path: Path, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the match goes on, with its mark; and again when the recording is watched."""
    monkeypatch.chdir(tmp_path)
    file, agent = tmp_path / "mapped.mcap", tmp_path / "mapper.py"
    agent.write_text(MAPPER)
    window = side.window
    window.setup.lab.setCurrentText("cells")
    window.setup.scoring.setCurrentText("2")
    window.setup.add_agent(agent)
    window.setup.lockstep.setChecked(True)
    window.setup.record_file = file
    window.open_button.click()
    until(lambda: window.roster.rowCount() == 1 and window.start_button.isEnabled())
    assert window.written.count() == 1
    window.start_button.click()
    until(lambda: window.written.count() == 2)
    window.written.setCurrentIndex(1)
    live = window.marks.text()
    window.end_button.click()
    assert window.written.count() == 1
    side.open(file)
    assert not window.marks.text()
    window.written.setCurrentIndex(window.written.findData(1))
    assert window.marks.text() == live
    assert live.startswith("Map: 5 points. The map is 14 x 55")
    assert "right is" in window.picture.told_at(
        QPointF(window.picture.width() / 2, window.picture.height() / 2)
    )

"""The failures of a recording, in the Errors panel, with lines that can be clicked."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl

from tests.unit.gui.features.run.conftest import Desk
from wsusim.control.report import FailureReport, Frame
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.shell.watched import Failure

INNER = FailureReport(
    "KeyError",
    "KeyError: 'left'",
    "/home/ada/robot.py",
    7,
    (Frame("/home/ada/robot.py", 7, "look", "return self.seen['left']"),),
)


@pytest.fixture
def opened(desk: Desk, replay: ReplaySide, recording: Path) -> ReplaySide:
    """Return the replay side with the recording of a failure open."""
    desk.side.errors.add(Failure(0, INNER))
    desk.window.openers.open_all([str(recording)])
    desk.until(lambda: replay.film is not None)
    return replay


def test_the_panel_shows_the_failures_of_the_recording(desk: Desk, opened: ReplaySide) -> None:
    """With its message and line; after the recording those of the runs are there again."""
    panel = desk.side.errors
    text = panel.browser.toPlainText()
    assert "set_sped" in text
    assert "line 12, in run" in text
    assert "KeyError" not in text
    desk.window.reset()
    assert "KeyError" in panel.browser.toPlainText()


def test_its_line_opens_the_program(desk: Desk, opened: ReplaySide, recording: Path) -> None:
    """A click on the line goes where it goes for a live run."""
    frame = desk.side.errors.entries[0].failure.report.frames[-1]
    url = QUrl.fromLocalFile(frame.file)
    url.setQuery(f"line={frame.line}")
    desk.side.errors.browser.anchorClicked.emit(url)
    assert desk.opened == [(recording.with_name("bumper.py"), 12)]


def test_a_program_that_is_gone_is_taken_from_the_recording(desk: Desk, opened: ReplaySide) -> None:
    """What opens then is what ran."""
    url = QUrl.fromLocalFile("/nowhere/bumper.py")
    url.setQuery("line=3")
    desk.side.errors.browser.anchorClicked.emit(url)
    (path, line), *_ = desk.opened
    assert line == 3
    assert "class Bumper" in path.read_text()


def test_its_time_leads_to_the_moment(desk: Desk, opened: ReplaySide) -> None:
    """A click on the time moves the playhead there."""
    tick = desk.side.errors.entries[0].failure.tick
    assert tick is not None
    desk.side.errors.browser.anchorClicked.emit(QUrl(f"moment:{tick}"))
    assert opened.playhead.tick == tick

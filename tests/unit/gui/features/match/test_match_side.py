"""The contest in the main window: its menu entry, and recorded matches."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.gui.studio import part_of
from wsusim.gui.features.match.match_side import MatchSide
from wsusim.gui.shell.main_window import MainWindow


def test_a_recorded_match_opens_in_its_window(side: MatchSide, match_file: Path) -> None:
    """However it comes: dialogue, drop, command line."""
    side._shell.openers.open(match_file)
    assert side.window.recording is not None
    assert side.window.isVisible()


def test_the_programs_window_has_it(whole_window: MainWindow, match_file: Path) -> None:
    """A match and a run have the same suffix: each opens where it belongs."""
    side = part_of(whole_window, MatchSide)
    whole_window.openers.open(match_file)
    is_open = side.window.recording is not None
    whole_window.closing.emit()
    assert (is_open, side.window.recording) == (True, None)


def test_a_match_needs_agents(side: MatchSide) -> None:
    """Without agents, or clients from outside, the window says so and opens nothing."""
    side.window.open_button.click()
    assert side.window.match is None
    assert "no agent" in side.window.messages.text


@pytest.mark.parametrize("content", [b"", b"\x89MCAP0\r\nwsusim-match but no more"])
def test_a_file_that_is_no_match_is_told(side: MatchSide, tmp_path: Path, content: bytes) -> None:
    """One sentence, and no window."""
    (tmp_path / "no.mcap").write_bytes(content)
    side.open(tmp_path / "no.mcap")
    assert side._shell.messages.text
    assert side.window.recording is None


def test_a_lab_is_edited_as_a_maze(side: MatchSide, tmp_path: Path) -> None:
    """It opens in the main window, and the match is then played in it."""
    side.window.setup.lab.setCurrentText("rooms")
    side.edit_lab(tmp_path / "mine.json")
    document = side._shell.document
    assert (document.path, len(document.world.robots)) == (tmp_path / "mine.json", 5)
    assert side.window.setup.scene.lab == str(tmp_path / "mine.json")

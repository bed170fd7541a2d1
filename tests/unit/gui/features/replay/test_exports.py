"""Exporting and verifying the recording that is open."""

from __future__ import annotations

import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from tests.unit.gui.features.run.conftest import Desk
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.widgets.worker import Report
from wsusim.recording.export_table import export_formats
from wsusim.recording.export_view import ViewName
from wsusim.runs.recorded.verify import verify

OLD = "time_s,robot\n"
"""A table of an earlier run, as far as anybody looks."""


@pytest.fixture
def opened(desk: Desk, replay: ReplaySide, brief_recording: Path, tmp_path: Path) -> ReplaySide:
    """Return the replay side with a copy of the recording open."""
    file = tmp_path / "bump.mcap"
    shutil.copyfile(brief_recording, file)
    replay.open(file)
    desk.until(lambda: replay.film is not None)
    return replay


def test_without_a_recording_nothing_can_be_exported(desk: Desk) -> None:
    """The menu shows that there is something, grey."""
    actions = desk.window.action_set
    names = [name for name in actions.names() if name.startswith("replay export")]
    assert len(names) == 6
    assert not any(actions[name].isEnabled() for name in names)


def test_an_export_says_where_it_is(desk: Desk, opened: ReplaySide, tmp_path: Path) -> None:
    """The file is whole, and no draft is left."""
    file = tmp_path / "way.png"
    opened.exports.export_picture(file)
    desk.until(lambda: str(file) in desk.window.messages.text)
    assert file.read_bytes().startswith(b"\x89PNG")
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("view", [None, "eye", "chase"])
def test_a_film_is_made_of_each_view(
    desk: Desk, opened: ReplaySide, tmp_path: Path, view: ViewName | None
) -> None:
    """As a map, through the eye of the robot that is looked at, or from behind it."""
    file = tmp_path / "film.gif"
    opened.exports.export_film(file, view)
    desk.until(lambda: str(file) in desk.window.messages.text)
    assert file.read_bytes().startswith(b"GIF8")


def test_tables_are_not_replaced_without_a_question(
    desk: Desk, opened: ReplaySide, tmp_path: Path
) -> None:
    """The second export asks; the answer replaces them."""
    folder = tmp_path / "tables"
    opened.exports.fill_folder(export_formats()["csv"], folder)
    desk.until(lambda: "Saved" in desk.window.messages.text)
    assert (folder / "poses.csv").read_text().startswith("time_s,robot")
    (folder / "poses.csv").write_text(OLD)
    opened.exports.fill_folder(export_formats()["csv"], folder)
    desk.until(lambda: "already" in desk.window.messages.text)
    assert (folder / "poses.csv").read_text() == OLD
    desk.window.messages.buttons[0].click()
    desk.until(lambda: "Saved" in desk.window.messages.text)
    assert (folder / "poses.csv").read_text() != OLD


def test_a_true_recording_is_verified(desk: Desk, opened: ReplaySide) -> None:
    """In a process of its own, with the verdict in the message bar."""
    desk.window.action_set["replay verify"].trigger()
    desk.until(lambda: "erified" in desk.window.messages.text)
    assert "identical" in desk.window.messages.text


def verify_here(file: Path, _report: Report) -> dict[str, Any]:
    """Verify in the test's process: another one takes longer to start than to verify."""
    return asdict(verify(file))


def test_a_changed_recording_is_not(
    desk: Desk, opened: ReplaySide, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One byte of the attached program."""
    monkeypatch.setattr("wsusim.gui.features.replay.replay_side.verify_apart", verify_here)
    assert opened.film is not None
    file = opened.film.recording.path
    data = file.read_bytes()
    assert data.count(b"now I fail") == 1
    file.write_bytes(data.replace(b"now I fail", b"now I fall"))
    opened.verify()
    desk.until(lambda: "erified" in desk.window.messages.text)
    assert "Not verified: the file was changed" in desk.window.messages.text

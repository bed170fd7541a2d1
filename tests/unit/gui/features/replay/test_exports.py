"""Exporting and verifying the recording that is open."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest

from tests.unit.gui.features.run.conftest import Desk
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.widgets.jobs import Job, Report


@pytest.fixture
def opened(desk: Desk, replay: ReplaySide, recording: Path, tmp_path: Path) -> ReplaySide:
    """Return the replay side with a copy of the recording open."""
    file = tmp_path / "bump.mcap"
    shutil.copyfile(recording, file)
    replay.open(file)
    desk.until(lambda: replay.film is not None)
    return replay


@pytest.mark.parametrize(
    ("name", "head"), [("way.png", b"\x89PNG"), ("way.svg", b"<?xml"), ("film.gif", b"GIF8")]
)
def test_pictures_and_films(
    desk: Desk, opened: ReplaySide, tmp_path: Path, name: str, head: bytes
) -> None:
    """The file is whole, and no draft is left."""
    file = tmp_path / name
    export = opened.exports.export_film if file.suffix == ".gif" else opened.exports.export_picture
    export(file)
    desk.until(lambda: str(file) in desk.window.messages.text)
    assert file.read_bytes().startswith(head)
    assert not list(tmp_path.glob(".*"))


def test_tables_are_not_replaced_without_a_question(
    desk: Desk, opened: ReplaySide, tmp_path: Path
) -> None:
    """The second export asks; the answer replaces them."""
    folder = tmp_path / "tables"
    opened.exports.export_tables(folder)
    desk.until(lambda: "Exported" in desk.window.messages.text)
    assert (folder / "poses.csv").read_text().startswith("time_s,robot")
    (folder / "poses.csv").write_text("mine")
    opened.exports.export_tables(folder)
    desk.until(lambda: "already" in desk.window.messages.text)
    assert (folder / "poses.csv").read_text() == "mine"
    desk.window.messages.buttons[0].click()
    desk.until(lambda: "Exported" in desk.window.messages.text)
    assert (folder / "poses.csv").read_text() != "mine"


def test_another_ending_is_refused(desk: Desk, opened: ReplaySide, tmp_path: Path) -> None:
    """It says which ones there are."""
    opened.exports.export_picture(tmp_path / "way.bmp")
    assert ".png" in desk.window.messages.text


def test_work_can_be_called_off(desk: Desk, replay: ReplaySide) -> None:
    """It ends at its next report, and says nothing more."""
    told: list[str] = []
    gate = threading.Event()

    def work(report: Report) -> None:
        while True:
            gate.wait(0.005)
            report(0.5)

    job = Job("working", work, desk.window)
    job.called_off.connect(lambda: told.append("called off"))
    job.done.connect(lambda _what: told.append("done"))
    replay.begin(job)
    job.dialog.canceled.emit()
    desk.until(lambda: bool(told))
    assert told == ["called off"]


def test_a_true_recording_is_verified(desk: Desk, opened: ReplaySide) -> None:
    """In a process of its own, with the verdict in the message bar."""
    verdicts: list[str] = []
    shares: list[int] = []
    opened.verifier.finished.connect(verdicts.append)
    opened.verifier.progressed.connect(shares.append)
    desk.window.action_set["replay verify"].trigger()
    desk.until(lambda: bool(verdicts))
    assert verdicts == ["identical"]
    assert shares == sorted(shares)
    assert shares[-1] == 100
    assert "identical" in desk.window.messages.text


def test_a_changed_recording_is_not(desk: Desk, opened: ReplaySide) -> None:
    """One byte of the attached program."""
    assert opened.film is not None
    file = opened.film.recording.path
    data = file.read_bytes()
    assert data.count(b"now I fail") == 1
    file.write_bytes(data.replace(b"now I fail", b"now I fall"))
    verdicts: list[str] = []
    opened.verifier.finished.connect(verdicts.append)
    opened.verify()
    desk.until(lambda: bool(verdicts))
    assert verdicts == ["damaged"]


def test_verifying_can_be_called_off(desk: Desk, opened: ReplaySide) -> None:
    """There is no verdict then."""
    verdicts: list[str] = []
    opened.verifier.finished.connect(verdicts.append)
    opened.verify()
    opened.verifier.call_off()
    desk.until(lambda: bool(verdicts))
    assert verdicts == [""]

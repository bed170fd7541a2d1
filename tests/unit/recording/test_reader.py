"""Opening files that are no recordings, and finding what a recording holds."""

from __future__ import annotations

import io

import pytest

from tests.unit.recording.forgery import renumber
from tests.unit.recording.streams import finished
from wsusim.recording import contents
from wsusim.recording.info import describe
from wsusim.recording.integrity import check_integrity
from wsusim.recording.mcap_file import McapFile
from wsusim.recording.player import Player
from wsusim.recording.reader import BadRecording, Recording


def test_a_missing_file_is_named(tmp_path):
    """No file, one sentence."""
    with pytest.raises(BadRecording, match="There is no file"):
        Recording(tmp_path / "none.mcap")


@pytest.mark.parametrize(
    ("content", "message"), [(b"", "is empty"), (b"print('hi')\n" * 9, "is not a recording")]
)
def test_a_file_of_another_kind_is_refused(tmp_path, content, message):
    """A text file is not a recording."""
    (tmp_path / "x.mcap").write_bytes(content)

    with pytest.raises(BadRecording, match=message):
        Recording(tmp_path / "x.mcap")


def test_another_programs_mcap_file_is_told_apart(tmp_path):
    """An MCAP file without our mark is not taken for a recording of ours."""
    stream = io.BytesIO()
    McapFile(stream, profile="ros2", library="other").finish()
    (tmp_path / "x.mcap").write_bytes(stream.getvalue())

    with pytest.raises(BadRecording, match="from another program"):
        Recording(tmp_path / "x.mcap")


def test_contacts_and_mission_steps_are_events(tmp_path):
    """What happens is found as events, at the sample where it is first seen."""
    with Recording(finished(tmp_path / "run.mcap")) as recording:
        found = [(e.tick, e.kind, e.robot, e.value) for e in contents.events(recording)]

    assert (152, "contact_begins", 0, None) in found
    assert (200, "contact_ends", 1, None) in found
    assert (130, "caps_delivered", None, 1) in found
    assert (250, "goal_entered", 0, None) in found
    assert (250, "mission_achieved", None, None) in found


def test_a_whole_recording_passes_all_checksums(tmp_path):
    """Nothing is wrong with what was just written."""
    with Recording(finished(tmp_path / "run.mcap")) as recording:
        check_integrity(recording)


def test_info_says_what_a_recording_is(tmp_path):
    """Maze, seed, controller, duration and outcome are in the text."""
    text = describe(finished(tmp_path / "run.mcap")).as_text()

    assert "test maze" in text
    assert "seed        11" in text
    assert "runner.py:Runner" in text
    assert "0.00 s to 4.00 s, 201 samples, one every 20 ms" in text
    assert "outcome     time" in text


def test_the_file_itself_says_which_topic_has_which_number(tmp_path):
    """A file in which the channels are numbered otherwise is read all the same."""
    file = finished(tmp_path / "run.mcap")
    renumbered = renumber(
        file, tmp_path / "other.mcap", {number: 50 - number for number in range(20)}
    )

    with Recording(file) as one, Recording(renumbered) as other:
        assert list(Player(one).snapshots()) == list(Player(other).snapshots())
        assert list(contents.events(one)) == list(contents.events(other))
